// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last five bytes of a block, at numbers that no test can afford to build. */
@Tag("FB-21")
class FilterBlockFooterTest {

    @ParameterizedTest
    @CsvSource({
        "0, 5, 0",
        "0, 8, 0",
        "0, 9, 1",
        "0, 12, 1",
        "1, 5, 0",
        "4294967295, 5, 0",
        "4294967295, 2147483647, 0",
        "0, 2147483647, 536870910",
        "2147483642, 2147483647, 0",
        "2147483638, 2147483647, 1"
    })
    void filterCountIsThatOfWholeOffsets(long arrayOffset, int length, int filterCount) {
        assertEquals(filterCount, new FilterBlockFooter(length, arrayOffset, 11).filterCount());
    }

    @ParameterizedTest
    @Tag("FB-22")
    @CsvSource({"-1, 0", "0, 2", "63, 2", "64, 0", "255, 0"})
    void windowsHaveFiltersOnlyIfBaseLgIsANumberToShiftBy(int baseLg, int windows) {
        assertEquals(windows, new FilterBlockFooter(13, 0, baseLg).windowCount());
    }

    @ParameterizedTest
    @Tag("FB-24")
    @CsvSource({"0, 0, true", "0, 9, true", "9, 9, true", "9, 8, false", "0, 10, false", "10, 10, false"})
    void filterEndsNotBeforeItsStartAndNotBehindTheArrayOffset(long start, long limit, boolean range) {
        assertEquals(range, new FilterBlockFooter(18, 9, 11).isRange(start, limit));
    }

    @ParameterizedTest
    @Tag("FB-19")
    @CsvSource({"'', 0", "01020304, 4"})
    void shortBlockSaysNothing(String bytes, int length) {
        FilterBlockFooter end =
                FilterBlockFooter.of(ByteBuffer.wrap(Bytes.hex(bytes)).order(ByteOrder.LITTLE_ENDIAN), length);
        assertEquals(new FilterBlockFooter(length, 0, -1), end);
        assertFalse(end.isPresent());
        assertEquals(0, end.filterCount());
    }

    @ParameterizedTest
    @CsvSource({"ffffffffff, 4294967295, 255", "000102030405, 67305985, 5"})
    void lastFiveBytesAreTheArrayOffsetAndBaseLg(String bytes, long arrayOffset, int baseLg) {
        FilterBlockFooter end =
                FilterBlockFooter.of(ByteBuffer.wrap(Bytes.hex(bytes)).order(ByteOrder.LITTLE_ENDIAN), 1000);
        assertEquals(new FilterBlockFooter(1000, arrayOffset, baseLg), end);
        assertTrue(end.isPresent());
        assertEquals(995, end.arrayLimit());
    }
}
