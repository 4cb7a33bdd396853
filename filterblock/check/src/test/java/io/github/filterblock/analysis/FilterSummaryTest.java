// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterSummary.Range;
import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterSummaryTest {

    private static Optional<FilterSummary> summary(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return TableReport.of(file).summary();
        }
    }

    private static Optional<Range> range(TestTable table) throws IOException {
        return summary(table).orElseThrow().bitsPerKey();
    }

    private static TestTable table(int bitsPerKey, int keys) {
        return TestTable.ofWholeKeys()
                .policy(TestTable.LEVELDB, ReferencePolicy.bloom(bitsPerKey))
                .block(TestKeys.ascii(0, keys));
    }

    /** With 100 keys every number of bits gives another length, as long as the probes are told apart. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10, 16, 43, 44, 100, 200})
    @Tag("FB-5")
    void manyKeysDetermineTheNumberExactly(int bitsPerKey) throws IOException {
        assertEquals(Optional.of(new Range(bitsPerKey, bitsPerKey)), range(table(bitsPerKey, 100)));
    }

    /** One key sits on the 64-bit floor, so only the probes are left: 0.69 times the number, rounded down, 1 to 30. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 2",
        "2, 1, 2",
        "3, 3, 4",
        "8, 8, 8",
        "9, 9, 10",
        "10, 9, 10",
        "43, 43, 43",
        "64, 44, 64",
        "65, 65, 72"
    })
    @Tag("FB-4")
    void oneKeyLeavesARange(int bitsPerKey, int least, int most) throws IOException {
        assertEquals(Optional.of(new Range(least, most)), range(table(bitsPerKey, 1)));
    }

    /** 300 bits are rounded up to 304, as 297 and 303 are. */
    @Test
    @Tag("FB-5")
    void roundingLeavesARange() throws IOException {
        assertEquals(Optional.of(new Range(99, 101)), range(table(100, 3)));
    }

    @Test
    @Tag("FB-5")
    void aFilterOfNoBitsPerKeyHasNone() throws IOException {
        assertEquals(Optional.of(new Range(0, 0)), range(table(0, 100)));
    }

    /** 2,400 bits for one key. */
    @Test
    @Tag("FB-5")
    void noNumberAboveAThousandFits() throws IOException {
        byte[] block = Arrays.copyOf(new byte[0], 301 + 9);
        block[300] = 30;
        block[306] = 1;
        block[305] = 45;
        block[309] = 11;
        assertEquals(Optional.empty(), range(table(10, 1).changeFilter(0, old -> block)));
    }

    /** goleveldb keeps the product in eight bits before it clamps: 400 * 69 / 100 = 276 is 20 there. */
    @Test
    @Tag("FB-4")
    void theWritersOwnArithmeticCounts() throws IOException {
        TestTable of400 = TestTable.ofWholeKeys()
                .policy(TestTable.OLD_LEVELDB, ReferencePolicy.bloom(400))
                .block(TestKeys.ascii(0, 100));
        assertEquals(Optional.empty(), range(of400), "of goleveldb's formula 400 bits do not have 30 probes");
        of400.changeFilter(0, block -> withProbes(block, 20));
        assertEquals(Optional.of(new Range(400, 400)), range(of400));
    }

    private static byte[] withProbes(byte[] block, int probes) {
        byte[] copy = block.clone();
        copy[copy.length - 4 - 4 - 1 - 1] = (byte) probes;
        return copy;
    }

    @Test
    @Tag("FB-9")
    void noNumberFitsAFilterOfForeignProbes() throws IOException {
        assertEquals(Optional.empty(), range(table(10, 100).changeFilter(0, block -> withProbes(block, 7))));
    }

    @Test
    void noNumberFitsWhereThereAreNoFilters() throws IOException {
        assertEquals(Optional.empty(), range(TestTable.ofWholeKeys()));
        assertEquals(Optional.empty(), summary(TestTable.ofWholeKeys().withoutFilter()));
    }

    @Test
    void anUnreadableFilterHasNoSummary() throws IOException {
        assertEquals(Optional.empty(), summary(table(10, 100).changeFilter(9, block -> block)));
    }

    /** The keys of a window are not known where one of its blocks cannot be read. */
    @Test
    void damagedDataLeaveTheNumberOpen() throws IOException {
        FilterSummary summary =
                summary(table(10, 100).changeData(0, contents -> new byte[3])).orElseThrow();
        assertEquals(Optional.empty(), summary.bitsPerKey());
        assertEquals(0, summary.rows().get(0).keys());
    }

    @Test
    void policiesThatAreNotBuiltInHaveNoBitsPerKey() throws IOException {
        FilterSummary summary =
                summary(table(10, 100).policy("mine", ReferencePolicy.fnvSet())).orElseThrow();
        assertEquals(Optional.empty(), summary.bitsPerKey());
        assertEquals(400, summary.rows().get(0).length());
    }

    /** Three blocks of which two start in window 0 and one in window 3; what lies between is empty. */
    @Test
    @Tag("FB-12")
    @Tag("FB-13")
    void rowsAreThoseOfTheWindows() throws IOException {
        TestTable table = TestTable.ofWholeKeys()
                .valueLength(1000)
                .block("a")
                .block("b", "c", "d", "e", "f", "g", "h")
                .block("i");
        List<Row> rows = summary(table).orElseThrow().rows();
        assertEquals(4, rows.size());
        assertEquals(
                List.of(0L, 2048L, 4096L, 6144L),
                rows.stream().map(Row::firstOffset).toList());
        assertEquals(List.of(8L, 0L, 0L, 1L), rows.stream().map(Row::keys).toList());
        assertEquals(List.of(11, 0, 0, 9), rows.stream().map(Row::length).toList());
        assertEquals(6, rows.get(0).info().probes());
        assertEquals(80, rows.get(0).info().bits());
        assertTrue(rows.get(0).hasBytes());
        assertFalse(rows.get(1).hasBytes());
        assertEquals(3, rows.get(3).index());
    }

    /** Windows of 2^62 bytes: there are four, and no offset lies after them. */
    @Test
    @Tag("FB-22")
    void windowsBehindTheLastOffsetAreNotReachable() throws IOException {
        TestTable table = TestTable.ofWholeKeys().valueLength(6000).block("a").block("b");
        List<Row> rows = rows(table, 62);
        assertEquals(
                List.of(0L, 1L << 62, 1L << 63, 3L << 62, 0L),
                rows.stream().map(Row::firstOffset).toList());
        assertEquals(
                List.of(true, true, true, true, false),
                rows.stream().map(Row::reachable).toList());
        assertEquals(2, rows.get(0).keys());
        for (int baseLg : new int[] {64, 75, 255}) {
            assertTrue(rows(table, baseLg).stream().noneMatch(Row::reachable), "base lg " + baseLg);
            assertTrue(rows(table, baseLg).stream().allMatch(row -> row.keys() == 0 && row.firstOffset() == 0));
        }
    }

    private static List<Row> rows(TestTable table, int baseLg) throws IOException {
        table.changeFilter(0, block -> {
            byte[] copy = block.clone();
            copy[copy.length - 1] = (byte) baseLg;
            return copy;
        });
        return summary(table).orElseThrow().rows();
    }

    @Test
    void rangesAreShort() {
        assertEquals("10", new Range(10, 10).toString());
        assertEquals("9 to 10", new Range(9, 10).toString());
    }
}
