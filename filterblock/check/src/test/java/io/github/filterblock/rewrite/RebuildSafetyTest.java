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
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rebuild must not copy, and which users may read its output. */
class RebuildSafetyTest {
    private static final FilterPlan OTHER_BITS = FilterPlan.KEEP.withBitsPerKey(14);

    @TempDir
    Path folder;

    private Path out() {
        return folder.resolve("out.ldb");
    }

    private static TestTable table(String suffix) {
        return TestTable.ofInternalKeys()
                .block("apple" + suffix, "banana" + suffix)
                .block("cherry" + suffix, "damson" + suffix)
                .properties("rocksdb.num.entries", "4");
    }

    /** A file that is replaced at a certain read. */
    private record ChangingSource(byte[] before, byte[] after, int[] readsLeft) implements TableSource {
        @Override
        public String name() {
            return "changing";
        }

        @Override
        public long size() {
            return before.length;
        }

        @Override
        public void read(long position, byte[] dst, int offset, int length) {
            System.arraycopy(readsLeft[0]-- > 0 ? before : after, (int) position, dst, offset, length);
        }

        @Override
        public void close() {}
    }

    /** With right checksums: only the keys differ. */
    @Test
    void aTableThatIsRewrittenBetweenThePassesGivesASoundFileOrNone() throws IOException {
        byte[] before = table("-old").bytes();
        byte[] after = table("-new").bytes();
        assertEquals(before.length, after.length);
        int changed = assertSoundOrNone(before, after);
        assertTrue(changed > 0, "a changed table was noticed " + changed + " times");
    }

    @Test
    void aTableThatIsDamagedBetweenThePassesGivesASoundFileOrNone() throws IOException {
        byte[] before = table("-old").bytes();
        byte[] after = before.clone();
        after[20] ^= 1;
        assertTrue(assertSoundOrNone(before, after) > 0);
    }

    private int assertSoundOrNone(byte[] before, byte[] after) throws IOException {
        Path in = Files.write(folder.resolve("in.ldb"), before);
        int noticed = 0;
        for (FilterPlan plan : List.of(FilterPlan.KEEP, FilterPlan.DROP, OTHER_BITS)) {
            boolean whole = false;
            for (int reads = 1; !whole; reads++) {
                int[] left = {reads};
                try (TableFile table = TableFile.open(new ChangingSource(before, after, left))) {
                    TableRebuild.rebuild(table, in, out(), plan, FilterHints.NONE);
                    whole = left[0] >= 0;
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
                    TableReport.of(table, FilterHints.NONE).verifiedStatus());
        }
    }

    /** Whatever block it is, and whatever its name says: it would be copied as it is. */
    @Test
    @Tag("TF-4")
    void everyBlockThatTheMetaindexLeadsToIsChecked() throws IOException {
        for (String name : List.of("rocksdb.properties", "filters.rocksdb", "filter.z", "any")) {
            byte[] bytes = table("")
                    .changeMetaindexEntries(entries ->
                            entries.set(1, Entry.of(name, entries.get(1).value())))
                    .bytes();
            BlockHandle handle = Rebuilt.open(bytes).metaindex().get(1).handle().orElseThrow();
            bytes[(int) handle.offset()] ^= 4;
            for (FilterPlan plan : List.of(FilterPlan.KEEP, FilterPlan.DROP, OTHER_BITS)) {
                CorruptTableException e =
                        assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes, plan), name);
                assertEquals(handle.offset(), e.offset());
            }
        }
    }

    private static List<String> keys(byte[] table) throws IOException {
        return Rebuilt.open(table).metaindex().stream().map(MetaindexEntry::key).toList();
    }

    private static byte[] disordered() {
        return table("")
                .changeMetaindexEntries(entries -> {
                    entries.add(Entry.of("a.last", entries.get(1).value()));
                    Collections.reverse(entries);
                    entries.add(Entry.of("z.any", entries.get(1).value()));
                    entries.add(Entry.of("m.any", entries.get(1).value()));
                    entries.add(Entry.of("a.last", entries.get(1).value()));
                })
                .bytes();
    }

    @Test
    @Tag("TF-9")
    void aMetaindexComesOutInOrderEachNameOnce() throws IOException {
        String filter = "filter.leveldb.BuiltinBloomFilter2";
        byte[] table = disordered();
        assertEquals(List.of("a.last", "rocksdb.properties", filter, "z.any", "m.any", "a.last"), keys(table));
        for (FilterPlan plan : List.of(FilterPlan.KEEP, OTHER_BITS)) {
            Rebuilt rebuilt = Rebuilt.of(table, plan);
            assertEquals(List.of("a.last", filter, "m.any", "rocksdb.properties", "z.any"), keys(rebuilt.bytes()));
            assertFalse(rebuilt.report().identical());
            assertArrayEquals(rebuilt.bytes(), rebuilt.again(FilterPlan.KEEP).bytes());
        }
        assertEquals(
                List.of("a.last", "m.any", "rocksdb.properties", "z.any"),
                keys(Rebuilt.of(table, FilterPlan.DROP).bytes()));
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
