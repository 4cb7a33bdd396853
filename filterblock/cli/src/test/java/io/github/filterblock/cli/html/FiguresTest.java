// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.cli.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as they are shown, and how many of them are put together. */
class FiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 %, every absent key is denied",
        "1, 100 %, no key is denied",
        "0.5, 50.0 %, 1 absent key in 2.0",
        "0.9994, 99.9 %, 1 absent key in 1.0",
        "0.9995, 100 %, no key is denied",
        "0.1, 10.0 %, 1 absent key in 10",
        "0.015, 1.50 %, 1 absent key in 67",
        "1e-14, 0.000000000001 %, '1 absent key in 100,000,000,000,000'",
        "0.00854, 0.854 %, 1 absent key in 117",
        "0.0123, 1.23 %, 1 absent key in 81",
        "0.00012, 0.0120 %, '1 absent key in 8,333'",
        "1e-8, 0.00000100 %, '1 absent key in 100,000,000'"
    })
    void ratesHaveThreeDigits(double share, String rate, String oneIn) {
        assertEquals(rate, Figures.percent(share));
        assertEquals(oneIn, Figures.oneIn(share));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1, 1 byte",
        "1023, '1,023 bytes'",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "121968, 119 KiB",
        "9223372036854775807, 8 EiB"
    })
    void bytesHaveUnits(long bytes, String text) {
        assertEquals(text, Figures.bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "0, a filter for each 1 byte of file",
        "11, a filter for each 2 KiB of file",
        "62, a filter for each 4 EiB of file",
        "63, a filter for each 8 EiB of file",
        "64, 'not a number of bits to shift by, every key may match'"
    })
    void aBaseLgIsASizeOfWindows(int baseLg, String text) {
        assertEquals(text, Figures.window(baseLg));
    }

    @Test
    void ratiosHaveThreeDecimals() {
        assertEquals("0.667", Figures.ratio(2 / 3.0));
        assertEquals("0.7", Figures.decimal(2 / 3.0));
        assertEquals("1,234 keys", Figures.number(1234, "key"));
        assertEquals("0 keys", Figures.number(0, "key"));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "1, 1, 1", "3, 5, 4", "34, 50, 40", "50, 50, 60", "60, 100, 60", "101, 200, 200"})
    void axesEndAtRoundNumbers(long value, long step, long top) {
        assertEquals(step, Scale.step(value));
        assertEquals(top, Scale.top(value));
    }

    @Test
    void charactersThatAreMarkupOrCannotBeSeenAreEscaped() {
        assertEquals("&lt;a&gt;&amp;&quot;&#39;\u00e9\u65e5", Markup.text("<a>&\"'\u00e9\u65e5"));
        assertEquals(
                "\\x00\\x1b\\x85\\u202e\\ud800\\uffff\\u2028", Markup.text("\0\u001b\u0085\u202e\ud800\uffff\u2028"));
    }

    private static Row row(int index, int length, long keys, long setBits) {
        return new Row(
                index, index * 2048L, length, keys, new BloomFilterInfo(Math.max(0, length), 6, 64, setBits), true);
    }

    @Test
    void neighboursArePutTogether() {
        List<Row> rows = new ArrayList<>();
        IntStream.range(0, 10).forEach(i -> rows.add(row(i, i % 3 == 0 ? 0 : 9, i, 4L * i)));
        rows.add(row(10, -1, 0, 0));
        FilterColumns columns = FilterColumns.of(rows, 4, row -> row.info().fillRatio());
        assertEquals(3, columns.windows());
        assertEquals(4, columns.columns().size());
        assertEquals(
                new FilterColumns.Column(0, 3, 2, 0, 4 / 64.0, 6 / 64.0, 8 / 64.0, 3),
                columns.columns().get(0));
        assertEquals(
                new FilterColumns.Column(9, 2, 0, 1, 0, 0, 0, 9),
                columns.columns().get(3));
        assertEquals(11, FilterColumns.of(rows, 11, row -> 1).columns().size());
    }

    @Test
    void histogramsCountFiltersWithBytes() {
        List<Row> rows =
                List.of(row(0, 9, 1, 0), row(1, 9, 3, 64), row(2, 9, 3, 32), row(3, 0, 7, 0), row(4, -1, 0, 0));
        assertArrayEquals(new int[] {0, 1, 0, 2}, Histogram.ofKeys(rows).counts());
        int[] fill = Histogram.ofFill(rows).counts();
        assertEquals(
                List.of(1, 1, 1, 3),
                List.of(fill[0], fill[20], fill[39], IntStream.of(fill).sum()));
        Histogram many = Histogram.ofKeys(List.of(row(0, 9, 999, 1), row(1, 9, 10, 1)));
        assertEquals(50, many.step());
        assertEquals(List.of(20, 1, 1), List.of(many.counts().length, many.counts()[0], many.counts()[19]));
    }
}
