// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arithmetic of the layout, at numbers that no test can afford to build. */
@Tag("FB-11")
class FilterBlockLengthTest {

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
}
