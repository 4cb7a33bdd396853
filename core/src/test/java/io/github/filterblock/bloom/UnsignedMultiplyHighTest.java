// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Runs with each JDK that the library is built with: the two ways of getting the product differ by it. */
class UnsignedMultiplyHighTest {
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private static BigInteger unsigned(long number) {
        return BigInteger.valueOf(number).mod(TWO_TO_64);
    }

    private static void assertProduct(long a, long b) {
        long expected = unsigned(a).multiply(unsigned(b)).shiftRight(64).longValue();
        assertEquals(expected, UnsignedMultiplyHigh.of(a, b));
        assertEquals(expected, UnsignedMultiplyHigh.ofSigned(a, b));
    }

    @Test
    void instructionIsUsedWhereTheJvmOffersIt() {
        assertEquals(Runtime.version().feature() >= 18, UnsignedMultiplyHigh.IS_FAST);
    }

    @Test
    void signBitsCountAsMagnitude() {
        long[] numbers = {0, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1};
        for (long a : numbers) {
            for (long b : numbers) {
                assertProduct(a, b);
            }
        }
    }

    @Property
    void productIsThatOfLargeNumbers(@ForAll long a, @ForAll long b) {
        assertProduct(a, b);
    }
}
