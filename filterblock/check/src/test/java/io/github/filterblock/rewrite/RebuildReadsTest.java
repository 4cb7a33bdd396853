// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How often a rebuild reads the parts of a table that lead to its data. */
class RebuildReadsTest {
    private static final List<FilterPlan> PLANS =
            List.of(FilterPlan.KEEP, FilterPlan.DROP, FilterPlan.KEEP.withBitsPerKey(12));

    /** Counts for every byte of a table how often it is read. */
    private static final class CountingSource implements TableSource {
        private final byte[] table;
        private final int[] reads;

        CountingSource(byte[] table) {
            this.table = table;
            this.reads = new int[table.length];
        }

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public long size() {
            return table.length;
        }

        @Override
        public void read(long position, byte[] dst, int offset, int length) {
            System.arraycopy(table, (int) position, dst, offset, length);
            for (int i = 0; i < length; i++) {
                reads[(int) position + i]++;
            }
        }

        @Override
        public void close() {}

        void assertReadOnce(String part, long from, long to) {
            for (int at = (int) from; at < to; at++) {
                assertEquals(1, reads[at], part + ": reads of byte " + at);
            }
        }
    }

    static List<byte[]> tables() {
        List<byte[]> tables = new ArrayList<>();
        TestTable table = TestTable.ofInternalKeys().block("apple", "banana").block("cherry");
        tables.add(table.bytes());
        tables.add(table.properties("rocksdb.num.entries", "3").bytes());
        tables.add(table.withoutFilter().bytes());
        tables.add(RecipeTables.rocksDb().table("rocks629-fv5-flush").bytes());
        return tables;
    }

    private static Map<String, BlockHandle> parts(byte[] bytes) throws IOException {
        Map<String, BlockHandle> parts = new LinkedHashMap<>();
        TableFile table = Rebuilt.open(bytes);
        parts.put("metaindex", table.footer().metaindex());
        parts.put("index", table.footer().index());
        table.metaindex().stream()
                .filter(entry -> entry.key().equals("rocksdb.properties"))
                .forEach(entry -> parts.put("properties", entry.handle().orElseThrow()));
        return parts;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void footerMetaindexPropertiesAndIndexAreReadOnce(byte[] bytes) throws IOException {
        for (FilterPlan plan : PLANS) {
            CountingSource source = new CountingSource(bytes);
            TableFile table = TableFile.open(source);
            TableRebuild rebuild = TableRebuild.of(table, plan, FilterHints.NONE);
            rebuild.writeTo(Channels.newChannel(new ByteArrayOutputStream()));
            for (Map.Entry<String, BlockHandle> part : parts(bytes).entrySet()) {
                BlockHandle handle = part.getValue();
                source.assertReadOnce(part.getKey(), handle.offset(), handle.end());
            }
            source.assertReadOnce("footer", table.footerOffset(), bytes.length);
        }
    }

    /** A filter of ones has every key, however its hash reads a byte above 127. */
    @Test
    void waysThatGiveOtherBytesAreForTheCallerToChoose() throws IOException {
        byte[] bytes = TestTable.ofWholeKeys()
                .policy("leveldb.BuiltinBloomFilter", ReferencePolicy.signedTailBloom(10))
                .block(new byte[] {1, 2, (byte) 0xfe}, new byte[] {1, 2, (byte) 0xff})
                .changeFilter(0, block -> {
                    byte[] ones = block.clone();
                    Arrays.fill(ones, 0, 8, (byte) 0xff);
                    return ones;
                })
                .bytes();
        UnwritableFilterException e = assertThrows(
                UnwritableFilterException.class, () -> Rebuilt.of(bytes, FilterPlan.KEEP.withBitsPerKey(12)));
        assertEquals(UnwritableFilterException.Parameter.DIALECT, e.parameter());
        FilterHints signed = new FilterHints(Optional.of(FilterDialect.LEVELDB_117_SIGNED), Optional.empty());
        Rebuilt.of(bytes, FilterPlan.KEEP.withBitsPerKey(12), signed);
    }

    /** As sockets and pipes do. */
    @Test
    void aChannelThatTakesFewBytesAtOnceGetsAllOfThem() throws IOException {
        byte[] table = TestTable.ofWholeKeys().block("apple", "banana").bytes();
        FilterPlan plan = FilterPlan.KEEP.withBitsPerKey(20);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WritableByteChannel slow = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer src) {
                int count = Math.min(7, src.remaining());
                for (int i = 0; i < count; i++) {
                    out.write(src.get());
                }
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                throw new AssertionError("it is the caller's");
            }
        };
        TableRebuild.of(Rebuilt.open(table), plan, FilterHints.NONE).writeTo(slow);
        assertArrayEquals(Rebuilt.of(table, plan).bytes(), out.toByteArray());
    }
}
