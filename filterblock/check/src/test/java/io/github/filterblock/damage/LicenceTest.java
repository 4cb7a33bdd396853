// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.LicenceToDeny.Ground;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Mutator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No key that is in a data block is called absent, whatever index, metaindex, properties and footer say. The keys are
 * those of the sound table, whose data blocks stay as they are.
 */
@Tag("TF-11")
@Tag("TF-12")
class LicenceTest {
    private static final byte[] SEEK_TAG = {1, -1, -1, -1, -1, -1, -1, -1};

    private static TestTable ten() {
        TestTable table = TestTable.ofInternalKeys();
        for (int i = 0; i < 10; i++) {
            table.block(keys(i));
        }
        return table;
    }

    private static byte[][] keys(int block) {
        return Stream.of("a", "b", "c", "d")
                .map(end -> ("key" + block + end).getBytes(UTF_8))
                .toArray(byte[][]::new);
    }

    private static TableReport report(byte[] table) throws IOException {
        return TableReport.of(BytesSource.open(table));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9})
    void aBlockThatTheIndexLeavesOutAtTheEndIsMissed(int left) throws IOException {
        byte[] table = ten().changeIndexEntries(entries ->
                        entries.subList(entries.size() - left, entries.size()).clear())
                .bytes();
        TableReport report = report(table);
        assertEquals(Ground.COMPLETE, report.licence().missing().orElseThrow().ground());
        assertEquals(
                List.of(Rule.TF_11),
                report.findings().first().stream()
                        .map(Finding::rule)
                        .filter(rule -> rule == Rule.TF_11)
                        .toList());
        TableQuery query = new TableQuery(report);
        for (int block = 0; block < 10; block++) {
            for (byte[] key : keys(block)) {
                assertTrue(query.ask(key).mayMatch());
                assertTrue(query.explain(key).mayMatch());
            }
        }
        CorruptTableException e = assertThrows(
                CorruptTableException.class,
                () -> TableRebuild.of(BytesSource.open(table), FilterPlan.KEEP, FilterHints.NONE));
        assertEquals(CorruptTableException.Reason.BAD_ORDER, e.reason());
        assertThrows(
                CorruptTableException.class,
                () -> report.visitKeys(BytesSource.open(table), KeyFormat.USER_KEY, (offset, key, length) -> {}));
    }

    @Test
    void aMetaindexEntryThatLeadsToADataBlockDoesNotHideIt() throws IOException {
        byte[][] last = new byte[1][];
        byte[] table = ten().changeIndexEntries(
                        entries -> last[0] = entries.get(9).value())
                .bytes();
        byte[] hidden = ten().changeIndexEntries(entries -> entries.remove(9))
                .changeMetaindexEntries(entries -> entries.add(new Entry("other.block".getBytes(UTF_8), last[0])))
                .bytes();
        assertTrue(report(table).licence().isGranted());
        assertFalse(report(hidden).licence().isGranted());
    }

    @Test
    void zerosBetweenBlocksArePadding() throws IOException {
        TableReport report = report(ten().bytes());
        assertEquals(Optional.empty(), report.licence().missing());
        assertEquals(TableQuery.Search.INDEX, new TableQuery(report).search());
    }

    private static byte[] twoNumbers(long one, long other) {
        return ByteBuffer.allocate(16).putLong(one).putLong(other).array();
    }

    /** Two big-endian numbers look like a user key and its tag. */
    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void keysThatOnlyLookTaggedProveNothing(int count) throws IOException {
        for (boolean descending : new boolean[] {false, true}) {
            byte[][] keys = new byte[count][];
            for (int i = 0; i < count; i++) {
                keys[i] = twoNumbers(descending ? count - i : i, i);
            }
            byte[] table = TestTable.ofWholeKeys().withoutFilter().block(keys).bytes();
            TableReport report = report(table);
            assertEquals(Optional.empty(), report.identification().keyFormat());
            assertEquals(
                    Ground.KEY_FORMAT, report.licence().missing().orElseThrow().ground());
            UnwritableFilterException e = assertThrows(
                    UnwritableFilterException.class,
                    () -> TableRebuild.of(BytesSource.open(table), FilterPlan.KEEP, FilterHints.NONE));
            assertEquals(UnwritableFilterException.Parameter.KEY_DOMAIN, e.parameter());
            FilterHints hints = new FilterHints(Optional.empty(), Optional.of(KeyFormat.WHOLE_KEY));
            assertEquals(
                    KeyFormat.WHOLE_KEY,
                    TableRebuild.of(BytesSource.open(table), FilterPlan.KEEP, hints)
                            .report()
                            .filter()
                            .orElseThrow()
                            .keyFormat());
        }
    }

    /** Kind 2 occurs in tables of Basho and RocksDB, which a metaindex without entries does not tell. */
    @Test
    void aTagOfAnUnusualKindDoesNotProveAWholeKey() throws IOException {
        byte[] table = TestTable.ofWholeKeys()
                .withoutFilter()
                .block(
                        TestTable.internalKey("a".getBytes(UTF_8), 1, 1),
                        TestTable.internalKey("b".getBytes(UTF_8), 2, 2))
                .bytes();
        assertEquals(Optional.empty(), report(table).identification().keyFormat());
    }

    @Test
    void shortenedKeysOfTheIndexProveUserKeys() throws IOException {
        byte[] table = TestTable.ofInternalKeys()
                .withoutFilter()
                .block("apple", "banana")
                .changeIndexEntries(entries -> entries.set(
                        0,
                        new Entry(
                                concat("c".getBytes(UTF_8), SEEK_TAG),
                                entries.get(0).value())))
                .bytes();
        assertEquals(
                Optional.of(KeyFormat.USER_KEY), report(table).identification().keyFormat());
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    /** RocksDB's keys with timestamps: the filter is over what is in front of them. */
    @Test
    void aComparatorThatMayTransformKeysWithholdsTheLicence() throws IOException {
        for (String comparator : List.of("leveldb.BytewiseComparator.u64ts", "mine")) {
            byte[] table = ten().properties("rocksdb.comparator", comparator).bytes();
            TableReport report = report(table);
            assertEquals(
                    Ground.PLAIN_KEYS, report.licence().missing().orElseThrow().ground());
            assertEquals(0, report.falseNegatives());
            assertTrue(new TableQuery(report).ask("none".getBytes(UTF_8)).mayMatch());
            TableFile file = BytesSource.open(table);
            assertTrue(file.openFilter().orElseThrow().keyMayMatch(0, "none".getBytes(UTF_8)));
            assertThrows(
                    UnwritableFilterException.class,
                    () -> TableRebuild.of(BytesSource.open(table), FilterPlan.KEEP, FilterHints.NONE));
        }
        for (String comparator : List.of("leveldb.BytewiseComparator", "rocksdb.ReverseBytewiseComparator")) {
            byte[] table = ten().properties("rocksdb.comparator", comparator).bytes();
            assertFalse(BytesSource.open(table).openFilter().orElseThrow().keyMayMatch(0, "none".getBytes(UTF_8)));
        }
    }

    static List<TableCase> tables() {
        List<TableCase> tables = new ArrayList<>(SmallTables.all());
        tables.removeIf(table -> table.name().equals("RocksDB's footer"));
        tables.add(TableCase.of("ten", ten().bytes()));
        tables.add(TableCase.of(
                "properties",
                ten().properties("rocksdb.comparator", "leveldb.BytewiseComparator")
                        .bytes()));
        return tables;
    }

    /** Every change is of index, metaindex, properties or footer, with checksums that fit. */
    @ParameterizedTest
    @MethodSource("tables")
    void noChangeOfWhatLeadsToTheKeysHidesOne(TableCase sound) throws IOException {
        sound.checked();
        int mutations = Scale.times(250);
        for (int number = 0; number < mutations; number++) {
            byte[] changed = changed(sound, new Mutator(number * 31L + sound.bytes().length));
            assertDeniesNone(sound, changed, number);
        }
    }

    private static byte[] changed(TableCase sound, Mutator mutator) throws IOException {
        TableParts parts = TableParts.of(sound.bytes());
        int kind = mutator.choose(6);
        if (kind == 0) {
            parts.indexDamage = mutator::mutate;
        } else if (kind <= 2) {
            List<IndexEntry> index = BytesSource.open(parts.table()).index();
            parts.indexDamage = any -> index(index, mutator);
        } else if (kind == 3) {
            parts.metaindexDamage = mutator::mutate;
        } else if (kind == 4) {
            List<IndexEntry> index = BytesSource.open(parts.table()).index();
            List<MetaindexEntry> metaindex = BytesSource.open(parts.table()).metaindex();
            parts.indexDamage = any -> index(index, mutator);
            parts.metaindexDamage = any -> metaindex(metaindex, index, mutator);
        } else {
            byte[] table = parts.table();
            int at = table.length - 48 + mutator.choose(40);
            table[at] = (byte) mutator.choose(256);
            return table;
        }
        return parts.table();
    }

    private static byte[] index(List<IndexEntry> index, Mutator mutator) {
        List<Entry> entries = new ArrayList<>();
        for (IndexEntry entry : index) {
            entries.add(new Entry(entry.key(), entry.handle().encode()));
        }
        for (int count = 1 + mutator.choose(2); count > 0 && !entries.isEmpty(); count--) {
            int at = mutator.choose(3) == 0 ? entries.size() - 1 : mutator.choose(entries.size());
            Entry entry = entries.get(at);
            BlockHandle handle = index.get(mutator.choose(index.size())).handle();
            switch (mutator.choose(6)) {
                case 0 -> entries.remove(at);
                case 1 -> entries.set(at, new Entry(mutator.mutate(entry.key()), entry.value()));
                case 2 ->
                    entries.set(
                            at,
                            new Entry(
                                    Arrays.copyOf(entry.key(), mutator.choose(entry.key().length + 1)), entry.value()));
                case 3 -> entries.set(at, new Entry(concat(entry.key(), SEEK_TAG), entry.value()));
                case 4 -> entries.set(at, new Entry(entry.key(), handle.encode()));
                default ->
                    entries.set(
                            at,
                            new Entry(
                                    entry.key(),
                                    new BlockHandle(
                                                    handle.offset() + mutator.choose(3) - 1,
                                                    handle.size() + mutator.choose(3))
                                            .encode()));
            }
        }
        return TestBlocks.entries(entries, 1);
    }

    private static byte[] metaindex(List<MetaindexEntry> metaindex, List<IndexEntry> index, Mutator mutator) {
        List<Entry> entries = new ArrayList<>();
        for (MetaindexEntry entry : metaindex) {
            byte[] key = entry.key().getBytes(ISO_8859_1);
            byte[] value = entry.handle().orElseThrow().encode();
            switch (mutator.choose(5)) {
                case 0 -> entries.add(new Entry(mutator.mutate(key), value));
                case 1 -> entries.add(new Entry(Arrays.copyOf(key, mutator.choose(key.length + 1)), value));
                case 2 ->
                    entries.add(new Entry(
                            key,
                            index.get(mutator.choose(index.size())).handle().encode()));
                default -> entries.add(new Entry(key, value));
            }
        }
        if (mutator.choose(2) == 0) {
            entries.add(new Entry(
                    "other".getBytes(UTF_8),
                    index.get(index.size() - 1).handle().encode()));
        }
        return TestBlocks.entries(entries, 1);
    }

    private static void assertDeniesNone(TableCase sound, byte[] changed, int number) throws IOException {
        try {
            TableFile table = BytesSource.open(changed);
            TableQuery query = new TableQuery(TableReport.of(table));
            assertNone(sound, number, query.search().id(), sound.deniedBy(query, 0, 1));
            if (number % 8 == 0) {
                TableRebuild rebuild = TableRebuild.of(table, FilterPlan.KEEP, FilterHints.NONE);
                if (rebuild.report().filter().isPresent()) {
                    assertTrue(
                            TableReport.of(table).licence().isGranted()
                                    || sound.keys().isEmpty(),
                            sound.name());
                }
            }
        } catch (CorruptTableException | UnwritableFilterException e) {
            // refused, as it should be
        }
    }

    private static void assertNone(TableCase sound, int number, String how, Optional<?> denied) {
        assertTrue(denied.isEmpty(), () -> sound.name() + " " + number + " " + how + " denies " + denied);
    }
}
