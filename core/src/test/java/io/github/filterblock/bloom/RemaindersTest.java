// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RemaindersTest {
    private static void assertByte(long h, int bytes) {
        long multiplier = Remainders.multiplier(bytes);
        int expected = Integer.remainderUnsigned((int) h, bytes << 3) >>> 3;
        assertEquals(expected, Remainders.byteOf((int) h, bytes, multiplier), () -> (int) h + " in " + bytes);
    }

    private static void assertIndex(long h, int bytes, int offset) {
        int hash = (int) h;
        int expected = offset + (Integer.remainderUnsigned(hash, bytes << 3) >>> 3);
        long wide = Remainders.wideMultiplier(bytes);
        assertEquals(expected, Remainders.wideIndexOf(hash, bytes, wide, offset), () -> hash + " in " + bytes);
        if (offset <= Remainders.foldedMaxOffset()) {
            long folded = Remainders.foldedMultiplier(bytes);
            long base = Remainders.foldedBase(offset);
            assertEquals(expected, Remainders.foldedIndexOf(hash, bytes, folded, base), () -> hash + " in " + bytes);
        }
        if (offset <= Remainders.MAX_OFFSET) {
            long multiplier = Remainders.indexMultiplier(bytes - 1);
            long base = Remainders.indexBase(offset);
            assertEquals(expected, Remainders.indexOf(hash, bytes, multiplier, base), () -> hash + " in " + bytes);
        }
    }

    private static void assertBit(long h, int bits) {
        long multiplier = Remainders.multiplier(bits >>> 3);
        int expected = Integer.remainderUnsigned((int) h, bits);
        assertEquals(expected, Remainders.bitOf((int) h, bits, multiplier), () -> (int) h + " mod " + bits);
    }

    private static void assertLarge(long h, long bits) {
        long multiplier = Remainders.largeMultiplier(bits);
        long expected = Integer.toUnsignedLong((int) h) % bits;
        assertEquals(expected, Remainders.large((int) h, bits, multiplier), () -> (int) h + " mod " + bits);
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
                    assertByte(hash, bytes);
                    if (bits <= Remainders.MAX_BITS) {
                        assertBit(hash, bits);
                    }
                    for (int i = 0; i < offsets.length && bytes < Remainders.TABLE_SIZE; i++) {
                        assertIndex(hash, bytes, offsets[i]);
                    }
                }
            }
        }
    }

    @Property
    void wideIndexesOfLongFiltersAreExact(@ForAll int h, @ForAll @IntRange(min = 1, max = 1 << 29) int bytes) {
        long bits = (long) bytes << 3;
        long multiplier = Remainders.wideMultiplier(bytes);
        long multiple = Integer.toUnsignedLong(h) / bits * bits;
        for (long hash : new long[] {h, multiple - 1, multiple, multiple + 1, 0xffff_ffffL / bits * bits - 1}) {
            long expected = Integer.toUnsignedLong((int) hash) % bits >>> 3;
            assertEquals(expected, Remainders.wideIndexOf((int) hash, bytes, multiplier, 0), () -> hash + " " + bytes);
        }
    }

    // For a filter of the greatest length there is room for one offset more; then the sum wraps.
    @Test
    void beyondTheLargestOffsetTheFoldedIndexBreaks() {
        int bytes = Remainders.TABLE_SIZE - 1;
        int offset = Remainders.foldedMaxOffset() + 2;
        long multiplier = Remainders.foldedMultiplier(bytes);
        int hash = (bytes << 3) - 1;
        assertEquals(0, Remainders.foldedIndexOf(hash, bytes, multiplier, Remainders.foldedBase(offset)));
    }

    // Were the limits higher, the second product would wrap: the limits are tight.
    @Test
    void beyondTheLimitsItBreaks() {
        int bytes = Remainders.MAX_BYTES + 8;
        assertNotEquals(bytes - 1, Remainders.byteOf((bytes << 3) - 1, bytes, Remainders.multiplier(bytes)));
        int bits = Remainders.MAX_BITS + 64;
        assertNotEquals(bits - 1, Remainders.bitOf(bits - 1, bits, Remainders.multiplier(bits >>> 3)));
    }

    @Property
    void anyHashIsExactAndSoAreThoseNextToAMultiple(
            @ForAll @LongRange(max = 0xffff_ffffL) long about,
            @ForAll @LongRange(min = 3, max = 1L << 34) long anyBits,
            @ForAll @IntRange(min = 1, max = Remainders.MAX_BYTES) int bytes,
            @ForAll @IntRange(max = Integer.MAX_VALUE - Remainders.TABLE_SIZE) int offset) {
        for (long bits : new long[] {anyBits, 8L * bytes, 1L << 32, (1L << 32) - 1, 1L << 34}) {
            long multiple = about / bits * bits;
            for (long h : new long[] {about, multiple - 1, multiple, multiple + 1}) {
                assertLarge(h, bits);
                assertByte(h, bytes);
                assertBit(h, 8 * (1 + bytes % (Remainders.MAX_BITS >> 3)));
                assertIndex(h, 1 + bytes % (Remainders.TABLE_SIZE - 1), offset);
                assertIndex(h, 1 + bytes % (Remainders.TABLE_SIZE - 1), offset >>> 13);
            }
        }
    }

    @Test
    void instructionIsUsedWhereTheJvmOffersIt() {
        assertEquals(Runtime.version().feature() >= 18, UnsignedMultiplyHigh.IS_FAST);
    }

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }

    @Property
    void productIsThatOfLargeNumbers(@ForAll long a, @ForAll long b) {
        long expected = unsigned(a).multiply(unsigned(b)).shiftRight(64).longValue();
        assertEquals(expected, UnsignedMultiplyHigh.of(a, b));
        assertEquals(expected, UnsignedMultiplyHigh.ofSigned(a, b));
    }
}
