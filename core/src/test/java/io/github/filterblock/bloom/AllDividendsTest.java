// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

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

    /** Usual lengths of filters, and those on both sides of the limit of each form of {@link Remainders}. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                1, 2, 3, 7, 8, 9, 15, 50, 51, 126, 626, 641, 1023, 1024, 1251, 2045, 2046, 2047, 2048, 2049, 4093, 8191,
                8192, 9999, 12501, 16363, 16381, 16382, 16383, 16384, 16385, 25600, 131073, 1250000
            })
    @ValueSource(ints = {12_500_000, (1 << 29) - 1, 1 << 29, (1 << 29) + 1, Integer.MAX_VALUE})
    void everyFormThatServesALengthIsExact(int bytes) {
        long bits = 8L * bytes;
        long ofLarge = Remainders.largeMultiplier(bits);
        long ofWide = Remainders.wideMultiplier(bytes);
        long ofSmall = Remainders.multiplier(Math.min(bytes, Remainders.MAX_BYTES));
        long ofFolded = Remainders.foldedMultiplier(Math.min(bytes, Remainders.TABLE_SIZE));
        int first = bytes & 1;
        int last = Remainders.foldedMaxOffset() - first;
        long lastBase = Remainders.foldedBase(last);
        long expected = FIRST % bits;
        for (long h = FIRST; h < 1L << 32; h++) {
            int hash = (int) h;
            int octet = (int) (expected >>> 3);
            if (Remainders.large(hash, bits, ofLarge) != expected
                    || bytes <= Remainders.MAX_LARGE_BYTES
                            && Remainders.wideIndexOf(hash, bytes, ofWide, first) != first + octet
                    || bytes <= Remainders.MAX_BYTES && Remainders.byteOf(hash, bytes, ofSmall) != octet
                    || bits <= Remainders.MAX_BITS && Remainders.bitOf(hash, (int) bits, ofSmall) != expected
                    || bytes < Remainders.TABLE_SIZE
                            && Remainders.foldedIndexOf(hash, bytes, ofFolded, lastBase) != last + octet) {
                throw new AssertionError(h + " in " + bytes + " bytes");
            }
            expected = expected + 1 == bits ? 0 : expected + 1;
        }
    }
}
