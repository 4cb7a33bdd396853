// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import java.math.BigInteger;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Multiplied remainders are those of a division; AllDividendsTest counts them for some lengths. */
class RemaindersTest {
    /** Compares every form that serves a filter of this length at this offset. */
    private static void assertExact(long h, int bytes, int offset) {
        int hash = (int) h;
        long bits = 8L * bytes;
        long position = Integer.toUnsignedLong(hash) % bits;
        int octet = (int) (position >>> 3);
        Supplier<String> what = () -> hash + " in " + bytes + " at " + offset;
        assertEquals(position, Remainders.large(hash, bits, Remainders.largeMultiplier(bits)), what);
        if (bytes <= Remainders.MAX_LARGE_BYTES) {
            long multiplier = Remainders.wideMultiplier(bytes);
            assertEquals(octet, Remainders.wideIndexOf(hash, bytes, multiplier, 0), what);
        }
        if (bytes <= Remainders.MAX_BYTES) {
            assertEquals(octet, Remainders.byteOf(hash, bytes, Remainders.multiplier(bytes)), what);
        }
        if (bits <= Remainders.MAX_BITS) {
            assertEquals(position, Remainders.bitOf(hash, (int) bits, Remainders.multiplier(bytes)), what);
        }
        if (bytes < Remainders.TABLE_SIZE) {
            assertIndex(offset + octet, hash, bytes, offset, what);
        }
    }

    private static void assertIndex(int expected, int hash, int bytes, int offset, Supplier<String> what) {
        long wide = Remainders.wideMultiplier(bytes);
        assertEquals(expected, Remainders.wideIndexOf(hash, bytes, wide, offset), what);
        if (offset <= Remainders.foldedMaxOffset()) {
            long folded = Remainders.foldedMultiplier(bytes);
            long base = Remainders.foldedBase(offset);
            assertEquals(expected, Remainders.foldedIndexOf(hash, bytes, folded, base), what);
        }
        if (offset <= Remainders.MAX_OFFSET) {
            long multiplier = Remainders.indexMultiplier(bytes - 1);
            long base = Remainders.indexBase(offset);
            assertEquals(expected, Remainders.indexOf(hash, bytes, multiplier, base), what);
        }
    }

    // The error grows with h, and a remainder is next to a wrong one at multiples of the divisor.
    @Test
    void everyLengthIsExactAtTheLargestHashesAndAroundItsMultiples() {
        int[] offsets = {0, 1, Remainders.foldedMaxOffset(), Remainders.foldedMaxOffset() + 1};
        for (int bytes = 1; bytes <= Remainders.MAX_BYTES; bytes++) {
            int bits = bytes << 3;
            long multiple = (1L << 32) / bits * bits;
            for (long about : new long[] {multiple, multiple - bits, Integer.MIN_VALUE, 0, bits}) {
                for (long hash = about - 9; hash <= about + 9; hash++) {
                    for (int i = 0; i < (bytes < Remainders.TABLE_SIZE ? offsets.length : 1); i++) {
                        assertExact(hash, bytes, offsets[i]);
                    }
                }
            }
        }
    }

    @Property
    void anyHashIsExactAndSoAreThoseNextToAMultiple(
            @ForAll @LongRange(max = 0xffff_ffffL) long about,
            @ForAll @IntRange(min = 1) int anyBytes,
            @ForAll @IntRange(max = Integer.MAX_VALUE - Remainders.TABLE_SIZE) int offset) {
        int[] lengths = {
            anyBytes,
            1 + anyBytes % (1 << 29),
            1 + anyBytes % Remainders.MAX_BYTES,
            1 + anyBytes % (Remainders.TABLE_SIZE - 1),
            (1 << 29) - 1,
            1 << 29
        };
        for (int bytes : lengths) {
            long multiple = about / (8L * bytes) * (8L * bytes);
            for (long h : new long[] {about, multiple - 1, multiple, multiple + 1, (1L << 32) - 1}) {
                assertExact(h, bytes, offset);
                assertExact(h, bytes, offset >>> 13);
            }
        }
    }

    // For a filter of the greatest length there is room for one offset more; then the sum wraps.
    @Test
    void beyondTheLargestOffsetTheFoldedIndexBreaks() {
        int bytes = Remainders.TABLE_SIZE - 1;
        long base = Remainders.foldedBase(Remainders.foldedMaxOffset() + 2);
        assertEquals(0, Remainders.foldedIndexOf((bytes << 3) - 1, bytes, Remainders.foldedMultiplier(bytes), base));
    }

    @Test
    void instructionIsUsedWhereTheJvmOffersIt() {
        assertEquals(FormTest.isOf17() && Runtime.version().feature() >= 18, UnsignedMultiplyHigh.isFast());
    }

    @Property
    void productIsThatOfLargeNumbers(@ForAll long a, @ForAll long b) {
        BigInteger product =
                new BigInteger(Long.toUnsignedString(a)).multiply(new BigInteger(Long.toUnsignedString(b)));
        long expected = product.shiftRight(64).longValue();
        assertEquals(expected, UnsignedMultiplyHigh.of(a, b));
        assertEquals(expected, UnsignedMultiplyHigh.of(a, b));
    }
}
