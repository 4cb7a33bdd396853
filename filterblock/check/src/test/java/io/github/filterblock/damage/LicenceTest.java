// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.LicenceToDeny.Ground;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a licence to deny needs; {@link LicenceMutationTest} has what nobody thought of. */
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
                () -> TableKeys.visit(
                        BytesSource.open(table), report.structure(), KeyFormat.USER_KEY, (offset, key, length) -> {}));
    }

    @Test
    void aBlockBehindTheIndexIsMissed() throws IOException {
        byte[] table = ten().bytes();
        int footer = table.length - Footer.LENGTH;
        int end = (int) BytesSource.open(table).index().get(0).handle().end();
        byte[] longer = concat(
                concat(Arrays.copyOf(table, footer), Arrays.copyOf(table, end)),
                Arrays.copyOfRange(table, footer, table.length));
        assertFalse(report(longer).licence().isGranted());
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

    /** A filter may be damaged, and is built again; but not where a data block is that the index leaves out. */
    @Test
    void aFilterDoesNotHideADataBlock() throws IOException {
        assertHidden(ten(), 9, 1);
        assertHidden(TestTable.ofInternalKeys().block("apple").undecoded(0), 0, 0);
        TestFile file = ten().write();
        byte[] damaged =
                TestBlocks.flipped(file.bytes(), 8 * file.filter().orElseThrow().offset());
        assertEquals(Optional.empty(), report(damaged).licence().missing(Ground.COMPLETE));
    }

    /** The index leaves out the last block, and the handle of the filter leads to some bytes less of it. */
    private static void assertHidden(TestTable table, int last, int less) throws IOException {
        BlockHandle block = table.write().data().get(last);
        byte[] handle = TestBlocks.handle(block.offset(), block.size() - less);
        byte[] hidden = table.withoutFilter()
                .changeIndexEntries(entries -> entries.remove(last))
                .changeMetaindexEntries(entries -> entries.add(Entry.of("filter." + TestTable.LEVELDB, handle)))
                .bytes();
        assertEquals(
                Ground.COMPLETE,
                report(hidden).licence().missing().orElseThrow().ground());
    }

    /** Ten zeros, the values of the keys, can be read as a handle. */
    @Test
    void aDataBlockInThePlaceOfTheMetaindexIsMissed() throws IOException {
        TestFile file = ten().withoutFilter()
                .changeIndexEntries(entries -> entries.remove(9))
                .changeMetaindex(contents -> new byte[] {1, 2, 3, 4, 5, 6, 7})
                .write();
        byte[] bytes = file.bytes();
        byte[] footer = TestBlocks.footer(TestBlocks.handle(file.data().get(9)), TestBlocks.handle(file.index()));
        System.arraycopy(footer, 0, bytes, bytes.length - footer.length, footer.length);
        assertEquals(
                Ground.COMPLETE, report(bytes).licence().missing().orElseThrow().ground());
    }

    /** RocksDB's keys have a tag; what has keys without one is not RocksDB's, whatever its properties say. */
    @Test
    void aKeyWithoutRoomForATagSpeaksAgainstRocksDb() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("a", "key", "key12345678");
        TableQuery query =
                new TableQuery(report(table.properties("rocksdb.any", "1").bytes()));
        assertTrue(query.askFilter(0, "none".getBytes(UTF_8)));
        assertTrue(query.ask("none".getBytes(UTF_8)).mayMatch());
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

    /** Whose keys are not seen because the index is said to be partitioned may have the filter of another dialect. */
    @Test
    void anIndexThatIsOnlyCalledPartitionedHidesNoKeys() throws IOException {
        TestTable table = ten().properties("rocksdb.block.based.table.index.type", "\2\0\0\0");
        assertNotPartitioned(table.bytes());
        assertNotPartitioned(
                table.changeIndexEntries(entries -> entries.remove(0)).bytes());
        assertNotPartitioned(table.changeIndexEntries(List::clear).bytes());
    }

    /** The same for an index with first keys, which only RocksDB's footer makes unreadable. */
    @Test
    void anIndexThatIsOnlySaidToHoldFirstKeysHidesNoKeys() throws IOException {
        TestTable table = ten().properties("rocksdb.block.based.table.index.type", "\3\0\0\0");
        assertEquals(Optional.empty(), report(table.bytes()).licence().missing());
        assertNotPartitioned(LicenceTables.withRocksDbFooter(table.bytes()));
    }

    private static void assertNotPartitioned(byte[] table) throws IOException {
        TableReport report = report(table);
        assertEquals(
                List.of(CorruptTableException.Reason.BAD_ORDER),
                report.damage().stream().map(CorruptTableException::reason).toList());
        assertEquals(TableStatus.CORRUPT, report.status());
        assertEquals(Ground.COMPLETE, report.licence().missing().orElseThrow().ground());
        TableQuery query = new TableQuery(report);
        assertTrue(query.ask("none".getBytes(UTF_8)).mayMatch());
        assertTrue(query.askFilter(0, "none".getBytes(UTF_8)));
    }

    private static final String ROCKSDB = "rocksdb.BuiltinBloomFilter";
    private static final byte[][] HIGH_KEYS = IntStream.range(0x80, 0x100)
            .mapToObj(last -> new byte[] {'k', 'e', 'y', 'k', 'e', 'y', (byte) last})
            .toArray(byte[][]::new);

    /** RocksDB's filter under another name; its blocks cannot be read but for the first ones. */
    private static TestTable named(String name, int readable) {
        TestTable table = TestTable.ofInternalKeys().policy(name, ReferencePolicy.signedTailBloom(10));
        for (int i = 0; i < readable; i++) {
            table.block(keys(i));
        }
        return table.block(HIGH_KEYS).undecoded(readable);
    }

    /** Where keys are not read, nothing shows that a name is right. */
    @ParameterizedTest
    @Tag("TF-14")
    @ValueSource(ints = {0, 1, 2})
    void aNameThatNoKeyConfirmsIsNotBelieved(int readable) throws IOException {
        String[] properties = {"rocksdb.comparator", "leveldb.BytewiseComparator"};
        for (String name : List.of(TestTable.LEVELDB, TestTable.OLD_LEVELDB)) {
            TestTable table = named(name, readable);
            assertMayMatch(table.bytes());
            byte[] rocksDb = table.properties(properties).bytes();
            assertMayMatch(rocksDb);
            assertMayMatch(LicenceTables.withRocksDbFooter(rocksDb));
            FilterBlockReader reader = BytesSource.open(rocksDb).openFilter().orElseThrow();
            assertTrue(Stream.of(HIGH_KEYS).allMatch(key -> reader.keyMayMatch(0, key)));
        }
        byte[] sound = named(ROCKSDB, readable).properties(properties).bytes();
        assertMayMatch(sound);
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK),
                report(sound).identification().dialects());
    }

    private static void assertMayMatch(byte[] table) throws IOException {
        TableQuery query = new TableQuery(report(table));
        for (byte[] key : HIGH_KEYS) {
            assertTrue(query.askFilter(0, key));
            assertTrue(query.explain(0, key).decisive().orElseThrow().mayMatch());
        }
        assertTrue(Stream.of("none", "nothing", "no key").anyMatch(key -> !query.askFilter(0, key.getBytes(UTF_8))));
    }
}
