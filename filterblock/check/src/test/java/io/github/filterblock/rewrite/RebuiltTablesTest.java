// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.database.Databases;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.DamagedFile;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What becomes of a table by several plans, recorded: lost parts stop a rebuild, parts that can be built again do not,
 * and no wrong file is ever written.
 */
class RebuiltTablesTest {
    private static final FilterHints WHOLE_KEYS = new FilterHints(Optional.empty(), Optional.of(KeyFormat.WHOLE_KEY));
    private static final Map<String, FilterPlan> PLANS = new LinkedHashMap<>();

    static {
        PLANS.put("keep", FilterPlan.KEEP);
        PLANS.put("drop", FilterPlan.DROP);
        PLANS.put("12 bits", FilterPlan.KEEP.withBitsPerKey(12));
        FilterPlan ten = FilterPlan.KEEP.withBitsPerKey(10);
        PLANS.put("leveldb", ten.withDialect(FilterDialect.LEVELDB).withBaseLg(11));
        PLANS.put("rocksdb", ten.withDialect(FilterDialect.ROCKSDB_BLOCK));
    }

    private final Recorded cases = new Recorded();

    private void add(String name, byte[] table, FilterHints hints, String... plans) {
        cases.add(name, () -> {
            StringBuilder text = new StringBuilder("the table: " + digest(table) + "\n");
            for (String plan : plans) {
                text.append(plan)
                        .append(": ")
                        .append(outcome(table, PLANS.get(plan), hints))
                        .append('\n');
            }
            return text.toString();
        });
    }

    private static String digest(byte[] bytes) {
        return bytes.length + " bytes " + Databases.sha256(bytes).substring(0, 8);
    }

    private static String outcome(byte[] table, FilterPlan plan, FilterHints hints) throws IOException {
        try {
            Rebuilt rebuilt = Rebuilt.of(table, plan, hints);
            TableResult report = rebuilt.result();
            assertEquals(rebuilt.bytes().length, report.newSize());
            assertEquals(Arrays.equals(table, rebuilt.bytes()), report.identical());
            if (report.identical()) {
                return "as it is";
            }
            assertSound(table, rebuilt, hints);
            if (plan.equals(FilterPlan.KEEP)) {
                assertArrayEquals(
                        rebuilt.bytes(),
                        Rebuilt.of(rebuilt.bytes(), plan, hints).bytes(),
                        "settled");
            }
            String dropped = plan.drop()
                    ? ""
                    : ", without it " + digest(rebuilt.again(FilterPlan.DROP).bytes());
            return digest(rebuilt.bytes()) + dropped + metaindex(rebuilt.bytes());
        } catch (CorruptTableException e) {
            assertTrue(e.getMessage().matches("in memory: offset [0-9]+: .+"), e::getMessage);
            return "refused " + e.reason() + ", " + e.getMessage();
        } catch (UnwritableFilterException e) {
            assertEquals("in memory: " + e.detail(), e.getMessage());
            return "not known " + e.parameter() + ", " + e.detail();
        }
    }

    private static void assertSound(byte[] table, Rebuilt rebuilt, FilterHints hints) throws IOException {
        TableFile file = Rebuilt.open(rebuilt.bytes());
        TableReport report = TableReport.of(file, hints);
        TableVerification verified = TableVerification.of(file, report);
        boolean sound = Set.of(TableStatus.OK, TableStatus.NO_FILTER, TableStatus.UNKNOWN_POLICY)
                .contains(verified.status());
        boolean undecoded = verified.findings().first().stream().allMatch(each -> each.rule() == Rule.TF_6);
        assertTrue(
                sound || undecoded,
                () -> verified.status() + " " + verified.findings().first());
        assertEquals(TableReport.of(Rebuilt.open(table)).entries(), report.entries());
        assertEquals(0, report.falseNegatives());
    }

    private static String metaindex(byte[] bytes) throws IOException {
        StringBuilder text = new StringBuilder();
        TableFile table = Rebuilt.open(bytes);
        for (MetaindexEntry entry : table.metaindex()) {
            BlockHandle handle = entry.handle().orElseThrow();
            byte[] contents = table.read(handle).contents();
            text.append("\n  ")
                    .append(entry.key())
                    .append(" at ")
                    .append(handle.offset())
                    .append(": ");
            text.append(digest(contents));
        }
        return text.toString();
    }

    /** The beginnings of all outcomes, those of more than one plan together. */
    @TestFactory
    Stream<DynamicTest> damagedFiles() throws IOException {
        cases.add("outcomes", () -> {
            StringBuilder text = new StringBuilder();
            for (DamagedFile file : Corpus.bundled().damaged()) {
                Map<String, String> plans = new LinkedHashMap<>();
                for (String plan : List.of("keep", "drop", "leveldb")) {
                    String outcome = outcome(file.bytes(), PLANS.get(plan), FilterHints.NONE);
                    plans.merge(outcome.split("[,\n]")[0], plan, (one, other) -> one + " " + other);
                }
                text.append(file.name() + ", " + digest(file.bytes()));
                plans.forEach((outcome, of) -> text.append("; ").append(of + ": " + outcome));
                text.append('\n');
            }
            return text.toString();
        });
        return cases.compareWith("rewrite/damaged-files.txt");
    }

    /** RocksDB would ask a filter of whole keys for prefixes, and lose keys, so none of its own is built there. */
    @TestFactory
    @Tag("RF-4")
    Stream<DynamicTest> tablesOfRocksDb() throws IOException {
        Stream.of(
                        "prefix-only",
                        "prefix-only-fv0",
                        "prefix-and-keys",
                        "index-hash",
                        "index-two-level",
                        "index-two-level-fv0",
                        "bzip2-plain-index",
                        "full-filter",
                        "fv0-writer",
                        "block-align")
                .map(name -> RecipeTables.rocksDb().table("rocks629-" + name))
                .forEach(table ->
                        add(table.name(), table.bytes(), FilterHints.NONE, "keep", "drop", "leveldb", "rocksdb"));
        byte[] unknownChecksum =
                RecipeTables.rocksDb().table("rocks629-fv5-writer").bytes();
        unknownChecksum[unknownChecksum.length - 53] = 9;
        add("an unknown checksum", unknownChecksum, FilterHints.NONE, "keep", "drop", "12 bits");
        return cases.compareWith("rewrite/rocksdb.txt");
    }

    private static TestTable table() {
        return TestTable.ofInternalKeys()
                .block("apple", "banana")
                .block("cherry", "damson")
                .properties("rocksdb.num.entries", "\4");
    }

    /** Whatever block it is, and whatever its name says: it would be copied as it is. */
    private static byte[] damaged(String name) throws IOException {
        byte[] bytes = table().changeMetaindexEntries(
                        entries -> entries.set(1, Entry.of(name, entries.get(1).value())))
                .bytes();
        BlockHandle handle = Rebuilt.open(bytes).metaindex().get(1).handle().orElseThrow();
        bytes[(int) handle.offset()] ^= 4;
        return bytes;
    }

    private static byte[] disordered() {
        return table().changeMetaindexEntries(entries -> {
                    entries.add(Entry.of("a.last", entries.get(1).value()));
                    Collections.reverse(entries);
                    entries.add(Entry.of("z.any", entries.get(1).value()));
                    entries.add(Entry.of("m.any", entries.get(1).value()));
                    entries.add(Entry.of("a.last", entries.get(1).value()));
                })
                .bytes();
    }

    /** A filter of ones has every key, however its hash reads a byte above 127. */
    private static TestTable anyHash() {
        return TestTable.ofWholeKeys()
                .policy("leveldb.BuiltinBloomFilter", ReferencePolicy.signedTailBloom(10))
                .block(new byte[] {1, 2, (byte) 0xfe}, new byte[] {1, 2, (byte) 0xff})
                .changeFilter(0, block -> {
                    byte[] ones = block.clone();
                    Arrays.fill(ones, 0, 8, (byte) 0xff);
                    return ones;
                });
    }

    @TestFactory
    @Tag("TF-4")
    @Tag("TF-9")
    Stream<DynamicTest> smallTables() throws IOException {
        String[] plans = {"keep", "drop", "12 bits"};
        for (String name : List.of("rocksdb.properties", "filters.rocksdb", "filter.z", "any")) {
            add("a damaged block of the name " + name, damaged(name), FilterHints.NONE, plans);
        }
        add("a metaindex out of order, with a name twice", disordered(), FilterHints.NONE, plans);
        FilterHints signed = new FilterHints(Optional.of(FilterDialect.LEVELDB_117_SIGNED), Optional.empty());
        add("a filter of any hash", anyHash().bytes(), FilterHints.NONE, plans);
        add("a filter of any hash, said to be signed", anyHash().bytes(), signed, plans);
        FilterHints asLevelDb = new FilterHints(Optional.of(FilterDialect.LEVELDB), Optional.empty());
        byte[] renamed = TestTable.ofWholeKeys()
                .policy("mine", ReferencePolicy.bloom(10))
                .block("apple", "banana")
                .bytes();
        add("a filter of a name of its own, said to be LevelDB's", renamed, asLevelDb, plans);
        byte[] emptyBlock = TestTable.ofWholeKeys()
                .block("apple")
                .block("banana")
                .changeData(0, block -> HexFormat.of().parseHex("00000000" + "01000000"))
                .bytes();
        add("an empty block beside others", emptyBlock, FilterHints.NONE, plans);
        add("2,000 bits per key", manyBits(TestTable.LEVELDB), FilterHints.NONE, plans);
        add("2,000 bits per key, of either hash", manyBits(TestTable.OLD_LEVELDB), FilterHints.NONE, plans);
        byte[] signedBytes = TestTable.ofInternalKeys()
                .policy(TestTable.LEVELDB, ReferencePolicy.signedTailBloom(10))
                .baseLg(8)
                .block(highBytes())
                .bytes();
        add("a hash of signed bytes that the name does not have", signedBytes, FilterHints.NONE, plans);
        return cases.compareWith("rewrite/small.txt");
    }

    private static byte[] manyBits(String policy) {
        return TestTable.ofInternalKeys()
                .policy(policy, ReferencePolicy.bloom(2000))
                .block("apple", "banana")
                .bytes();
    }

    private static byte[][] highBytes() {
        return IntStream.range(0, 40)
                .mapToObj(i -> new byte[] {(byte) i, (byte) (0x80 | i), (byte) 0xff, 'k', (byte) (0xc0 | i)})
                .toArray(byte[][]::new);
    }

    private static HandMadeTable twoBlocks() {
        return new HandMadeTable().data("apple", "pear").data("plum");
    }

    private void addLayout(String name, byte[] table) {
        add(name, table, WHOLE_KEYS, "keep", "drop");
    }

    /** Layouts that LevelDB does not write, and layouts that are not allowed. */
    @TestFactory
    Stream<DynamicTest> layouts() throws IOException {
        HandMadeTable others =
                twoBlocks().meta("a.first", "one").meta("properties", "two").meta("z.last", "three");
        addLayout("other blocks", others.finish());

        HandMadeTable metaindexFirst = twoBlocks();
        BlockHandle behind = new BlockHandle(metaindexFirst.block(new byte[0]).end() + 100, 3);
        metaindexFirst.metaindex.put("properties", behind);
        BlockHandle metaindex = metaindexFirst.writeMetaindex();
        BlockHandle index = metaindexFirst.writeIndex();
        metaindexFirst.gap((int) (behind.offset() - index.end()));
        metaindexFirst.block(HandMadeTable.bytes("two"));
        addLayout("a metaindex in front of what it leads to", metaindexFirst.finish(metaindex, index));

        HandMadeTable indexFirst = twoBlocks();
        BlockHandle first = indexFirst.writeIndex();
        addLayout("the index before the metaindex", indexFirst.finish(indexFirst.writeMetaindex(), first));
        addLayout(
                "bytes of no block", twoBlocks().gap(5).meta("a", "one").gap(6).finish());
        HandMadeTable gap =
                new HandMadeTable().data("apple").gap(4).data("pear").meta("a", "one");
        addLayout("a gap that may be a block of the data", gap.finish());
        addLayout("no block", new HandMadeTable().finish());

        HandMadeTable overlapping = twoBlocks().meta("a", "one");
        BlockHandle one = overlapping.metaindex.get("a");
        overlapping.metaindex.put("b", new BlockHandle(one.offset() + 1, one.size()));
        addLayout("blocks over each other", overlapping.finish());
        addLayout("a block of the metaindex in the data", withEntry(0, 10));
        addLayout("a block outside", withEntry(1 << 20, 10));
        addLayout("an empty block in the footer", withEntry(withEntry(0, 0).length - 20, 0));
        HandMadeTable same = twoBlocks();
        BlockHandle only = same.writeIndex();
        addLayout("the index as metaindex", same.finish(only, only));
        HandMadeTable metaindexBefore = new HandMadeTable();
        BlockHandle empty = metaindexBefore.writeMetaindex();
        metaindexBefore.data("apple");
        addLayout("the metaindex before the data", metaindexBefore.finish(empty, metaindexBefore.writeIndex()));
        addLayout(
                "data backwards",
                new HandMadeTable().data("apple").data("pear").reversed().finish());
        add("a block that two entries lead to", twoEntriesToOneFilter(), WHOLE_KEYS, "keep", "12 bits");
        FilterHints userKeys = new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY));
        add("keys too short for a tag", twoBlocks().finish(), userKeys, "keep");
        return cases.compareWith("rewrite/layouts.txt");
    }

    private static byte[] withEntry(long offset, long size) {
        HandMadeTable table = twoBlocks();
        table.metaindex.put("a", new BlockHandle(offset, size));
        return table.finish();
    }

    /** A block of the metaindex that stays, and is the filter as well. */
    private static byte[] twoEntriesToOneFilter() throws IOException {
        TableFile table = Rebuilt.open(
                Rebuilt.of(twoBlocks().finish(), FilterPlan.KEEP, WHOLE_KEYS).bytes());
        BlockHandle filter = table.metaindex().get(0).handle().orElseThrow();
        HandMadeTable parts = twoBlocks();
        BlockHandle copy = parts.block(table.read(filter).contents());
        parts.metaindex.put("filter.leveldb.BuiltinBloomFilter2", copy);
        parts.metaindex.put("filter.mine", copy);
        return parts.finish();
    }

    @Test
    void aFilterThatWouldPassTwoGibibytesIsRefused() {
        byte[] table = new HandMadeTable().data("apple").finish();
        UnwritableFilterException e = assertThrows(UnwritableFilterException.class, () -> build(table, 1L << 40, 0));
        assertEquals(Parameter.BASE_LG, e.parameter());
        assertTrue(e.detail().contains("2 GiB"), e.detail());
        UnwritableFilterException beyond =
                assertThrows(UnwritableFilterException.class, () -> build(table, 1L << 60, 11));
        assertEquals(Parameter.BITS_PER_KEY, beyond.parameter());
    }

    private static byte[] build(byte[] table, long dataEnd, int baseLg) throws IOException {
        TableFile open = Rebuilt.open(table);
        FilterRecipe.Block recipe = new FilterRecipe.Block(FilterDialect.LEVELDB, KeyFormat.WHOLE_KEY, 10, baseLg);
        return FilterDecision.blocks(open, TableReport.of(open), dataEnd, List.of(recipe))
                .get(recipe);
    }
}
