// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.damage.TableParts.Stored;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestEntries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and filters beyond the numbers that 31 and 32 bits can count; sparse, so that they take little room. */
class LargeFileTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final byte[] NAME = MetaindexEntry.keyOf(POLICY.name());
    private static final long FAR = (4L << 30) + 10_000;
    private static final int LITTLE = 2 << 20;

    @TempDir
    Path directory;

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.US_ASCII);
    }

    private static Stored block(String... keys) {
        TestEntries entries = new TestEntries(16);
        for (String key : keys) {
            entries.add(bytes(key), bytes("value"));
        }
        return Stored.of(Packing.RAW, entries.block());
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 20, 40, 63})
    @Tag("FB-12")
    void filterBeyondFourGibibytesIsFoundAndAnswers(int baseLg) throws IOException {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, baseLg);
        try (SparseTable file = SparseTable.create(directory, FAR + (64 << 20))) {
            builder.startBlock(0);
            builder.addKey(bytes("near"));
            builder.addKey(bytes("nearer"));
            BlockHandle near = file.put(0, block("near", "nearer"));
            builder.startBlock(FAR);
            builder.addKey(bytes("remote"));
            BlockHandle far = file.put(FAR, block("remote"));
            builder.startBlock(far.end());
            ByteBuf stored = Unpooled.buffer();
            StoredFilterBlock filter = StoredFilterBlock.write(builder, far.end(), stored);
            file.write(far.end(), stored);
            file.finish(
                    filter.handle().end(),
                    new TestEntries(1).add(filter.metaindexKey(), filter.metaindexValue()),
                    new TestEntries(1).add(bytes("nearer"), near.encode()).add(bytes("remote"), far.encode()));
            assertAnswers(file.path());
        }
    }

    private static void assertAnswers(Path path) throws IOException {
        try (TableFile table = TableFile.open(path)) {
            FilterBlockReader reader = table.openFilter().orElseThrow();
            assertTrue(reader.keyMayMatch(0, bytes("near")));
            assertTrue(reader.keyMayMatch(FAR, bytes("remote")));
            assertFalse(reader.keyMayMatch(FAR, bytes("nobody")));
            TableReport analysis = TableReport.of(table);
            assertEquals(
                    TableStatus.OK, analysis.status(), () -> analysis.verdict().toString());
            TableQuery query = new TableQuery(analysis);
            assertTrue(query.ask(bytes("remote")).mayMatch());
            // Nothing accounts for the bytes between the blocks, so that other keys may be there.
            assertTrue(query.ask(bytes("nobody")).mayMatch());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, 1L << 31, 3L << 30, (1L << 32) - 1, 1L << 32, (1L << 32) + 18})
    @Tag("TF-5")
    void blocksOfTwoGibibytesAndMoreAreRefusedBeforeAnythingIsAllocated(long size) throws Exception {
        try (SparseTable file = SparseTable.create(directory, 5L << 30)) {
            file.finish(
                    (5L << 30) - 1000,
                    new TestEntries(1).add(NAME, new BlockHandle(100, size).encode()),
                    new TestEntries(1).add(bytes("z"), new BlockHandle(100, size).encode()));
            try (TableFile table = TableFile.open(file.path())) {
                assertEquals(
                        Reason.TOO_LARGE,
                        assertThrows(CorruptTableException.class, table::openFilter)
                                .reason());
                long allocated =
                        ThreadUse.allocatedBytesOf(() -> assertThrows(CorruptTableException.class, table::openFilter));
                assertTrue(allocated < LITTLE, "bytes: " + allocated);
                assertEquals(TableStatus.CORRUPT, TableReport.of(table).status());
            }
        }
    }

    /** The hash has 32 bits, so of a filter with more only the first 2^32 bits are ever asked. */
    @ParameterizedTest
    @ValueSource(ints = {(1 << 29) - 1, 1 << 29, (1 << 29) + 1, 1_500_000_000})
    @Tag("FB-5")
    void filtersAroundTwoToThe32BitsAreProbedByTheBook(int bytes) throws IOException {
        try (SparseTable file = SparseTable.create(directory, bytes + 1L)) {
            MappedByteBuffer filter = file.channel().map(MapMode.READ_WRITE, 0, bytes + 1L);
            filter.put(bytes, (byte) 6);
            for (int i = 0; i < 100; i++) {
                byte[] key = bytes("key " + i);
                assertFalse(FilterDialect.LEVELDB.matcher().keyMayMatch(key, 0, key.length, filter, 0, bytes + 1));
                long hash = Integer.toUnsignedLong(BloomHash.UNSIGNED_TAIL.hash(key, 0, key.length));
                long step = hash >>> 17 | (hash << 15 & 0xffff_ffffL);
                for (int probe = 0; probe < 6; probe++) {
                    long bit = ((hash + probe * step) & 0xffff_ffffL) % (8L * bytes);
                    filter.put((int) (bit / 8), (byte) (filter.get((int) (bit / 8)) | 1 << bit % 8));
                }
                assertTrue(FilterDialect.LEVELDB.matcher().keyMayMatch(key, 0, key.length, filter, 0, bytes + 1));
            }
        }
    }

    @Test
    @Tag("FB-5")
    void aMillionKeysInOneFilterAreAllFound() {
        int count = 1_000_000;
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, 63);
        byte[] key = new byte[4];
        for (int i = 0; i < count; i++) {
            builder.addKey(number(key, i));
        }
        assertEquals(count / 8 * 10L + 1 + 4 + 5, builder.sizeInBytes());
        byte[] block = SmallTables.block(builder);
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, POLICY);
        int falsePositives = 0;
        for (int i = 0; i < count; i++) {
            assertTrue(reader.keyMayMatch(0, number(key, i)), "key " + i);
            falsePositives += reader.keyMayMatch(0, number(key, 1_000_000_000 + i)) ? 1 : 0;
        }
        System.out.printf(
                "R14 %,d keys in one filter: 0 denied, false positives %.3f %%%n", count, falsePositives / 1e4);
        assertTrue(falsePositives < count / 50);
    }

    private static byte[] number(byte[] key, int number) {
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (number >>> 8 * i);
        }
        return key;
    }
}
