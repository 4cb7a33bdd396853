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
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyCertainty.Doubt;
import io.github.filterblock.analysis.KeyCertainty.Subject;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of RocksDB without a checksum that is known: any stretch of the file passes for a block, so only what the
 * properties say shows that the index leaves out no data.
 */
@Tag("RF-3")
@Tag("TF-11")
@Tag("TF-12")
class UnprotectedTableTest {
    private static final int CRC32C = 1;
    private static final int BLOCKS = 6;
    private static final int KEYS = 5;
    private static final String BYTEWISE = "leveldb.BytewiseComparator";

    /** Types of compression; one byte more is of no writer. */
    private static final int LAST_KNOWN_TYPE = 8;

    private static final String FULL = "fullfilter.rocksdb.BuiltinBloomFilter";
    private static final String PARTITIONED = "partitionedfilter.rocksdb.BuiltinBloomFilter";
    private static final String PROPERTIES = "rocksdb.properties";

    /** Which properties and filters a table has. */
    private static Stream<TestTable> tables() {
        List<TestTable> tables = new ArrayList<>();
        for (boolean filtered : new boolean[] {true, false}) {
            for (boolean sized : new boolean[] {true, false}) {
                TestTable table = TestTable.ofInternalKeys().valueLength(60);
                for (int i = 0; i < BLOCKS; i++) {
                    table.block(keys(i));
                }
                table = filtered ? table : table.withoutFilter();
                tables.add(sized ? withSize(table, BLOCKS - 1) : table.properties("rocksdb.comparator", BYTEWISE));
            }
        }
        return tables.stream();
    }

    /** The data ends with a block, if the properties are believed; the number of entries is right. */
    private static TestTable withSize(TestTable table, int last) {
        byte[] end = TestBlocks.varint(table.write().data().get(last).end());
        return table.properties(
                Entry.of("rocksdb.comparator", BYTEWISE.getBytes(UTF_8)),
                Entry.of("rocksdb.data.size", end),
                Entry.of("rocksdb.num.entries", TestBlocks.varint(KEYS * BLOCKS)));
    }

    private static byte[][] keys(int block) {
        return IntStream.range(0, KEYS)
                .mapToObj(i -> ("key" + block + i).getBytes(UTF_8))
                .toArray(byte[][]::new);
    }

    /** Under RocksDB's footer; of type 0 the checksums are zero. */
    private static byte[] bytes(TestTable table, int checksum) {
        TestFile file = table.write();
        byte[] bytes = LicenceTables.withRocksDbFooter(file.bytes(), checksum);
        if (checksum == 0) {
            List<BlockHandle> blocks = new ArrayList<>(file.data());
            file.filter().ifPresent(blocks::add);
            long properties = blocks.get(blocks.size() - 1).end();
            blocks.add(
                    new BlockHandle(properties, file.metaindex().offset() - BlockHandle.TRAILER_LENGTH - properties));
            blocks.addAll(List.of(file.metaindex(), file.index()));
            blocks.forEach(each -> Arrays.fill(bytes, (int) each.end() - Integer.BYTES, (int) each.end(), (byte) 0));
        }
        return bytes;
    }

    private static TestTable withoutLast(TestTable table, int count) {
        return table.changeIndexEntries(
                entries -> entries.subList(BLOCKS - count, BLOCKS).clear());
    }

    private static BlockHandle span(TestTable table, int first, int last) {
        List<BlockHandle> data = table.write().data();
        long start = data.get(first).offset();
        return new BlockHandle(start, data.get(last).offset() + data.get(last).size() - start);
    }

    private static TestTable withEntry(TestTable table, String name, BlockHandle handle) {
        return table.changeMetaindexEntries(entries -> {
            entries.removeIf(entry -> name.equals(new String(entry.key(), ISO_8859_1)));
            entries.add(Entry.of(name, TestBlocks.handle(handle)));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 129})
    void soundTablesAreOkAndMayDeny(int checksum) throws IOException {
        for (TestTable table : tables().toList()) {
            TableFile file = BytesSource.open(bytes(table, checksum));
            if (file.structure().dataSize().isEmpty()) {
                assertIncomplete("nothing says how many entries there are", bytes(table, checksum));
                continue;
            }
            TableReport report = TableReport.of(file);
            assertEquals(
                    List.of(), TableVerification.of(file, report).findings().first());
            String reason = report.verdict().reason().orElseThrow().detail();
            assertTrue(reason.contains(checksum == 0 ? "no checksums" : "unknown type " + checksum + " "), reason);
            assertEquals(KEYS * BLOCKS, report.entries());
            assertTrue(report.certainty().isCertain());
            assertTrue(report.status() == TableStatus.OK || report.filter().isEmpty());
            TableQuery query = new TableQuery(report);
            assertEquals(
                    report.filter().isEmpty(), query.ask("none".getBytes(UTF_8)).mayMatch());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 129})
    void theIndexLeavesOutTheLastBlocks(int checksum) throws IOException {
        for (int count = 1; count < BLOCKS; count++) {
            for (TestTable table : tables().toList()) {
                byte[] bytes = bytes(withoutLast(table, count), checksum);
                assertIncomplete(count + " blocks", bytes);
                TableFile file = BytesSource.open(bytes);
                assertThrows(
                        CorruptTableException.class,
                        () -> TableRebuild.of(file, FilterPlan.DROP, FilterHints.NONE),
                        count + " blocks");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 129})
    void anEntryOfTheMetaindexSpansTheBlocksThatTheIndexLeavesOut(int checksum) throws IOException {
        List<String> names = List.of(
                "other",
                FULL,
                PARTITIONED,
                "fullfilter.mine",
                "filter.mine",
                "filter.rocksdb.BuiltinBloomFilter",
                "rocksdb.range_del",
                "rocksdb.compression_dict");
        for (String name : names) {
            for (int count = 1; count < BLOCKS; count++) {
                for (TestTable table : tables().toList()) {
                    BlockHandle hidden = span(table, BLOCKS - count, BLOCKS - 1);
                    byte[] bytes = bytes(withEntry(withoutLast(table, count), name, hidden), checksum);
                    assertIncomplete(name + " over " + count, bytes);
                }
            }
        }
    }

    /** The restarts and the trailer between the blocks are read as entries: an empty key comes first. */
    @Test
    void aHandleOfTheIndexGoesAcrossTwoBlocks() throws IOException {
        for (int first = 0; first < BLOCKS - 1; first++) {
            for (TestTable table : tables().toList()) {
                byte[] handle = TestBlocks.handle(span(table, first, first + 1));
                int second = first + 1;
                byte[] bytes = bytes(
                        table.changeIndexEntries(entries -> {
                            entries.set(second, new Entry(entries.get(second).key(), handle));
                            entries.remove(second - 1);
                        }),
                        0);
                assertIncomplete("a handle across blocks " + first + " and " + second, bytes);
                Set<Rule> rules = TableVerification.of(BytesSource.open(bytes)).findings().first().stream()
                        .map(Finding::rule)
                        .collect(Collectors.toSet());
                assertTrue(rules.contains(Rule.TF_12), rules::toString);
            }
        }
    }

    /** What is read as properties ends as they do, and names them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void thePropertiesBeginWithTheBlocksThatTheIndexLeavesOut(int checksum) throws IOException {
        for (int count = 1; count < 3; count++) {
            int hidden = count;
            for (TestTable table : tables().toList()) {
                TestFile sound = table.write();
                long end = sound.metaindex().offset() - BlockHandle.TRAILER_LENGTH;
                long start = sound.data().get(BLOCKS - hidden).offset();
                if (sound.filter().isEmpty()) {
                    TestTable wide =
                            withEntry(withoutLast(table, hidden), PROPERTIES, new BlockHandle(start, end - start));
                    assertIncomplete("properties over " + hidden, bytes(wide, checksum));
                }
            }
        }
    }

    /** A block of fourteen restarts, wherever they point, and no entries. */
    private static byte[] withoutEntries() {
        byte[] restarts = new byte[56];
        Arrays.fill(restarts, (byte) 1);
        return TestBlocks.join(restarts, TestBlocks.u32(14));
    }

    private static TestTable unfiltered() {
        TestTable table = TestTable.ofInternalKeys().withoutFilter();
        for (int i = 0; i < BLOCKS; i++) {
            table.block(keys(i));
        }
        return table;
    }

    /** The index ends with more data than the properties give, or with less, but no padding comes then. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void propertiesThatDoNotAgreeWithTheIndexExplainNothing(int checksum) throws IOException {
        TestTable less = withSize(unfiltered(), BLOCKS - 3);
        BlockHandle last = span(less, BLOCKS - 1, BLOCKS - 1);
        assertIncomplete("less", bytes(withEntry(withoutLast(less, 1), "other", last), checksum));
        TestTable more = unfiltered().changeData(BLOCKS - 2, any -> withoutEntries());
        TestTable sized = withSize(more, BLOCKS - 2);
        byte[] noKeys = TestBlocks.handle(span(sized, BLOCKS - 2, BLOCKS - 2));
        byte[] keys = TestBlocks.handle(span(sized, BLOCKS - 1, BLOCKS - 1));
        withoutLast(sized, 2).changeMetaindexEntries(entries -> {
            entries.add(Entry.of("one", noKeys));
            entries.add(Entry.of("other", keys));
        });
        assertIncomplete("more", bytes(sized, checksum));
    }

    /** RocksDB's data blocks need not follow one another, but what lies between them is explained by nothing. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void anEntryOfTheMetaindexLeadsToABlockBetweenThoseOfTheIndex(int checksum) throws IOException {
        for (TestTable table : tables().toList()) {
            table.changeIndexEntries(entries -> entries.remove(2));
            assertIncomplete("third", bytes(withEntry(table, "other", span(table, 2, 2)), checksum));
        }
    }

    /** A block of a type that is not decoded may be one of data. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void anEntryOfTheMetaindexLeadsToABlockThatIsNotDecoded(int checksum) throws IOException {
        TestTable table = unfiltered().properties("rocksdb.comparator", BYTEWISE);
        TestTable hiding = withoutLast(table.undecoded(BLOCKS - 1), 1);
        BlockHandle last = span(hiding, BLOCKS - 1, BLOCKS - 1);
        assertIncomplete("undecoded", bytes(withEntry(hiding, "other", last), checksum));
    }

    /** Deletions of ranges count as entries, and lie behind the data. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void aBlockOfDeletedRangesIsNoData(int checksum) throws IOException {
        byte[] range = TestTable.internalKey("key0".getBytes(UTF_8), 1, 15);
        for (int deletions = 0; deletions < 3; deletions++) {
            TestTable ranges = unfiltered().storedBlock(range);
            BlockHandle block = span(ranges, BLOCKS, BLOCKS);
            TestTable named = withEntry(ranges, "rocksdb.range_del", block)
                    .changeIndexEntries(entries -> entries.remove(BLOCKS))
                    .properties(
                            Entry.of("rocksdb.comparator", BYTEWISE.getBytes(UTF_8)),
                            Entry.of("rocksdb.data.size", TestBlocks.varint(block.offset())),
                            Entry.of("rocksdb.num.entries", TestBlocks.varint(KEYS * BLOCKS + 1)),
                            Entry.of("rocksdb.num.range-deletions", TestBlocks.varint(deletions)));
            TableReport report = TableReport.of(BytesSource.open(bytes(named, checksum)));
            assertEquals(deletions == 1, report.certainty().isCertain());
        }
    }

    @Test
    void anIndexThatLeadsFarBeyondTheFileIsOnlyDamaged() throws IOException {
        TestTable table = withSize(unfiltered(), BLOCKS - 1);
        table.changeIndexEntries(entries -> entries.set(
                BLOCKS - 1, new Entry(entries.get(BLOCKS - 1).key(), TestBlocks.handle(Long.MIN_VALUE, 1))));
        assertIncomplete("far", bytes(table, 0));
    }

    /** With checksums the one block that is left out is found, whatever is said to lead to it. */
    @Test
    void onlyAnIndexThatLeadsToFiltersIsOneOfPartitions() throws IOException {
        for (String name : List.of(PARTITIONED, "partitionedfilter.mine", FULL)) {
            for (TestTable table : tables().toList()) {
                BlockHandle hidden = span(table, BLOCKS - 1, BLOCKS - 1);
                assertIncomplete(name, bytes(withEntry(withoutLast(table, 1), name, hidden), CRC32C));
            }
        }
    }

    /** A block of a type that is not decoded may be one of data, also where a filter is expected. */
    @Test
    void aFilterThatIsNotDecodedMayBeData() throws IOException {
        for (TestTable table : tables().toList()) {
            TestTable hiding = withEntry(
                    withoutLast(table.undecoded(BLOCKS - 1), 1),
                    "filter.leveldb.BuiltinBloomFilter2",
                    span(table, BLOCKS - 1, BLOCKS - 1));
            assertIncomplete("filter", bytes(hiding, CRC32C));
        }
    }

    /** Wherever the blocks of an index end, there is a type byte; it need not be of a compression that is not known. */
    @Test
    void anIndexCutsTheFileElsewhere() throws IOException {
        TestTable table = tables().findFirst().orElseThrow().baseLg(8);
        byte[] sound = bytes(table, 5);
        BlockHandle filter = table.write().filter().orElseThrow();
        TestTable cut = table.changeIndexEntries(entries -> {
            int start = 0;
            for (int i = 0; i < entries.size(); i++) {
                boolean last = i == entries.size() - 1;
                int type = last ? (int) (filter.offset() + filter.size()) - 10 : start + 260;
                while (sound[type] >= 0 && sound[type] <= LAST_KNOWN_TYPE) {
                    type++;
                }
                entries.set(i, new Entry(entries.get(i).key(), TestBlocks.handle(start, type - start)));
                start = type + BlockHandle.TRAILER_LENGTH;
            }
        });
        TableReport report = TableReport.of(BytesSource.open(bytes(cut, 5)));
        assertEquals(0, report.entries());
        TableQuery query = new TableQuery(report);
        for (int block = 0; block < BLOCKS; block++) {
            for (byte[] key : keys(block)) {
                assertTrue(query.ask(key).mayMatch(), () -> new String(key, UTF_8));
            }
        }
    }

    private static void assertIncomplete(String name, byte[] bytes) throws IOException {
        TableFile file = BytesSource.open(bytes);
        TableReport report = TableReport.of(file);
        TableVerification verified = TableVerification.of(file, report);
        assertFalse(verified.findings().isEmpty(), name);
        assertTrue(verified.status() != TableStatus.OK, name);
        assertFalse(report.certainty().isCertain(), name);
        assertEquals(Optional.of(Subject.COMPLETE), report.certainty().doubt().map(Doubt::about), name);
        TableQuery query = new TableQuery(report);
        for (int block = 0; block < BLOCKS; block++) {
            for (byte[] key : keys(block)) {
                assertTrue(query.ask(key).mayMatch(), () -> name + " denies " + new String(key, UTF_8));
            }
        }
        assertThrows(
                CorruptTableException.class,
                () -> TableKeys.visit(file, report.structure(), KeyFormat.USER_KEY, (offset, key, length) -> {}),
                name);
        IOException refused =
                assertThrows(IOException.class, () -> TableRebuild.of(file, FilterPlan.KEEP, FilterHints.NONE), name);
        assertTrue(
                refused instanceof CorruptTableException || refused instanceof UnwritableFilterException,
                refused::toString);
    }
}
