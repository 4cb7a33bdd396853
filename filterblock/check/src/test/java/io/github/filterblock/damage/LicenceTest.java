// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.FilterRecipe;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What a licence to deny needs, and what becomes of a table that has it or not, recorded; {@link LicenceMutationTest}
 * has what nobody thought of.
 */
@Tag("TF-11")
@Tag("TF-12")
class LicenceTest {
    private static final String[] ABSENT = {"none", "nothing", "no key"};
    private static final byte[] SEEK_TAG = {1, -1, -1, -1, -1, -1, -1, -1};
    private static final String NOTHING = "nothing";
    private static final String LOST = " keys of the table";
    private static final String ROCKSDB = "rocksdb.BuiltinBloomFilter";
    private static final String RANGE_DELETIONS = "rocksdb.range_del";
    private static final byte[][] HIGH_KEYS = IntStream.range(0x80, 0x100)
            .mapToObj(last -> new byte[] {'k', 'e', 'y', 'k', 'e', 'y', (byte) last})
            .toArray(byte[][]::new);

    private final Recorded cases = new Recorded();

    private void add(String name, TestTable table, byte[]... present) {
        add(name, table.bytes(), FilterHints.NONE, present);
    }

    private void add(String name, byte[] table, FilterHints hints, byte[]... present) {
        cases.add(name, () -> text(table, hints, present));
    }

    private static String text(byte[] table, FilterHints hints, byte[]... present) throws IOException {
        TableFile file = BytesSource.open(table);
        TableReport report = TableReport.of(file, hints);
        List<String> lines = new ArrayList<>();
        String answers = answers(table, hints, present);
        boolean silent = answers.contains("denies " + NOTHING + ", the first block " + NOTHING);
        assertTrue(silent || report.certainty().isCertain(), "whatever is recorded");
        lines.add(report.status() + ", " + answers);
        report.certainty()
                .doubt()
                .ifPresent(doubt ->
                        lines.add("no licence, " + doubt.about() + " at " + doubt.offset() + ": " + doubt.detail()));
        report.damage().forEach(damage -> lines.add("damage " + damage.reason() + " at " + damage.offset()));
        TableVerification.of(file, report).findings().first().stream()
                .limit(2)
                .forEach(finding -> lines.add("finding " + finding));
        List<String> shown = new ArrayList<>();
        for (KeyFormat format : KeyFormat.values()) {
            shown.add(shown(visitor -> TableKeys.visit(file, report.structure(), format, visitor)));
        }
        shown.add(shown(visitor -> TableKeys.visitReadable(file, report, visitor)));
        lines.add("shown " + String.join(", ", shown) + "; rebuilt "
                + orRefused(() -> TableRebuild.of(file, FilterPlan.KEEP, hints)
                        .result()
                        .filter()
                        .map(filter -> kindOf(filter.recipe()) + " of "
                                + filter.recipe().keyFormat())
                        .orElseThrow()));
        return String.join("\n", lines) + "\n";
    }

    private static String kindOf(FilterRecipe recipe) {
        if (recipe instanceof FilterRecipe.Block block) {
            return block.dialect().toString();
        }
        return recipe instanceof FilterRecipe.Full full ? full.geometry().kind().toString() : "partitions";
    }

    /** What a filter is taken for, and what a query, the filter of the first block and a reader deny. */
    private static String answers(byte[] table, FilterHints hints, byte[]... present) throws IOException {
        TableFile file = BytesSource.open(table);
        TableReport report = TableReport.of(file, hints);
        TableQuery query = new TableQuery(report);
        String denied = denied(key -> query.ask(key).mayMatch(), present);
        String direct = denied(key -> query.askFilter(0, key), present);
        assertEquals(denied, denied(key -> query.explain(key).mayMatch(), present));
        assertEquals(direct, denied(key -> query.explain(0, key).mayMatch(), present));
        assertFalse((denied + direct).contains(LOST), "whatever is recorded");
        List<?> hashes =
                report.filter().map(found -> found.identification().hashes()).orElse(List.of());
        return hashes + " of "
                + report.keyFormat().map(Object::toString).orElse("no key format") + ": " + query.search() + " denies "
                + denied + ", the first block " + direct + ", a reader "
                + orRefused(() -> file.openFilter()
                        .map(filter -> denied(key -> filter.keyMayMatch(0, key), present))
                        .orElse("nothing without a filter"));
    }

    private static String denied(Predicate<byte[]> filter, byte[]... present) {
        boolean any = Stream.of(ABSENT).anyMatch(key -> !filter.test(key.getBytes(UTF_8)));
        long keys = Stream.of(present).filter(key -> !filter.test(key)).count();
        return (any ? "absent keys" : NOTHING) + (keys > 0 ? " and " + keys + LOST : "");
    }

    private interface Showing {
        void to(TableKeys.Visitor visitor) throws IOException;
    }

    private static String shown(Showing showing) throws IOException {
        long[] shown = {0, 0};
        return orRefused(() -> {
            showing.to((offset, key, length) -> {
                shown[0]++;
                shown[1] += length;
            });
            return shown[0] + " of " + shown[1] + " bytes";
        });
    }

    private static String orRefused(Recorded.Text text) throws IOException {
        try {
            return text.get();
        } catch (CorruptTableException e) {
            return "refused " + e.reason() + " at " + e.offset();
        } catch (UnwritableFilterException e) {
            return "not known " + e.parameter();
        }
    }

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

    private static TestTable ofRocksDb() {
        return ten().properties("rocksdb.comparator", "leveldb.BytewiseComparator");
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

    /** One filter leads to the last three blocks, and another one into the first of them. */
    private static TestTable withFiltersInHiddenBlocks() {
        TestTable table = ten();
        List<BlockHandle> data = table.write().data();
        long start = data.get(7).offset();
        BlockHandle last = data.get(9);
        byte[] hiding = TestBlocks.handle(start, last.offset() + last.size() - start);
        return table.withoutFilter()
                .changeIndexEntries(entries -> entries.subList(7, 10).clear())
                .changeMetaindexEntries(entries -> {
                    entries.add(Entry.of("filter." + TestTable.LEVELDB, hiding));
                    entries.add(Entry.of("filter.other", TestBlocks.handle(start + 20, 5)));
                });
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

    /** Tables that may lack keys deny none, and are neither rebuilt nor shown. */
    @TestFactory
    Stream<DynamicTest> tablesThatMayLackKeys() throws IOException {
        byte[][] all = IntStream.range(0, 10)
                .mapToObj(LicenceTest::keys)
                .flatMap(Stream::of)
                .toArray(byte[][]::new);
        add("the index leaves out the last block", without(9, 10), all);
        add("the index leaves out two blocks", without(8, 10), all);
        add("the index leaves out all but the first", without(1, 10), all);
        add("a block behind the index", withABlockBehindTheIndex(), FilterHints.NONE, all);
        add("a metaindex entry hides a block", hidden("other.block", ten(), 9, 0), all);
        add("RocksDB's has an entry that hides a block", hidden("other.block", ofRocksDb(), 9, 0), all);
        add("its deleted ranges hide a block", hidden(RANGE_DELETIONS, ofRocksDb(), 9, 0), all);
        TestFile beside = hidden("other.block", ten(), 9, 0).write();
        byte[] damagedBlock = beside.flipping(beside.data().get(9).offset()).bytes();
        add("an entry hides a damaged block", damagedBlock, FilterHints.NONE, all);
        add("a filter hides a part of a block", hidden("filter." + TestTable.LEVELDB, ten(), 9, 1), all);
        add("a filter begins inside the block that another hides", withFiltersInHiddenBlocks(), all);
        TestTable unread = TestTable.ofInternalKeys().block("apple").undecoded(0);
        add("a filter hides an unread block", hidden("filter." + TestTable.LEVELDB, unread, 0, 0), all);
        add("a data block in the place of the metaindex", withADataBlockAsMetaindex(), FilterHints.NONE, all);
        add("an index called partitioned", withIndexOfType(2, ten()), all);
        add("a part of one", withIndexOfType(2, without(0, 1)), all);
        add("none at all", withIndexOfType(2, without(0, 10)), all);
        byte[] firstKeys = withIndexOfType(3, ten()).bytes();
        add("an index called one of first keys", LicenceTables.withRocksDbFooter(firstKeys), FilterHints.NONE, all);
        TestFile sound = ten().write();
        byte[] damaged = sound.flipping(sound.data().get(1).offset()).bytes();
        add("a damaged block", damaged, FilterHints.NONE, all);
        byte[] low = TestTable.internalKey("a".getBytes(UTF_8), 1, 1);
        add("an index key below its block", withFirstIndexKey(ten(), low), all);
        return cases.compareWith("damage/incomplete.txt");
    }

    private static TestTable withFirstIndexKey(TestTable table, byte[] key) {
        return table.changeIndexEntries(
                entries -> entries.set(0, new Entry(key, entries.get(0).value())));
    }

    private static byte[] twoNumbers(long one, long other) {
        return ByteBuffer.allocate(16).putLong(one).putLong(other).array();
    }

    /** Zeros between blocks are padding, first keys are RocksDB's, and a filter may be damaged and is built again. */
    @TestFactory
    Stream<DynamicTest> completeTables() throws IOException {
        add("ten blocks", ten(), keys(0));
        add("an index called one of first keys, without RocksDB's footer", withIndexOfType(3, ten()), keys(0));
        TestFile file = ten().write();
        byte[] damaged = file.flipping(file.filter().orElseThrow().offset()).bytes();
        add("a damaged filter", damaged, FilterHints.NONE, keys(0));
        add("no keys", TestTable.ofInternalKeys().block(new byte[0][]));
        byte[] range = TestTable.internalKey("key0a".getBytes(UTF_8), 1, 15);
        TestTable ranges = ten().storedBlock(range);
        BlockHandle block = ranges.write().data().get(10);
        add(
                "RocksDB's, with a deleted range",
                hidden(RANGE_DELETIONS, ranges, 10, 0)
                        .properties(
                                Entry.of("rocksdb.comparator", "leveldb.BytewiseComparator".getBytes(UTF_8)),
                                Entry.of("rocksdb.data.size", TestBlocks.varint(block.offset())),
                                Entry.of("rocksdb.num.entries", TestBlocks.varint(41)),
                                Entry.of("rocksdb.num.range-deletions", TestBlocks.varint(1))),
                keys(0));
        // RocksDB's keys have a tag; what has keys without one is not RocksDB's, whatever its properties say
        TestTable untagged = TestTable.ofWholeKeys()
                .block("eight bytes or more")
                .block("short")
                .block("key");
        add("RocksDB's, but a key has no room for a tag", untagged.properties("rocksdb.any", "1"));
        FilterHints whole = new FilterHints(Optional.empty(), Optional.of(KeyFormat.WHOLE_KEY));
        for (int count : new int[] {1, 200}) {
            for (boolean descending : new boolean[] {false, true}) {
                byte[][] keys = IntStream.range(0, count)
                        .mapToObj(i -> twoNumbers(descending ? count - i : i, i))
                        .toArray(byte[][]::new);
                TestTable table = TestTable.ofWholeKeys().withoutFilter().block(keys);
                String name = count + " keys of two numbers, " + (descending ? "descending" : "ascending");
                add(name, table);
                add(name + ", said to be whole", table.bytes(), whole);
            }
        }
        // kind 2 occurs in tables of Basho and RocksDB, which a metaindex without entries does not tell
        byte[] usual = TestTable.internalKey("a".getBytes(UTF_8), 1, 1);
        byte[] unusual = TestTable.internalKey("b".getBytes(UTF_8), 2, 2);
        add("a tag of an unusual kind", TestTable.ofWholeKeys().withoutFilter().block(usual, unusual));
        byte[] seek = TestBlocks.join("c".getBytes(UTF_8), SEEK_TAG);
        TestTable two = TestTable.ofInternalKeys().withoutFilter().block("apple", "banana");
        add("a shortened key in the index", withFirstIndexKey(two, seek));
        // the tags ascend, as no database writes them, but the index has the tag that databases seek with
        byte[][] versions = {
            TestTable.internalKey("c".getBytes(UTF_8), 5, 1), TestTable.internalKey("c".getBytes(UTF_8), 9, 1)
        };
        TestTable both = TestTable.ofWholeKeys().withoutFilter().storedBlock(versions);
        byte[] highest = TestTable.internalKey("d".getBytes(UTF_8), (1L << 56) - 1, 1);
        add("keys that show both forms", withFirstIndexKey(both, highest));
        // RocksDB's keys with timestamps: the filter is over what is in front of them
        for (String comparator : List.of(
                "leveldb.BytewiseComparator.u64ts",
                "mine",
                "leveldb.BytewiseComparator",
                "rocksdb.ReverseBytewiseComparator")) {
            add("comparator " + comparator, ten().properties("rocksdb.comparator", comparator), keys(0));
        }
        return cases.compareWith("damage/complete.txt");
    }

    /** RocksDB's filter under another name; its blocks cannot be read but for the first ones. */
    private static TestTable named(String name, int readable) {
        TestTable table = TestTable.ofInternalKeys().policy(name, ReferencePolicy.signedTailBloom(10));
        for (int i = 0; i < readable; i++) {
            table.block(keys(i));
        }
        return table.block(HIGH_KEYS).undecoded(readable);
    }

    /**
     * Where keys are not read, nothing shows that a name is right; RocksDB's properties and footer come in turn. Only a
     * reader believes LevelDB's present name where nothing speaks of RocksDB, whose own writers never give it.
     */
    @TestFactory
    @Tag("TF-14")
    Stream<DynamicTest> namesThatNoKeyConfirms() throws IOException {
        for (int readable = 0; readable < 3; readable++) {
            int blocks = readable;
            cases.add(blocks + " blocks that can be read", () -> {
                StringBuilder text = new StringBuilder();
                for (String name : List.of(TestTable.LEVELDB, TestTable.OLD_LEVELDB, ROCKSDB)) {
                    TestTable table = named(name, blocks);
                    byte[] bare = table.bytes();
                    byte[] rocksDb = table.properties("rocksdb.comparator", "leveldb.BytewiseComparator")
                            .bytes();
                    for (byte[] each : List.of(bare, rocksDb, LicenceTables.withRocksDbFooter(rocksDb))) {
                        text.append(name + ", " + answers(each, FilterHints.NONE, HIGH_KEYS) + "\n");
                    }
                }
                return text.toString();
            });
        }
        return cases.compareWith("damage/names.txt");
    }
}
