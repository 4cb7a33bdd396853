// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which keys a table's filter denies, by which search, and why; never a key of the table. */
@Tag("TF-11")
@Tag("TF-15")
class TableQueryTest {
    private static final String[] FEW = {"apple", "cherry", "zebra", ""};
    private static final String[] ALL = {
        "apple", "banana", "cherry", "damson", "elder", "fig", "", "aardvark", "carrot", "bz", "fz", "fig2", "zebra"
    };

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
        TestTable transformed = wholeKeys().properties("rocksdb.comparator", "mine");
        cases.add("a comparator that transforms keys", transformed, FEW);
        TestTable prefixes = wholeKeys().properties("rocksdb.block.based.table.whole.key.filtering", "0");
        cases.add("a filter of prefixes alone", prefixes, FEW);
        return cases.compareWith("answers.txt");
    }

    private static Optional<String> obstacle(TestTable table) throws IOException {
        return new TableQuery(TableReport.of(TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), "array"))))
                .obstacle();
    }

    @Test
    void whyTheIndexIsNotSearchedIsSaid() throws IOException {
        TestTable reversed = TestTable.ofWholeKeys().block("fig", "elder").block("damson", "cherry");
        assertEquals(Optional.of("keys do not ascend in byte order"), obstacle(reversed));
        assertEquals(
                Optional.of("the keys of the index do not separate the data blocks"), obstacle(internalIndexKey("c")));
        assertEquals(Optional.empty(), obstacle(internalIndexKey("c\1\1\1\1\1\1\1\1")));
        assertEquals(Optional.empty(), obstacle(wholeKeys()));
        assertEquals(
                Optional.of("not all data blocks could be read"),
                obstacle(wholeKeys().undecoded(2)));
        assertEquals(Optional.empty(), obstacle(reversed.withoutFilter()), "no filter is asked");
    }

    /** A filter of a bit for each key does not tell which of two readings is the right one. */
    @Test
    void aWeakFilterDoesNotTellWhetherKeysHaveATag() throws IOException {
        TestTable weak = TestTable.ofInternalKeys().policy(TestTable.LEVELDB, ReferencePolicy.bloom(1));
        assertEquals(Optional.of("it is not known whether keys have a tag"), obstacle(weak.block("key")));
    }
}
