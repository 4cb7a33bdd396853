// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.LicenceToDeny.Ground;
import io.github.filterblock.analysis.TableQuery.Answer;
import io.github.filterblock.analysis.TableQuery.Search;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall.AddKey;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TF-11")
@Tag("TF-15")
class TableQueryTest {

    private static TableQuery query(TestTable table) throws IOException {
        return query(table.write());
    }

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

    @Test
    void theIndexLeadsToTheBlockOfAKey() throws IOException {
        TestFile written = wholeKeys().write();
        TableQuery query = query(written);
        assertEquals(Search.INDEX, query.search());
        String[][] blocks = {{"apple", "banana"}, {"cherry", "damson"}, {"elder", "fig"}};
        for (int i = 0; i < blocks.length; i++) {
            for (String present : blocks[i]) {
                OptionalLong offset = OptionalLong.of(written.data().get(i).offset());
                assertEquals(new Answer(true, offset), query.ask(key(present)));
            }
        }
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

    /** A key between two blocks belongs to the second one, whose filter denies it. */
    @Test
    void absentKeysAreAskedOfTheBlockThatCouldHoldThem() throws IOException {
        TestFile written = wholeKeys().write();
        TableQuery query = query(written);
        assertEquals(new Answer(false, OptionalLong.of(written.data().get(1).offset())), query.ask(key("carrot")));
        assertEquals(new Answer(false, OptionalLong.of(0)), query.ask(key("aardvark")));
        assertEquals(new Answer(false, OptionalLong.of(0)), query.ask(key("")));
    }

    @Test
    void keysBehindTheLastOneAreAbsentWithoutAQuestion() throws IOException {
        TableQuery query = query(wholeKeys());
        assertEquals(new Answer(false, OptionalLong.empty()), query.ask(key("fig2")));
        assertEquals(new Answer(false, OptionalLong.empty()), query.ask(new byte[] {(byte) 0xff}));
    }

    @Test
    void indexKeysMayBeShortened() throws IOException {
        TestFile written = wholeKeys()
                .changeIndexEntries(entries -> {
                    entries.set(0, Entry.of("c", entries.get(0).value()));
                    entries.set(2, Entry.of("g", entries.get(2).value()));
                })
                .write();
        TableQuery query = query(written);
        assertEquals(Search.INDEX, query.search());
        assertEquals(OptionalLong.of(0), query.ask(key("bz")).blockOffset());
        assertEquals(
                OptionalLong.of(written.data().get(2).offset()),
                query.ask(key("fz")).blockOffset());
        assertTrue(query.ask(key("cherry")).mayMatch());
    }

    /** The newest version lies in the first block, and a lookup begins there. */
    @Test
    @Tag("TF-12")
    void versionsOfOneKeyMaySpanBlocks() throws IOException {
        TestFile written = TestTable.ofInternalKeys()
                .valueLength(2000)
                .block("a", "b")
                .block("b", "b")
                .block("b", "c")
                .write();
        TableQuery query = query(written);
        assertEquals(Search.INDEX, query.search());
        assertEquals(new Answer(true, OptionalLong.of(0)), query.ask(key("b")));
        assertEquals(new Answer(true, OptionalLong.of(written.data().get(2).offset())), query.ask(key("c")));
        assertFalse(query.ask(key("bb")).mayMatch());
    }

    /** A separator that is the next block's first key, but no key of its own block, would lead to the wrong block. */
    @Test
    void anIndexThatDoesNotPartItsBlocksIsNotBelieved() throws IOException {
        TestFile equal = wholeKeys()
                .changeIndexEntries(entries ->
                        entries.set(0, Entry.of("cherry", entries.get(0).value())))
                .write();
        assertDeniesNothing(equal);
        assertEquals(List.of(Rule.TF_11), rulesOf(equal));
        TestFile low = wholeKeys()
                .changeIndexEntries(
                        entries -> entries.set(1, Entry.of("d", entries.get(1).value())))
                .write();
        assertDeniesNothing(low);
        assertEquals(List.of(Rule.TF_11), rulesOf(low));
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

    /** Both index keys are above the block as stored keys, but not what is left of them without a tag. */
    @ParameterizedTest
    @ValueSource(strings = {"c", "bananb and"})
    void anIndexThatPartsOnlyWholeKeysIsNotSearchedForUserKeys(String indexKey) throws IOException {
        TableQuery query = query(TestTable.ofInternalKeys()
                .valueLength(2000)
                .block("apple", "banana")
                .block("cherry", "damson")
                .changeIndexEntries(entries ->
                        entries.set(0, Entry.of(indexKey, entries.get(0).value()))));
        assertEquals(Search.ALL_BLOCKS, query.search());
        for (String present : List.of("apple", "banana", "cherry", "damson")) {
            assertTrue(query.ask(key(present)).mayMatch());
        }
    }

    @Test
    void anIndexThatStepsBackIsNotBelieved() throws IOException {
        assertDeniesNothing(wholeKeys()
                .changeIndexEntries(entries -> {
                    Entry first = entries.get(0);
                    entries.set(0, new Entry(first.key(), entries.get(1).value()));
                    entries.set(1, new Entry(entries.get(1).key(), first.value()));
                })
                .write());
        assertDeniesNothing(wholeKeys()
                .changeIndexEntries(entries -> entries.set(
                        2, new Entry(entries.get(2).key(), entries.get(1).value())))
                .write());
    }

    private static List<Rule> rulesOf(TestFile written) throws IOException {
        return TableReport.of(written.open(), FilterHints.NONE).findings().first().stream()
                .map(Finding::rule)
                .distinct()
                .toList();
    }

    private static void assertDeniesNothing(TestFile written) throws IOException {
        TableQuery query = query(written);
        assertEquals(Search.NO_FILTER, query.search());
        for (String key : List.of("apple", "cherry", "damson", "fig", "zebra", "")) {
            assertTrue(query.ask(key(key)).mayMatch(), key);
            assertTrue(query.askFilter(0, key(key)), key);
            assertTrue(query.explain(key(key)).mayMatch(), key);
            assertTrue(query.explain(key(key)).distrust().isPresent(), key);
        }
    }

    @Test
    void otherComparatorsAreAskedBlockByBlock() throws IOException {
        TestFile reversed = TestTable.ofWholeKeys()
                .valueLength(2000)
                .block("fig", "elder")
                .block("damson", "cherry")
                .block("banana", "apple")
                .write();
        TableQuery query = query(reversed);
        assertEquals(Search.ALL_BLOCKS, query.search());
        for (String present : List.of("apple", "banana", "cherry", "damson", "elder", "fig")) {
            assertTrue(query.ask(key(present)).mayMatch(), present);
        }
        assertEquals(
                OptionalLong.of(reversed.data().get(2).offset()),
                query.ask(key("apple")).blockOffset());
        assertEquals(new Answer(false, OptionalLong.empty()), query.ask(key("zebra")));
    }

    /** Blocks in order, keys inside of one not: seen only by looking at every key. */
    @Test
    void oneKeyOutOfOrderIsEnough() throws IOException {
        TableQuery query = query(TestTable.ofWholeKeys().block("a", "c", "b", "d"));
        assertEquals(Search.ALL_BLOCKS, query.search());
        assertTrue(query.ask(key("b")).mayMatch());
    }

    @Test
    void besideADamagedBlockNothingIsAbsent() throws IOException {
        TestFile sound = wholeKeys().write();
        assertDeniesNothing(sound.flipping(sound.data().get(1).offset()));
    }

    @Test
    void withoutAFilterNothingIsAbsent() throws IOException {
        byte[] other =
                TestBlocks.join(new byte[8], new byte[] {6}, TestBlocks.u32(0), TestBlocks.u32(9), new byte[] {11});
        TestFile sound = wholeKeys().write();
        for (TestFile written : List.of(
                wholeKeys().withoutFilter().write(),
                wholeKeys().policy("mine", ReferencePolicy.bloom(10)).write(),
                wholeKeys().changeFilter(0, block -> other).write(),
                wholeKeys().changeFilter(9, block -> block).write(),
                TestTable.ofWholeKeys().write(),
                sound.flipping(sound.filter().orElseThrow().end() - 1),
                sound.flipping(sound.metaindex().offset()))) {
            TableQuery query = query(written);
            assertEquals(Search.NO_FILTER, query.search());
            assertEquals(new Answer(true, OptionalLong.empty()), query.ask(key("zebra")));
            assertTrue(query.askFilter(0, key("zebra")));
        }
    }

    /** Then it is unknown which blocks there are and how the filter was built. */
    @Test
    void withoutAnIndexNothingIsAbsent() throws IOException {
        TestFile sound = wholeKeys().write();
        assertDeniesNothing(sound.flipping(sound.index().offset()));
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
                    .block(keys));
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
        assertTrue(query.askFilter(0, key("apple")));
        assertFalse(query.askFilter(written.data().get(1).offset(), key("apple")));
        assertTrue(query.askFilter(1L << 40, key("apple")), "beyond the last filter");
        assertTrue(query.askFilter(-1, key("zebra")), "offsets are unsigned");
    }
}
