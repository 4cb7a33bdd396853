// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares multiplied remainders with counted ones, over all dividends: a hash is any 32-bit number.
 *
 * <p>Every build takes the largest 2500th of the dividends, where the error is largest; {@code -Dfilterblock.scale=n}
 * takes n fiftieths, and the profile {@code long} all of them, which takes a few minutes.
 */
@Tag("FB-3")
class AllDividendsTest {
    private static final int PARTS = 2500;
    private static final int SCALE = Integer.getInteger("filterblock.scale", 1);
    private static final int TAKEN = SCALE == 1 ? 1 : Math.min(PARTS, 50 * SCALE);
    private static final long FIRST = (1L << 32) / PARTS * (PARTS - TAKEN);

    /** Lengths of {@link Remainders#byteOf}; the last ones are its boundary. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                1, 2, 3, 7, 8, 9, 50, 51, 126, 626, 641, 1251, 2047, 2048, 2049, 4093, 8191, 8192, 9999, 12501, 16363,
                16381, 16382, 16383, 16384
            })
    void bytes(int bytes) {
        long multiplier = Remainders.multiplier(bytes);
        int bits = bytes << 3;
        int expected = (int) (FIRST % bits);
        for (long h = FIRST; h < 1L << 32; h++) {
            if (Remainders.byteOf((int) h, bytes, multiplier) != expected >>> 3) {
                assertEquals(expected >>> 3, Remainders.byteOf((int) h, bytes, multiplier), h + " in " + bytes);
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }

    /** Lengths of {@link Remainders#indexOf}, in both of its forms and at both ends of its offsets. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 50, 51, 126, 641, 1023, 1024, 1251, 2045, 2046, 2047})
    void indexes(int bytes) {
        long wide = Remainders.wideMultiplier(bytes);
        long folded = Remainders.foldedMultiplier(bytes);
        int first = bytes & 1;
        int last = Remainders.foldedMaxOffset() - (bytes & 1);
        long lastBase = Remainders.foldedBase(last);
        int bits = bytes << 3;
        int expected = (int) (FIRST % bits);
        for (long h = FIRST; h < 1L << 32; h++) {
            int inWide = Remainders.wideIndexOf((int) h, bytes, wide, first);
            int inFolded = Remainders.foldedIndexOf((int) h, bytes, folded, lastBase);
            if (inWide != first + (expected >>> 3) || inFolded != last + (expected >>> 3)) {
                assertEquals(first + (expected >>> 3), inWide, h + " in " + bytes);
                assertEquals(last + (expected >>> 3), inFolded, h + " in " + bytes);
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }

    /** Lengths of {@link Remainders#wideIndexOf} above those of the table; the last ones are its boundary. */
    @ParameterizedTest
    @ValueSource(ints = {2048, 2049, 12_501, 25_600, 131_073, 1_250_000, 12_500_000, (1 << 29) - 1, 1 << 29})
    void wideIndexes(int bytes) {
        long multiplier = Remainders.wideMultiplier(bytes);
        long bits = (long) bytes << 3;
        long expected = FIRST % bits;
        for (long h = FIRST; h < 1L << 32; h++) {
            if (Remainders.wideIndexOf((int) h, bytes, multiplier, 0) != expected >>> 3) {
                assertEquals(expected >>> 3, Remainders.wideIndexOf((int) h, bytes, multiplier, 0), h + " in " + bytes);
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }

    /** Numbers of bits of {@link Remainders#bitOf}; the last ones are its boundary. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                8, 16, 24, 64, 72, 80, 120, 200, 400, 408, 1000, 1008, 4088, 4096, 5000, 8184, 8192, 10000, 12288,
                16000, 16360, 16368, 16376, 16384
            })
    void numbersOfBits(int bits) {
        long multiplier = Remainders.multiplier(bits >>> 3);
        int expected = (int) (FIRST % bits);
        for (long h = FIRST; h < 1L << 32; h++) {
            if (Remainders.bitOf((int) h, bits, multiplier) != expected) {
                assertEquals(expected, Remainders.bitOf((int) h, bits, multiplier), h + " mod " + bits);
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }

    /** Numbers of bits of {@link Remainders#large}, which is used above the boundary and exact from 3 on. */
    @ParameterizedTest
    @ValueSource(longs = {3, 641, 16384, 131064, 131072, 131080, 1000008, 6700417, 10000000, 1 << 30})
    void largeNumbersOfBits(long about) {
        for (long bits : new long[] {about, (1L << 32) - about, (1L << 34) - about}) {
            largeNumber(bits);
        }
    }

    private static void largeNumber(long bits) {
        long multiplier = Remainders.largeMultiplier(bits);
        long expected = FIRST % bits;
        for (long h = FIRST; h < 1L << 32; h++) {
            if (Remainders.large((int) h, bits, multiplier) != expected) {
                assertEquals(expected, Remainders.large((int) h, bits, multiplier), h + " mod " + bits);
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }
}
