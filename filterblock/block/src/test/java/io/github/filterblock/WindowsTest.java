// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The geometry of windows, at both ends of every range. */
class WindowsTest {

    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({"0, 63, 0", "-1, 63, 1", "-1, 0, -1", "-1, 1, 9223372036854775807", "4095, 11, 1", "4096, 11, 2"})
    void windowIsTheUnsignedOffsetShifted(long blockOffset, int baseLg, long window) {
        assertEquals(window, new Windows(baseLg).of(blockOffset));
        assertEquals(window, Windows.of(blockOffset, baseLg));
    }

    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({"0, 11, 0", "3, 11, 6144", "1, 63, -9223372036854775808", "5, 0, 5", "9007199254740991, 11, -2048"})
    void windowStartsAtItsFirstOffset(long window, int baseLg, long start) {
        assertEquals(OptionalLong.of(start), new Windows(baseLg).start(window));
    }

    @ParameterizedTest
    @Tag("FB-12")
    @CsvSource({"2, 63", "4, 62", "9007199254740992, 11"})
    void windowBehindTheLastOffsetStartsNowhere(long window, int baseLg) {
        assertEquals(OptionalLong.empty(), new Windows(baseLg).start(window));
    }

    @ParameterizedTest
    @Tag("FB-17")
    @CsvSource({"0, 0, 1", "0, 2047, 1", "0, 2048, 1", "0, 4095, 1", "0, 4096, 2", "4095, 4100, 2", "4096, 4100, 3"})
    void filtersReachToTheLastBlockWithKeysAndToTheEndOfTheData(long lastStart, long end, long filters) {
        assertEquals(filters, new Windows(11).filterCount(OptionalLong.of(lastStart), end));
    }

    @ParameterizedTest
    @Tag("FB-17")
    @CsvSource({"0, 0", "2047, 0", "2048, 1", "9223372036854775807, 4503599627370495"})
    void withoutKeysFiltersReachToTheEndOfTheDataAlone(long end, long filters) {
        assertEquals(filters, new Windows(11).filterCount(OptionalLong.empty(), end));
    }

    @ParameterizedTest
    @Tag("FB-22")
    @ValueSource(ints = {-1, 64, 255, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void otherNumbersAreNoBaseLg(int number) {
        assertFalse(Windows.isBaseLg(number));
        Exception refused = assertThrows(IllegalArgumentException.class, () -> new Windows(number));
        assertEquals("base lg must be 0 to 63, not " + number, refused.getMessage());
    }

    @Test
    @Tag("FB-22")
    void everyShiftIsABaseLg() {
        for (int baseLg = 0; baseLg <= 63; baseLg++) {
            assertTrue(Windows.isBaseLg(baseLg));
            assertEquals(baseLg, new Windows(baseLg).baseLg());
        }
    }
}
