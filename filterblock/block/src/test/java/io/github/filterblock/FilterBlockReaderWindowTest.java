// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which window a block offset falls into, and where the block says its filters are. */
class FilterBlockReaderWindowTest {
    private static final byte[] KEY = Bytes.ascii("key");

    /** Two windows, both without keys: whatever falls into one of them is denied, everything else matches. */
    private static boolean isInOneOfTwoWindows(int baseLg, long blockOffset) {
        try (EveryReader every = new EveryReader(Blocks.of("", baseLg, 0, 0), Matchers.levelDb())) {
            return !every.keyMayMatch(blockOffset, KEY);
        }
    }

    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({
        "0, 0, true",
        "0, 1, true",
        "0, 2, false",
        "11, 2047, true",
        "11, 4095, true",
        "11, 4096, false",
        "12, 4096, true",
        "12, 8191, true",
        "12, 8192, false",
        "19, 1048575, true",
        "19, 1048576, false",
        "31, 2147483648, true",
        "31, 4294967295, true",
        "31, 4294967296, false",
        "32, 4294967296, true",
        "32, 8589934592, false",
        "62, 9223372036854775807, true",
        "63, 9223372036854775807, true"
    })
    void windowIsTheOffsetShiftedByTheBaseLgOfTheBlock(int baseLg, long blockOffset, boolean inside) {
        assertEquals(inside, isInOneOfTwoWindows(baseLg, blockOffset));
    }

    // Mutants M15 and M18 of the kit: offsets whose window is 0 or 1 in 32 bits, or negative.
    @ParameterizedTest
    @Tag("FB-23")
    @CsvSource({
        "11, 4398046511104",
        "11, 8796093022208",
        "11, 8796093024256",
        "0, 4294967296",
        "0, 4294967297",
        "0, 2147483648",
        "1, 8589934592",
        "11, 9223372036854775807"
    })
    void farWindowsAreBeyondTheFilters(int baseLg, long blockOffset) {
        assertFalse(isInOneOfTwoWindows(baseLg, blockOffset));
    }

    // Offsets of 2^63 and more, which a long shows as negative ones.
    @Test
    @Tag("FB-12")
    void offsetsAreUnsigned() {
        assertTrue(isInOneOfTwoWindows(63, Long.MIN_VALUE));
        assertTrue(isInOneOfTwoWindows(63, -1));
        assertFalse(isInOneOfTwoWindows(62, Long.MIN_VALUE));
        assertFalse(isInOneOfTwoWindows(62, -1));
        for (int baseLg : new int[] {0, 1, 11, 31, 32}) {
            assertFalse(isInOneOfTwoWindows(baseLg, Long.MIN_VALUE));
            assertFalse(isInOneOfTwoWindows(baseLg, -1));
            assertFalse(isInOneOfTwoWindows(baseLg, -2048));
        }
    }

    // Mutant M29 of the kit: a shift by 64 is a shift by 0 in Java, and one by 75 or 139 a shift by 11.
    @ParameterizedTest
    @Tag("FB-22")
    @ValueSource(ints = {64, 65, 75, 127, 128, 139, 192, 255})
    void baseLgAbove63Matches(int baseLg) {
        for (long blockOffset : new long[] {0, 1, 2048, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            assertFalse(isInOneOfTwoWindows(baseLg, blockOffset));
        }
    }

    @Test
    void filtersAreWhereTheBlockSaysTheyAre() {
        byte[] block = Blocks.of("00".repeat(27), 11, 0, 9, 9, 0xffff_ffffL, 0x8000_0000L);
        try (EveryReader every = new EveryReader(block, Matchers.levelDb())) {
            for (FilterBlockReader reader : every.readers()) {
                assertEquals(5, reader.layout().filterCount());
                assertEquals(27, reader.layout().arrayOffset());
                assertEquals(11, reader.layout().baseLg());
                assertEquals(List.of(0L, 9L, 9L, 0xffff_ffffL, 0x8000_0000L), starts(reader));
                assertEquals(9, reader.layout().filterLimit(0));
                assertEquals(0xffff_ffffL, reader.layout().filterLimit(2));
                assertEquals(27, reader.layout().filterLimit(4));
            }
        }
    }

    private static List<Long> starts(FilterBlockReader reader) {
        return LongStream.range(0, reader.layout().filterCount())
                .mapToObj(filter -> reader.layout().filterStart((int) filter))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 3, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void filterThatTheBlockDoesNotHaveIsRefused(int filter) {
        try (EveryReader every = new EveryReader(Blocks.of("", 11, 0, 0), Matchers.levelDb())) {
            for (FilterBlockReader reader : every.readers()) {
                assertThrows(
                        IndexOutOfBoundsException.class, () -> reader.layout().filterStart(filter));
                assertThrows(
                        IndexOutOfBoundsException.class, () -> reader.layout().filterLimit(filter));
            }
        }
    }

    @ParameterizedTest
    @Tag("FB-19")
    @CsvSource({"''", "0b", "0000000b"})
    void shortBlockSaysNothingOfItself(String hex) {
        try (EveryReader every = new EveryReader(Bytes.hex(hex), Matchers.levelDb())) {
            for (FilterBlockReader reader : every.readers()) {
                assertEquals(0, reader.layout().filterCount());
                assertEquals(0, reader.layout().arrayOffset());
                assertEquals(-1, reader.layout().baseLg());
                assertEquals(hex.length() / 2, reader.layout().length());
                assertThrows(
                        IndexOutOfBoundsException.class, () -> reader.layout().filterStart(0));
                assertThrows(
                        IndexOutOfBoundsException.class, () -> reader.layout().filterLimit(0));
            }
        }
    }

    // An array offset of 4 leaves 6 bytes, that is one offset; beyond the block's end there is none.
    @ParameterizedTest
    @Tag("FB-21")
    @CsvSource({"0, 2, 0", "1, 2, 1", "2, 2, 2", "4, 1, 4", "10, 0, 10", "11, 0, 11", "4294967295, 0, 4294967295"})
    void oddBlockHasAsManyFiltersAsWholeOffsets(long arrayOffset, int filterCount, long said) {
        byte[] block = Blocks.withArrayOffset("0000", arrayOffset, 200, 0, 0);
        try (EveryReader every = new EveryReader(block, Matchers.levelDb())) {
            for (FilterBlockReader reader : every.readers()) {
                assertEquals(filterCount, reader.layout().filterCount());
                assertEquals(said, reader.layout().arrayOffset());
                assertEquals(200, reader.layout().baseLg());
            }
        }
    }
}
