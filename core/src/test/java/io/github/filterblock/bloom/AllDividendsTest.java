// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Multiplied remainders against counted ones, over all dividends: a hash has 32 bits, and a filter of D bytes is asked
 * for its upper 29 bits modulo D.
 *
 * <p>Every build takes the largest fiftieth of the dividends, where the error is largest; {@code -Dfilterblock.scale=n}
 * takes n fiftieths, and the profile {@code long} all of them, which takes about two minutes.
 */
@Tag("FB-3")
class AllDividendsTest {
    private static final int PARTS = 50;
    private static final int TAKEN = Math.min(PARTS, Integer.getInteger("filterblock.scale", 1));

    private static long firstOf(long dividends) {
        return dividends / PARTS * (PARTS - TAKEN);
    }

    /** Divisors of {@link Remainders#small}; the last ones are its boundary. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                1, 2, 3, 7, 8, 9, 50, 126, 626, 641, 1251, 2047, 2048, 4093, 12501, 32749, 65521, 65535, 65536, 65537,
                98304, 99991, 131063, 131070, 131071, 131072
            })
    void smallDivisors(int divisor) {
        long multiplier = Remainders.smallMultiplier(divisor);
        int first = (int) firstOf(1 << 29);
        int expected = first % divisor;
        for (int n = first; n < 1 << 29; n++) {
            if (Remainders.small(n, divisor, multiplier) != expected) {
                assertEquals(expected, Remainders.small(n, divisor, multiplier), n + " mod " + divisor);
            }
            expected = expected + 1 == divisor ? 0 : expected + 1;
        }
    }

    /** Divisors of {@link Remainders#large}, which is used above the boundary and exact from 3 on. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                3,
                4,
                641,
                131071,
                131072,
                131073,
                131074,
                131075,
                135177,
                196613,
                262143,
                262144,
                262145,
                1 << 20,
                1250001,
                6700417,
                12500001,
                (1 << 24) + 1,
                1 << 28,
                (1 << 28) + 1,
                (1 << 29) - 1,
                1 << 29,
                (1 << 29) + 1,
                Integer.MAX_VALUE
            })
    void largeDivisors(int divisor) {
        long multiplier = Remainders.largeMultiplier(divisor);
        int first = (int) firstOf(1 << 29);
        int expected = first % divisor;
        for (int n = first; n < 1 << 29; n++) {
            if (Remainders.large(n, divisor, multiplier) != expected) {
                assertEquals(expected, Remainders.large(n, divisor, multiplier), n + " mod " + divisor);
            }
            expected = expected + 1 == divisor ? 0 : expected + 1;
        }
    }

    /** Numbers of bits of {@link Remainders#whole}, which takes the hash as it is; the last ones are its boundary. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                1, 3, 7, 61, 64, 72, 80, 200, 400, 641, 1000, 1008, 4095, 4096, 5000, 8191, 8192, 10000, 12288, 16363,
                16376, 16381, 16383, 16384
            })
    void numbersOfBits(int bits) {
        long multiplier = Remainders.smallMultiplier(bits);
        long first = firstOf(1L << 32);
        int expected = (int) (first % bits);
        for (long h = first; h < 1L << 32; h++) {
            if (Remainders.whole((int) h, bits, multiplier) != expected) {
                assertEquals(expected, Remainders.whole((int) h, bits, multiplier), h + " mod " + bits);
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }
}
