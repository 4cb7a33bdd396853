// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Multiplied remainders against divided ones, above all where the proof of exactness is tight. */
class RemaindersTest {
    private static final int MAX_N = (1 << 29) - 1;

    private static void assertSmall(int n, int divisor) {
        if (n >= 0 && n <= MAX_N) {
            long multiplier = Remainders.smallMultiplier(divisor);
            assertEquals(n % divisor, Remainders.small(n, divisor, multiplier), () -> n + " mod " + divisor);
        }
    }

    private static void assertWhole(int h, int bits) {
        long multiplier = Remainders.smallMultiplier(bits);
        int expected = Integer.remainderUnsigned(h, bits);
        assertEquals(expected, Remainders.whole(h, bits, multiplier), () -> h + " mod " + bits);
    }

    private static void assertLarge(int n, int divisor) {
        if (n >= 0 && n <= MAX_N) {
            long multiplier = Remainders.largeMultiplier(divisor);
            assertEquals(n % divisor, Remainders.large(n, divisor, multiplier), () -> n + " mod " + divisor);
        }
    }

    // The error grows with n, and a remainder is next to a wrong one at multiples of the divisor.
    @Test
    @Tag("FB-3")
    void everySmallDivisorIsExactAtTheLargestNumbersAndAroundItsMultiples() {
        for (int divisor = 1; divisor <= Remainders.MAX_SMALL; divisor++) {
            int multiple = MAX_N / divisor * divisor;
            assertSmall(MAX_N, divisor);
            assertSmall(MAX_N - 1, divisor);
            assertSmall(multiple - 1, divisor);
            assertSmall(multiple, divisor);
            assertSmall(multiple + 1, divisor);
            assertSmall(multiple - divisor, divisor);
            assertSmall(divisor - 1, divisor);
            assertSmall(divisor, divisor);
            assertSmall(0, divisor);
        }
    }

    @Test
    @Tag("FB-3")
    void everyNumberOfBitsIsExactAtTheLargestHashesAndAroundItsMultiples() {
        for (int bits = 1; bits <= Remainders.MAX_WHOLE; bits++) {
            int multiple = (int) ((1L << 32) / bits * bits);
            for (int step = -2; step <= 2; step++) {
                assertWhole(multiple + step, bits);
                assertWhole(multiple - bits + step, bits);
                assertWhole(Integer.MIN_VALUE + step, bits);
                assertWhole(step, bits);
                assertWhole(bits + step, bits);
            }
        }
    }

    @ParameterizedTest
    @Tag("FB-3")
    @ValueSource(
            ints = {
                3,
                4,
                7,
                131072,
                131073,
                131074,
                135177,
                1 << 20,
                (1 << 20) + 1,
                268435455,
                1 << 28,
                MAX_N,
                1 << 29,
                (1 << 29) + 1,
                1 << 30,
                Integer.MAX_VALUE - 1,
                Integer.MAX_VALUE
            })
    void largeDivisorsAreExactAtTheLargestNumbersAndAroundTheirMultiples(int divisor) {
        int multiple = MAX_N / divisor * divisor;
        for (int step = -2; step <= 2; step++) {
            assertLarge(MAX_N + step, divisor);
            assertLarge(multiple + step, divisor);
            assertLarge(multiple - divisor + step, divisor);
            assertLarge(divisor + step, divisor);
            assertLarge(step, divisor);
        }
    }

    @Property
    @net.jqwik.api.Tag("FB-3")
    void smallDivisorsAreExact(
            @ForAll @IntRange(max = MAX_N) int n, @ForAll @IntRange(min = 1, max = Remainders.MAX_SMALL) int divisor) {
        assertSmall(n, divisor);
    }

    @Property
    @net.jqwik.api.Tag("FB-3")
    void numbersOfBitsAreExact(@ForAll int h, @ForAll @IntRange(min = 1, max = Remainders.MAX_WHOLE) int bits) {
        assertWhole(h, bits);
    }

    @Property
    @net.jqwik.api.Tag("FB-3")
    void largeDivisorsAreExact(
            @ForAll @IntRange(max = MAX_N) int n, @ForAll @IntRange(min = 3, max = Integer.MAX_VALUE) int divisor) {
        assertLarge(n, divisor);
    }

    @Property
    @net.jqwik.api.Tag("FB-3")
    void dividendsNextToAMultipleAreExact(
            @ForAll @LongRange(max = MAX_N) long about, @ForAll @IntRange(min = 3, max = 1 << 20) int divisor) {
        int multiple = (int) (about / divisor * divisor);
        for (int step = -1; step <= 1; step++) {
            assertLarge(multiple + step, divisor);
            if (divisor <= Remainders.MAX_SMALL) {
                assertSmall(multiple + step, divisor);
            }
        }
    }
}
