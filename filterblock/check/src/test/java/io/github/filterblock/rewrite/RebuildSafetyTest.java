// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.RecipeTables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a rebuild reads, what it looks at before its output gets a name, and which users may read that. */
class RebuildSafetyTest {
    private static final FilterPlan OTHER_BITS = FilterPlan.KEEP.withBitsPerKey(14);
    private static final List<FilterPlan> PLANS = List.of(FilterPlan.KEEP, FilterPlan.DROP, OTHER_BITS);

    @TempDir
    Path folder;

    private Path out() {
        return folder.resolve("out.ldb");
    }

    private static TestTable table(String suffix) {
        return TestTable.ofInternalKeys()
                .block("apple" + suffix, "banana" + suffix)
                .block("cherry" + suffix, "damson" + suffix)
                .properties("rocksdb.num.entries", "\4");
    }

    /** A file that is replaced at a certain read, and counts for every byte how often it is read. */
    private static final class WatchedSource implements TableSource {
        private final byte[] before;
        private final byte[] after;
        private final int[] reads;
        private int readsLeft;

        WatchedSource(byte[] before, byte[] after, int readsLeft) {
            this.before = before;
            this.after = after;
            this.reads = new int[before.length];
            this.readsLeft = readsLeft;
        }

        @Override
        public String name() {
            return "watched";
        }

        @Override
        public long size() {
            return before.length;
        }

        @Override
        public void read(long position, byte[] dst, int offset, int length) {
            System.arraycopy(readsLeft-- > 0 ? before : after, (int) position, dst, offset, length);
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

    /** With right checksums, only the keys differ; or with a damaged byte. */
    @Test
    void aTableThatChangesBetweenThePassesGivesASoundFileOrNone() throws IOException {
        byte[] before = table("-old").bytes();
        byte[] damaged = before.clone();
        damaged[20] ^= 1;
        for (byte[] after : List.of(table("-new").bytes(), damaged)) {
            assertEquals(before.length, after.length);
            assertTrue(timesNoticed(before, after) > 0);
        }
    }

    private int timesNoticed(byte[] before, byte[] after) throws IOException {
        Path in = Files.write(folder.resolve("in.ldb"), before);
        int noticed = 0;
        for (FilterPlan plan : PLANS) {
            boolean whole = false;
            for (int reads = 1; !whole; reads++) {
                WatchedSource source = new WatchedSource(before, after, reads);
                try (TableFile table = TableFile.open(source)) {
                    TableRebuild.rebuild(table, in, out(), plan, FilterHints.NONE, report -> {});
                    whole = source.readsLeft >= 0;
                    assertSound(out(), plan);
                    Files.delete(out());
                } catch (FileSystemException e) {
                    assertTrue(e.getMessage().contains("another program changed the table"), e::getMessage);
                    noticed++;
                } catch (CorruptTableException | UnwritableFilterException e) {
                    assertFalse(Files.exists(out()));
                }
                assertFalse(Files.exists(out()));
            }
        }
        return noticed;
    }

    private static void assertSound(Path file, FilterPlan plan) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            assertEquals(
                    plan.drop() ? TableStatus.NO_FILTER : TableStatus.OK,
                    TableVerification.of(table).status());
        }
    }

    private static TestTable fruit(String... keys) {
        return TestTable.ofWholeKeys().block(keys);
    }

    @Test
    void whatWasWrittenIsLookedAtBeforeItGetsItsName() throws IOException {
        byte[] three = fruit("apple", "banana", "cherry").bytes();
        Path original = Path.of("original.ldb");
        TableReport before = TableReport.of(Rebuilt.open(three));
        WriteCheck filtered =
                WriteCheck.with(Rebuilt.of(three, FilterPlan.KEEP).result().filter(), original, before);
        TestTable cleared = fruit("apple", "banana", "cherry").changeFilter(0, block -> {
            byte[] clear = block.clone();
            Arrays.fill(clear, 0, 8, (byte) 0);
            return clear;
        });
        TestTable unfiltered = fruit("apple", "banana", "cherry").withoutFilter();
        assertRefused("has 2 keys, 3 were read before", filtered, fruit("apple", "banana"));
        assertRefused("has a filter that denies 3 of its keys", filtered, cleared);
        assertRefused("has no filter", filtered, unfiltered);
        WriteCheck dropped = WriteCheck.with(Optional.empty(), original, before);
        assertRefused("has 2 readable keys, 3 were read before", dropped, fruit("apple", "banana"));
        assertRefused("is no-filter, the table was ok", WriteCheck.same(original, before), unfiltered);
        TestTable four = fruit("apple", "banana", "cherry", "damson");
        assertRefused("has 4 keys, 3 were read before", filtered, four);
        assertRefused("has 4 readable keys, 3 were read before", dropped, four.withoutFilter());
    }

    private void assertRefused(String how, WriteCheck check, TestTable table) throws IOException {
        assertEquals(
                "another program changed the table while it was copied: the copy " + how,
                refusal(check, table.bytes()));
    }

    private String refusal(WriteCheck check, byte[] table) throws IOException {
        Path written = Files.write(folder.resolve("written"), table);
        FileSystemException e = assertThrows(FileSystemException.class, () -> check.check(written));
        assertEquals("original.ldb", e.getFile());
        return e.getReason();
    }

    /** A block beside the data, too, and the properties, whichever of them no check of keys needs. */
    @Test
    void everyBlockOfWhatWasWrittenIsRead() throws IOException {
        byte[] table = table("").bytes();
        Path original = Path.of("original.ldb");
        TableReport before = TableReport.of(Rebuilt.open(table));
        List<WriteCheck> checks = List.of(
                WriteCheck.same(original, before),
                WriteCheck.with(Optional.empty(), original, before),
                WriteCheck.with(
                        Rebuilt.of(table, FilterPlan.KEEP.withBitsPerKey(10))
                                .result()
                                .filter(),
                        original,
                        before));
        for (MetaindexEntry entry : Rebuilt.open(table).metaindex()) {
            BlockHandle block = entry.handle().orElseThrow();
            byte[] damaged = TestBlocks.flipped(table, 8 * block.offset() + 8);
            for (WriteCheck check : checks) {
                check.check(Files.write(folder.resolve("written"), table));
                String refusal = refusal(check, damaged);
                assertTrue(refusal.contains("the copy is damaged at offset " + block.offset() + ": "), refusal);
            }
        }
    }

    static List<byte[]> tables() {
        List<byte[]> tables = new ArrayList<>();
        TestTable table = TestTable.ofInternalKeys().block("apple", "banana").block("cherry");
        tables.add(table.bytes());
        tables.add(table.properties("rocksdb.num.entries", "\3").bytes());
        tables.add(table.properties(
                        "rocksdb.block.based.table.whole.key.filtering",
                        "1",
                        "rocksdb.comparator",
                        "leveldb.BytewiseComparator")
                .withoutFilter()
                .bytes());
        tables.add(RecipeTables.rocksDb().table("rocks629-fv5-flush").bytes());
        return tables;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void footerMetaindexPropertiesAndIndexAreReadOnce(byte[] bytes) throws IOException {
        TableFile parts = Rebuilt.open(bytes);
        for (FilterPlan plan : PLANS) {
            WatchedSource source = new WatchedSource(bytes, bytes, 0);
            TableRebuild.of(TableFile.open(source), plan, FilterHints.NONE)
                    .writeTo(Channels.newChannel(new ByteArrayOutputStream()));
            source.assertReadOnce("footer", parts.footerOffset(), bytes.length);
            BlockHandle index = parts.footer().index();
            source.assertReadOnce("index", index.offset(), index.end());
            BlockHandle metaindex = parts.footer().metaindex();
            source.assertReadOnce("metaindex", metaindex.offset(), metaindex.end());
            parts.metaindex().stream()
                    .filter(entry -> entry.key().equals("rocksdb.properties"))
                    .map(entry -> entry.handle().orElseThrow())
                    .forEach(handle -> source.assertReadOnce("properties", handle.offset(), handle.end()));
        }
    }

    /** As sockets and pipes do. */
    @Test
    void aChannelThatTakesFewBytesAtOnceGetsAllOfThem() throws IOException {
        byte[] table = fruit("apple", "banana").bytes();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WritableByteChannel slow = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer src) {
                byte[] taken = new byte[Math.min(7, src.remaining())];
                src.get(taken);
                out.writeBytes(taken);
                return taken.length;
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
        TableRebuild.of(Rebuilt.open(table), OTHER_BITS, FilterHints.NONE).writeTo(slow);
        assertArrayEquals(Rebuilt.of(table, OTHER_BITS).bytes(), out.toByteArray());
    }

    /** Browser data, wallets: only users who may read the table can read the copy. */
    @Test
    void theCopyOfAPrivateTableIsPrivate() throws IOException {
        Path in = Files.write(folder.resolve("in.ldb"), table("").bytes());
        for (String permissions : List.of("rw-------", "r--r-----", "rw-rw-r--")) {
            Files.setPosixFilePermissions(in, PosixFilePermissions.fromString(permissions));
            TableRebuild.rebuild(in, out(), OTHER_BITS, FilterHints.NONE);
            assertEquals(permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(out())));
            Files.delete(out());
        }
        try (Stream<Path> entries = Files.list(folder)) {
            assertEquals(List.of(in), entries.toList());
        }
    }
}
