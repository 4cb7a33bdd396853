// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a licence to deny needs; {@link LicenceMutationTest} has what nobody thought of. */
@Tag("TF-11")
@Tag("TF-12")
class LicenceTest {
    private static final byte[] NONE = "none".getBytes(UTF_8);
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

    private static TestTable without(int first, int last) {
        return ten().changeIndexEntries(entries -> entries.subList(first, last).clear());
    }

    /** The last data block is not in the index; the handle of another block of the file leads to a part of it. */
    private static TestTable hidden(String name, TestTable table, int last, int less) {
        BlockHandle block = table.write().data().get(last);
        byte[] handle = TestBlocks.handle(block.offset(), block.size() - less);
        return table.withoutFilter()
                .changeIndexEntries(entries -> entries.remove(last))
                .changeMetaindexEntries(entries -> entries.add(Entry.of(name, handle)));
    }

    private static byte[] withABlockBehindTheIndex() throws IOException {
        byte[] table = ten().bytes();
        int footer = table.length - Footer.LENGTH;
        int end = (int) BytesSource.open(table).index().get(0).handle().end();
        return TestBlocks.join(
                Arrays.copyOf(table, footer),
                Arrays.copyOf(table, end),
                Arrays.copyOfRange(table, footer, table.length));
    }

    /** Ten zeros, the values of the keys, can be read as a handle. */
    private static byte[] withADataBlockAsMetaindex() {
        TestFile file = without(9, 10)
                .withoutFilter()
                .changeMetaindex(contents -> new byte[] {1, 2, 3, 4, 5, 6, 7})
                .write();
        byte[] footer = TestBlocks.footer(TestBlocks.handle(file.data().get(9)), TestBlocks.handle(file.index()));
        return TestBlocks.join(Arrays.copyOf(file.bytes(), file.bytes().length - footer.length), footer);
    }

    /** An index of another type has no data blocks that can be seen; only RocksDB's footer makes first keys one. */
    private static TestTable withIndexOfType(int type, TestTable table) {
        return table.properties("rocksdb.block.based.table.index.type", (char) type + "\0\0\0");
    }

    /** Tables that may lack keys. */
    private static Map<String, byte[]> incomplete() throws IOException {
        Map<String, byte[]> tables = new LinkedHashMap<>();
        tables.put("the index leaves out the last block", without(9, 10).bytes());
        tables.put("the index leaves out two blocks", without(8, 10).bytes());
        tables.put("the index leaves out all but the first", without(1, 10).bytes());
        tables.put("a block behind the index", withABlockBehindTheIndex());
        tables.put(
                "a metaindex entry hides a block",
                hidden("other.block", ten(), 9, 0).bytes());
        tables.put(
                "a filter hides a part of a block",
                hidden("filter." + TestTable.LEVELDB, ten(), 9, 1).bytes());
        TestTable unread = TestTable.ofInternalKeys().block("apple").undecoded(0);
        tables.put(
                "a filter hides an unread block",
                hidden("filter." + TestTable.LEVELDB, unread, 0, 0).bytes());
        tables.put("a data block in the place of the metaindex", withADataBlockAsMetaindex());
        tables.put("an index called partitioned", withIndexOfType(2, ten()).bytes());
        tables.put("a part of one", withIndexOfType(2, without(0, 1)).bytes());
        tables.put("none at all", withIndexOfType(2, without(0, 10)).bytes());
        byte[] firstKeys = withIndexOfType(3, ten()).bytes();
        tables.put("an index called one of first keys", LicenceTables.withRocksDbFooter(firstKeys));
        return tables;
    }

    @TestFactory
    Stream<DynamicTest> tablesThatMayLackKeysDenyNone() throws IOException {
        return incomplete().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    byte[] table = each.getValue();
                    TableReport report = report(table);
                    assertEquals(
                            Ground.COMPLETE,
                            report.licence().missing().orElseThrow().ground());
                    Rule rule = each.getKey().contains("unread") ? Rule.TF_6 : Rule.TF_11;
                    assertTrue(
                            report.findings().first().stream().anyMatch(finding -> finding.rule() == rule),
                            () -> report.findings().first().toString());
                    TableQuery query = new TableQuery(report);
                    assertTrue(query.ask(NONE).mayMatch());
                    assertTrue(query.explain(NONE).mayMatch());
                    for (int block = 0; block < 10; block++) {
                        for (byte[] key : keys(block)) {
                            assertTrue(query.ask(key).mayMatch());
                        }
                    }
                    assertThrows(
                            CorruptTableException.class,
                            () -> TableRebuild.of(BytesSource.open(table), FilterPlan.KEEP, FilterHints.NONE));
                    assertThrows(
                            CorruptTableException.class,
                            () -> TableKeys.visit(
                                    BytesSource.open(table),
                                    report.structure(),
                                    KeyFormat.USER_KEY,
                                    (offset, key, length) -> {}));
                    if (each.getKey().contains("index called")) {
                        assertEquals(TableStatus.CORRUPT, report.status());
                        assertEquals(
                                List.of(CorruptTableException.Reason.BAD_ORDER),
                                report.damage().stream()
                                        .map(CorruptTableException::reason)
                                        .toList());
                        assertTrue(query.askFilter(0, NONE));
                    }
                }));
    }

    /** Zeros between blocks are padding, first keys are RocksDB's, and a filter may be damaged and is built again. */
    @Test
    void completeTablesHaveTheGround() throws IOException {
        TableReport report = report(ten().bytes());
        assertEquals(Optional.empty(), report.licence().missing());
        assertEquals(TableQuery.Search.INDEX, new TableQuery(report).search());
        assertTrue(report(withIndexOfType(3, ten()).bytes()).licence().isGranted());
        TestFile file = ten().write();
        byte[] damaged =
                TestBlocks.flipped(file.bytes(), 8 * file.filter().orElseThrow().offset());
        assertEquals(Optional.empty(), report(damaged).licence().missing(Ground.COMPLETE));
    }

    /** RocksDB's keys have a tag; what has keys without one is not RocksDB's, whatever its properties say. */
    @Test
    void aKeyWithoutRoomForATagSpeaksAgainstRocksDb() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("a", "key", "key12345678");
        TableQuery query =
                new TableQuery(report(table.properties("rocksdb.any", "1").bytes()));
        assertTrue(query.askFilter(0, NONE));
        assertTrue(query.ask(NONE).mayMatch());
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
                                TestBlocks.join("c".getBytes(UTF_8), SEEK_TAG),
                                entries.get(0).value())))
                .bytes();
        assertEquals(
                Optional.of(KeyFormat.USER_KEY), report(table).identification().keyFormat());
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
            assertTrue(new TableQuery(report).ask(NONE).mayMatch());
            TableFile file = BytesSource.open(table);
            assertTrue(file.openFilter().orElseThrow().keyMayMatch(0, NONE));
            assertThrows(
                    UnwritableFilterException.class,
                    () -> TableRebuild.of(BytesSource.open(table), FilterPlan.KEEP, FilterHints.NONE));
        }
        for (String comparator : List.of("leveldb.BytewiseComparator", "rocksdb.ReverseBytewiseComparator")) {
            byte[] table = ten().properties("rocksdb.comparator", comparator).bytes();
            assertFalse(BytesSource.open(table).openFilter().orElseThrow().keyMayMatch(0, NONE));
        }
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
