// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.LicenceToDeny.Ground;
import io.github.filterblock.analysis.TableQuery.Answer;
import io.github.filterblock.analysis.TableQuery.Search;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall.AddKey;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which keys a table's filter denies, by which search, and why; never a key of the table. */
@Tag("TF-11")
@Tag("TF-15")
class TableQueryTest {
    private static final String[] PRESENT = {"apple", "banana", "cherry", "damson", "elder", "fig"};
    private static final String[] FEW = {"apple", "cherry", "zebra", ""};
    private static final String[] ALL = {
        "apple", "banana", "cherry", "damson", "elder", "fig", "", "aardvark", "carrot", "bz", "fz", "fig2", "zebra"
    };

    private static TableQuery query(TestFile written) throws IOException {
        try (TableFile file = written.open()) {
            return new TableQuery(TableReport.of(file));
        }
    }

    private static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }

    /** Three blocks, each in a window of its own. */
    private static TestTable wholeKeys() {
        return TestTable.ofWholeKeys()
                .valueLength(2000)
                .block("apple", "banana")
                .block("cherry", "damson")
                .block("elder", "fig");
    }

    private static TestTable indexKey(TestTable table, int at, String key) {
        return table.changeIndexEntries(
                entries -> entries.set(at, Entry.of(key, entries.get(at).value())));
    }

    /** Both index keys are above the block as stored keys, but not what is left of them without a tag. */
    private static TestTable internalIndexKey(String key) {
        return indexKey(
                TestTable.ofInternalKeys()
                        .valueLength(2000)
                        .block("apple", "banana")
                        .block("cherry", "damson"),
                0,
                key);
    }

    @TestFactory
    Stream<DynamicTest> answers() throws IOException {
        TestTable versions = TestTable.ofInternalKeys()
                .valueLength(2000)
                .block("a", "b")
                .block("b", "b")
                .block("b", "c");
        TestTable reversed = TestTable.ofWholeKeys()
                .valueLength(2000)
                .block("fig", "elder")
                .block("damson", "cherry")
                .block("banana", "apple");
        TestTable shortened = wholeKeys().changeIndexEntries(entries -> {
            entries.set(0, Entry.of("c", entries.get(0).value()));
            entries.set(2, Entry.of("g", entries.get(2).value()));
        });
        TestTable swapped = wholeKeys().changeIndexEntries(entries -> {
            Entry first = entries.get(0);
            entries.set(0, new Entry(first.key(), entries.get(1).value()));
            entries.set(1, new Entry(entries.get(1).key(), first.value()));
        });
        TestTable oneBlockTwice = wholeKeys()
                .changeIndexEntries(entries -> entries.set(
                        2, new Entry(entries.get(2).key(), entries.get(1).value())));
        Reports cases = new Reports();
        cases.add("by the index", wholeKeys(), ALL);
        cases.add("by shortened index keys", shortened, ALL);
        cases.add("versions in three blocks", versions, "a", "b", "bb", "c");
        cases.add("another comparator", reversed, ALL);
        cases.add("one key out of order", TestTable.ofWholeKeys().block("a", "c", "b", "d"), "a", "b", "c", "d");
        cases.add("a short index key for user keys", internalIndexKey("c"), "apple", "banana", "cherry", "damson");
        cases.add(
                "an index key below its block", internalIndexKey("bananb and"), "apple", "banana", "cherry", "damson");
        cases.add("an index key of the next block", indexKey(wholeKeys(), 0, "cherry"), FEW);
        cases.add("an index key that is too low", indexKey(wholeKeys(), 1, "d"), FEW);
        cases.add("an index that steps back", swapped, FEW);
        cases.add("a block twice in the index", oneBlockTwice, FEW);
        return cases.compareWith("answers.txt");
    }

    @TestFactory
    Stream<DynamicTest> distrustedFilters() throws IOException {
        TestFile sound = wholeKeys().write();
        byte[] clear = HexFormat.of().parseHex("000000000000000006" + "00000000" + "09000000" + "0b");
        TestTable transformed = wholeKeys().properties("rocksdb.comparator", "mine");
        TestTable prefixes = wholeKeys().properties("rocksdb.block.based.table.whole.key.filtering", "0");
        Reports cases = new Reports();
        cases.add("none", wholeKeys().withoutFilter(), FEW);
        cases.add("of another policy", wholeKeys().policy("mine", ReferencePolicy.fnvSet()), FEW);
        cases.add("of another name", wholeKeys().policy("mine", ReferencePolicy.bloom(10)), FEW);
        cases.add("that denies keys", wholeKeys().changeFilter(0, block -> clear), FEW);
        cases.add("of an unknown type", wholeKeys().changeFilter(9, block -> block), FEW);
        cases.add("of no block", TestTable.ofWholeKeys(), "zebra");
        cases.add(
                "with a wrong checksum",
                sound.flipping(sound.filter().orElseThrow().end() - 1),
                FEW);
        cases.add(
                "with a wrong bit", sound.flipping(sound.filter().orElseThrow().offset()), FEW);
        cases.add("beside a damaged metaindex", sound.flipping(sound.metaindex().offset()), FEW);
        cases.add("beside a damaged index", sound.flipping(sound.index().offset()), FEW);
        cases.add("beside a damaged block", sound.flipping(sound.data().get(1).offset()), FEW);
        cases.add("of a comparator that transforms keys", transformed, FEW);
        cases.add("of prefixes alone", prefixes, FEW);
        return cases.compareWith("distrusted.txt");
    }

    /** Bits and k, the offset of the first filter, the offset of the array, and base lg. */
    @TestFactory
    Stream<DynamicTest> theFilterOfABlockIsExplained() throws IOException {
        Recorded cases = new Recorded();
        for (String block : List.of(
                "00000000",
                "000000000000000006 00000000 090000010b",
                "000000000000000006 00000000 09000000 40",
                "000000000000000006 0a000000 09000000 0b",
                "000000000000000006 2c010000 09000000 0b",
                "000000000000000006 2c010000 2c010000 09000000 0b",
                "00000000 00000000 0b",
                "06 00000000 01000000 0b",
                "ffffffffffffffff00 00000000 09000000 0b",
                "00000000000000001f 00000000 09000000 0b",
                "000000000000000006 00000000 09000000 0b",
                "ffffffffffffffff06 00000000 09000000 0b")) {
            byte[] bytes = HexFormat.of().parseHex(block.replace(" ", ""));
            TestTable table = TestTable.ofWholeKeys().block("apple", "plum").changeFilter(0, old -> bytes);
            cases.add(block, () -> explained(query(table.write()), 0) + explained(query(table.write()), 1 << 20));
        }
        return cases.compareWith("analysis/explained.txt");
    }

    private static String explained(TableQuery query, long offset) {
        KeyExplanation.Block block = query.explain(offset, key("pear")).blocks().get(0);
        return "a block at " + offset + ": " + (block.mayMatch() ? "may match, " : "absent, ") + block.why() + "\n";
    }

    /** A hundred blocks share a filter, which need not be asked a hundred times. */
    @Test
    @Tag("TF-15")
    void manyBlocksInAnotherOrderAreAskedOncePerFilter() throws IOException {
        TestTable table = TestTable.ofWholeKeys();
        for (int i = 3000; i > 0; i--) {
            table.block(String.format("k%05d", i));
        }
        TestFile written = table.write();
        TableQuery query = query(written);
        assertEquals(Search.ALL_BLOCKS, query.search());
        for (int i = 0; i < 9000; i += 7) {
            byte[] key = key(String.format("k%05d", i));
            OptionalLong passing = written.data().stream()
                    .mapToLong(BlockHandle::offset)
                    .filter(offset -> query.askFilter(offset, key))
                    .findFirst();
            assertEquals(new Answer(passing.isPresent(), passing), query.ask(key));
        }
    }

    /** The tags ascend, as no database writes them, but the index has the tag that databases seek with. */
    @Test
    @Tag("TF-12")
    void keysThatShowBothFormsProveNone() throws IOException {
        byte[] key = key("key");
        byte[][] stored = {TestTable.internalKey(key, 5, 1), TestTable.internalKey(key, 9, 1)};
        byte[] both = ReferenceFilterBlock.build(
                new BlockPlan(11, List.of(new AddKey(key), new AddKey(stored[0]), new AddKey(stored[1]))),
                ReferencePolicy.bloom(10));
        byte[] seek = TestTable.internalKey(key("kez"), (1L << 56) - 1, 1);
        TestFile written = TestTable.ofWholeKeys()
                .storedBlock(stored)
                .changeFilter(0, block -> both)
                .changeIndexEntries(
                        entries -> entries.set(0, new Entry(seek, entries.get(0).value())))
                .write();
        TableReport report = TableReport.of(written.open());
        assertEquals(Optional.empty(), report.identification().keyFormat());
        assertTrue(report.licence().missing(Ground.KEY_FORMAT).isPresent());
    }

    /** Their keys could not tell the hashes apart, so a key of either may be there (FB-2). */
    @Test
    @Tag("FB-2")
    void keysOfUnreadableBlocksAreNotHidden() throws IOException {
        byte[][] keys = TestKeys.telling(100);
        for (ReferencePolicy writer : List.of(ReferencePolicy.bloom(10), ReferencePolicy.signedTailBloom(10))) {
            TableQuery query = query(TestTable.ofWholeKeys()
                    .policy(TestTable.OLD_LEVELDB, writer)
                    .compressData(6, contents -> contents)
                    .block(keys)
                    .write());
            assertEquals(Search.ALL_BLOCKS, query.search());
            for (byte[] key : keys) {
                assertTrue(query.ask(key).mayMatch());
            }
            assertFalse(query.ask(key("none of them")).mayMatch());
        }
    }

    @Test
    @Tag("FB-12")
    void theFilterCanBeAskedDirectly() throws IOException {
        TestFile written = wholeKeys().write();
        TableQuery query = query(written);
        for (int i = 0; i < PRESENT.length; i++) {
            assertTrue(query.askFilter(written.data().get(i / 2).offset(), key(PRESENT[i])), PRESENT[i]);
        }
        assertFalse(query.askFilter(written.data().get(1).offset(), key("apple")));
        assertTrue(query.askFilter(1L << 40, key("apple")), "beyond the last filter");
        assertTrue(query.askFilter(-1, key("zebra")), "offsets are unsigned");
    }
}
