// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stored keys show of their form and order. */
@Tag("TF-12")
class KeyStatisticsTest {
    private static byte[] tagged(String key, long sequence, int kind) {
        return TestTable.internalKey(key.getBytes(US_ASCII), sequence, kind);
    }

    private static TableReport report(TestTable table) throws IOException {
        return TableReport.of(table.write().open());
    }

    private static TestTable of(byte[]... stored) {
        return TestTable.ofInternalKeys().withoutFilter().storedBlock(stored);
    }

    private static TestTable ofRocksDb(TestTable table) {
        return table.properties("rocksdb.comparator", "leveldb.BytewiseComparator");
    }

    /** The kinds of all databases are below 0x20, but for the largest, with which RocksDB seeks. */
    @ParameterizedTest
    @CsvSource({"1, false", "31, false", "32, true", "126, true", "127, false", "128, true", "255, true"})
    void aKindThatNoDatabaseHasShowsThatAKeyHasNoTag(int kind, boolean whole) throws IOException {
        assertEquals(
                whole ? Optional.of(KeyFormat.WHOLE_KEY) : Optional.empty(),
                report(of(tagged("apple", 7, kind))).keyFormat());
    }

    /** A key of a table builder may come twice; an entry of a database has a number of its own. */
    @Test
    void oneKeyTwiceHasNoTagAndDoesNotAscend() throws IOException {
        TableReport twice = report(of(tagged("apple", 7, 1), tagged("apple", 7, 1)));
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), twice.keyFormat());
        assertFalse(twice.facts().ascending(KeyFormat.WHOLE_KEY));
        assertFalse(twice.facts().ascending(KeyFormat.USER_KEY));
        assertEquals(
                Optional.empty(),
                report(of(tagged("apple", 7, 1), tagged("apple", 6, 1))).keyFormat());
        assertEquals(
                Optional.of(KeyFormat.USER_KEY),
                report(ofRocksDb(of(tagged("apple", 7, 1), tagged("apple", 7, 1))))
                        .keyFormat());
    }

    private static TestTable separatedBy(String key) {
        return of(tagged("apple", 7, 1), tagged("berry", 8, 1))
                .changeIndexEntries(
                        entries -> entries.set(0, Entry.of(key, entries.get(0).value())));
    }

    /** A database's index keys have tags; without room for one they are shortened keys of a table builder. */
    @Test
    void theIndexShowsWhetherKeysAreLikelyToHaveATag() throws IOException {
        assertEquals(Optional.of(KeyFormat.WHOLE_KEY), report(separatedBy("c")).likelyFormat());
        assertEquals(
                Optional.of(KeyFormat.USER_KEY),
                report(separatedBy("c\1\1\1\1\1\1\1\1")).likelyFormat());
        assertEquals(
                Optional.of(KeyFormat.USER_KEY),
                report(ofRocksDb(separatedBy("c"))).likelyFormat());
        assertEquals(Optional.empty(), report(of()).likelyFormat());
    }

    @Test
    void theLargestSequenceNumberIsThatOfTheTags() throws IOException {
        long most = (1L << 56) - 1;
        assertEquals(
                OptionalLong.of(most),
                report(of(tagged("a", 3, 1), tagged("b", most, 0), tagged("c", 5, 1)))
                        .facts()
                        .largestSequence());
        assertEquals(
                OptionalLong.empty(),
                report(of(tagged("a", 3, 1), "b".getBytes(US_ASCII))).facts().largestSequence());
        assertEquals(OptionalLong.empty(), report(of()).facts().largestSequence());
        assertTrue(report(of(tagged("a", 3, 1))).facts().keysMayHaveTags());
        assertFalse(report(of("b".getBytes(US_ASCII))).facts().keysMayHaveTags());
    }
}
