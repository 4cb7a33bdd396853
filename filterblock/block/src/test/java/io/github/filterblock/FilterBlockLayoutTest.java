// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bytes of a block say of themselves and of a lookup, also at numbers that no test can afford to build. */
class FilterBlockLayoutTest {

    private static FilterBlockLayout layout(byte[] block) {
        return FilterBlockLayout.of(ByteBuffer.wrap(block));
    }

    @ParameterizedTest
    @Tag("FB-19")
    @Tag("FB-21")
    @Tag("FB-22")
    @CsvSource({
        "'', 0, 0, 0, 0, -1",
        "01020304, 0, 4, 0, 0, -1",
        "000000000b, 0, 5, 0, 0, 11",
        "00000000000000003f, 4, 9, 0, 1, 63",
        "0000000000000000000b, 5, 9, 0, 1, 11",
        "ffffffff0b, 0, 5, 4294967295, 0, 11",
        "0000000000000000000004000000c8, 10, 9, 4, 1, 200",
        "0000000000000000000000000000ff, 10, 13, 0, 2, 255"
    })
    void tailSaysWhereTheFiltersEndAndTheirOffsetsBegin(
            String block, int arrayLimit, long offsetBytes, long arrayOffset, int filterCount, int baseLg) {
        FilterBlockLayout layout = layout(Bytes.hex(block));
        int length = block.length() / 2;
        assertEquals(length, layout.length());
        assertEquals(arrayLimit, layout.arrayLimit());
        assertEquals(offsetBytes, layout.offsetBytes());
        assertEquals(arrayOffset, layout.arrayOffset());
        assertEquals(filterCount, layout.filterCount());
        assertEquals(baseLg, layout.baseLg());
        boolean shifts = baseLg >= 0 && baseLg < 64;
        assertEquals(shifts ? Optional.of(new Windows(baseLg)) : Optional.empty(), layout.windows());
        assertEquals(length + " bytes, " + filterCount + " filters, base lg " + baseLg, layout.toString());
    }

    /**
     * Filters of a sound block; and of one where, in turn, the start lies beyond the limit, the limit beyond the array,
     * both beyond it and equal, both beyond it, the start beyond it, and nothing is wrong.
     */
    @ParameterizedTest
    @Tag("FB-13")
    @Tag("FB-24")
    @CsvSource({"19, 0 9 9 19, '[9, 0, 10, 0]'", "9, 5 4 10 10 4294967295 9, '[-1, -1, -1, -1, -1, 0]'"})
    void aDamagedFilterHasTheLengthMinusOne(int filterBytes, String offsets, String lengths) {
        long[] starts = Stream.of(offsets.split(" ")).mapToLong(Long::parseLong).toArray();
        FilterBlockLayout layout = layout(Blocks.of("00".repeat(filterBytes), 11, starts));
        IntStream filters = IntStream.range(0, layout.filterCount());
        assertEquals(lengths, filters.mapToObj(layout::filterLength).toList().toString());
        for (int i = 0; i < starts.length; i++) {
            assertEquals(starts[i], layout.filterStart(i));
            assertEquals(i + 1 < starts.length ? starts[i + 1] : filterBytes, layout.filterLimit(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void filterThatTheBlockDoesNotHaveIsRefused(int filter) {
        FilterBlockLayout layout = layout(Blocks.of("", 11, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> layout.filterStart(filter));
        assertThrows(IndexOutOfBoundsException.class, () -> layout.filterLimit(filter));
        assertThrows(IndexOutOfBoundsException.class, () -> layout.filterLength(filter));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, 0",
        "0, 8, 0",
        "0, 9, 1",
        "0, 12, 1",
        "1, 5, 0",
        "4, 5, 0",
        "4294967295, 5, 0",
        "4294967295, 2147483647, 0",
        "0, 2147483647, 536870910",
        "2147483642, 2147483647, 0",
        "2147483638, 2147483647, 1"
    })
    void filterCountIsThatOfWholeOffsets(long arrayOffset, int length, int filterCount) {
        assertEquals(filterCount, new FilterBlockFooter(length, arrayOffset, 11).filterCount());
    }

    /** The examples of FORMAT.md, section 6. */
    @ParameterizedTest
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-22")
    @Tag("FB-23")
    @Tag("FB-24")
    @Tag("FB-25")
    @CsvSource({
        "'', 0, FB-19, 0, -1, 0, 0",
        "00000000, 0, FB-19, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 0b, 0, FB-24, 0, 0, 0, 9",
        "081020408000010006 00000000 09000000 0b, 2047, FB-24, 0, 0, 0, 9",
        "081020408000010006 00000000 09000000 0b, 2048, FB-23, 1, -1, 0, 0",
        "081020408000010006 00000000 09000000 0b, -1, FB-23, 9007199254740991, -1, 0, 0",
        "081020408000010006 00000000 0e000000 0b, 0, FB-20, 0, -1, 0, 0",
        "081020408000010006 00000000 ffffffff 0b, 4096, FB-20, 2, -1, 0, 0",
        "081020408000010006 00000000 0d000000 0b, 0, FB-23, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 40, 0, FB-22, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 8b, 0, FB-22, 0, -1, 0, 0",
        "081020408000010006 00000000 09000000 3f, -1, FB-23, 1, -1, 0, 0",
        "081020408000010006 00000000 09000000 3f, 9223372036854775807, FB-24, 0, 0, 0, 9",
        "081020408000010006 00010000 00010000 09000000 0b, 0, FB-25, 0, 0, 256, 256",
        "081020408000010006 00010000 00010000 09000000 0b, 2048, FB-25, 1, 1, 256, 9",
        "081020408000010006 09000000 09000000 09000000 0b, 0, FB-24, 0, 0, 9, 9",
        "081020408000010006 00000000 0a000000 09000000 0b, 0, FB-25, 0, 0, 0, 10",
        "081020408000010006 09000000 08000000 09000000 0b, 0, FB-25, 0, 0, 9, 8"
    })
    void theRuleThatAppliesIsNamed(
            String block, long blockOffset, String rule, long window, int filter, long start, long limit) {
        FilterBlockTrace lookup = layout(Bytes.hex(block)).lookup(blockOffset);
        assertEquals(
                List.of(rule, window, filter, start, limit),
                List.of(lookup.rule().id(), lookup.window(), lookup.filter(), lookup.start(), lookup.limit()));
        assertEquals(rule.equals("FB-24"), lookup.isProbed());
        assertEquals(lookup.isProbed() ? limit - start : 0, lookup.length());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 5",
        "9, 1, 18",
        "2147483638, 1, 2147483647",
        "2147483647, 1000000000, 6147483652",
        "0, 4611686018427387904, 9223372036854775807",
        "0, 2305843009213693950, 9223372036854775805",
        "2, 2305843009213693950, 9223372036854775807",
        "3, 2305843009213693950, 9223372036854775807",
        "9223372036854775807, 0, 9223372036854775807",
        "9, 9223372036854775807, 9223372036854775807"
    })
    void lengthStaysAtTheLargestNumber(long filterBytes, long filterCount, long length) {
        assertEquals(length, FilterBlockLayout.length(filterBytes, filterCount));
    }

    @Test
    void largestBlockIsTheLargestBuffer() {
        assertTrue(FilterBlockLayout.fits(Integer.MAX_VALUE));
        assertFalse(FilterBlockLayout.fits(Integer.MAX_VALUE + 1L));
        assertFalse(FilterBlockLayout.fits(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({
        "0, 11, 0",
        "3, 11, 6144",
        "1, 63, -9223372036854775808",
        "5, 0, 5",
        "9007199254740991, 11, -2048",
        // Behind the last offset.
        "2, 63,",
        "4, 62,",
        "9007199254740992, 11,"
    })
    void windowStartsAtItsFirstOffset(long window, int baseLg, @Nullable Long start) {
        assertEquals(start == null ? OptionalLong.empty() : OptionalLong.of(start), new Windows(baseLg).start(window));
    }

    /** Filters reach to the last block with keys, if there is one, and to the end of the data. */
    @ParameterizedTest
    @Tag("FB-17")
    @CsvSource({
        "0, 0, 1",
        "0, 2047, 1",
        "0, 2048, 1",
        "0, 4095, 1",
        "0, 4096, 2",
        "4095, 4100, 2",
        "4096, 4100, 3",
        ", 0, 0",
        ", 2047, 0",
        ", 2048, 1",
        ", 9223372036854775807, 4503599627370495"
    })
    void filtersReachToTheLastKeysAndToTheEndOfTheData(@Nullable Long lastStart, long end, long filters) {
        OptionalLong start = lastStart == null ? OptionalLong.empty() : OptionalLong.of(lastStart);
        assertEquals(filters, new Windows(11).filterCount(start, end));
    }

    @Test
    @Tag("FB-22")
    void baseLgIs0To63() {
        for (int number : new int[] {-1, 64, 65, 255, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertFalse(Windows.isBaseLg(number));
            for (Executable use : new Executable[] {
                () -> new Windows(number), () -> new FilterBlockBuilder(BloomFilterPolicy.levelDb(10), number)
            }) {
                Exception refused = assertThrows(IllegalArgumentException.class, use);
                assertEquals("base lg must be 0 to 63, not " + number, refused.getMessage());
            }
        }
        for (int baseLg = 0; baseLg <= 63; baseLg++) {
            assertTrue(Windows.isBaseLg(baseLg));
            assertEquals(baseLg, new Windows(baseLg).baseLg());
        }
    }
}
