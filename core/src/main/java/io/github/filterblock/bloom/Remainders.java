// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;

/** Exact remainders of hashes without a division for each. */
final class Remainders {
    /*
     * The position of a probe is h mod B, where h < 2^32 is a hash and B = 8D is the number of bits in a filter's D
     * bytes. Many h meet one B, which [1] turns into two multiplications.
     *
     * Up to D = 2^14. Let F = 50 and M = ceil(2^F / B), so M = 2^F / B + e / B with 0 <= e < B. Then
     *
     *     h * M / 2^F = h / B + h * e / (B * 2^F)
     *
     * and the fraction of the left side, (h * M mod 2^F) / 2^F, is (h mod B) / B plus an error of h * e / (B * 2^F).
     * The error may not carry the fraction over 1: (h mod B) / B is at most 1 - 1 / B, and the error is below 1 / B,
     * since h * e < 2^32 * 2^17 = 2^49.
     *
     * Times D, that is (h mod B) / 8 plus an error of h * e / (8 * 2^F) < 1 / 16. Rounded down it is the byte in which
     * the position lies, exactly, because the next whole number above (h mod B) / 8 is at least 1 / 8 away. The bit in
     * that byte is h & 7, since eight divides B.
     *
     * Times B, it is h mod B plus an error of h * e / 2^F < 1 / 2: rounded down, the position itself.
     *
     * The first product may wrap at 2^64, since only its low 50 bits are used. The second has to stay below 2^64. It
     * does up to D = 2^14, for the bytes, and up to B = 2^14, for the positions. Beyond that it wraps, and positions
     * are wrong.
     *
     * Above. Let M = ceil(2^64 / B). The high half of h * M is h / B plus less than h / 2^64 < 2^-32, rounded down. h /
     * B is at least 1 / B away from the next whole number above it, and 1 / B > 2^-32 where B < 2^32, so the
     * quotient q is exact, and the remainder is h - q * B. Where B >= 2^32 > h, h * M < h * 2^64 / B + h <= 2^64 - 2^32
     * + h makes the quotient 0, as it should be. M is below 2^63 for B > 2, and signed multiplication will do.
     *
     * A lookup needs more than the byte of a filter: an index of the array in which the filter starts at some offset.
     * There are two shorter forms.
     *
     * Folded, F = 46, for the usual lengths, D < 2^11: with offset * 2^F added to the second product, the shift gives
     * offset plus byte. The product is below 2^57, and offset plus D may be up to 2^18, so nothing wraps as an
     * unsigned number. The error of the byte is h * e / (8 * 2^F) < 2^32 * 2^14 / 2^49 = 1 / 8, which is still enough.
     * The multiplier is kept as M * 2^18: the first product then wraps at 2^64 by itself, and a shift takes the place
     * of a mask. What is added is written as subtracting its negative, because the compiler splits the shift of a sum.
     *
     * Wide, F = 64: the first product wraps at 2^64 by itself, so there is nothing to mask, and the upper half of the
     * second one is the byte: nothing to shift. The error, h * e / 2^67 with e < B, is below 1 / 8 up to B = 2^32, so
     * this form serves filters of up to D = 2^29. It needs the upper half of an unsigned product: see
     * UnsignedMultiplyHigh.
     *
     * [1] Lemire, Kaser, Kurz: Faster Remainder by Direct Computation. Software: Practice and Experience 49 (2019).
     */

    /** The largest number of bytes for {@link #byteOf}. */
    static final int MAX_BYTES = 1 << 14;

    /** The largest number of bits for {@link #bitOf}. */
    static final int MAX_BITS = 1 << 14;

    private static final int FRACTION_BITS = 50;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;

    /** Multipliers of shorter filters, the usual ones, are in a table, so their lookups do not divide. */
    static final int TABLE_SIZE = 2048;

    private static final boolean WIDE = UnsignedMultiplyHigh.isFast();

    static final int FOLDED_BITS = 46;

    /** The largest offset of a filter for {@link #indexOf}. */
    static final int MAX_OFFSET = WIDE ? Integer.MAX_VALUE : foldedMaxOffset();

    /** The largest number of bytes for {@link #largeByteOf}. */
    static final int MAX_LARGE_BYTES = 1 << 29;

    /** Multipliers for {@link #indexOf}; the first is that of one byte. */
    private static final long[] INDEX_MULTIPLIERS = new long[TABLE_SIZE - 1];

    static {
        for (int bytes = 1; bytes < TABLE_SIZE; bytes++) {
            INDEX_MULTIPLIERS[bytes - 1] = WIDE ? wideMultiplier(bytes) : foldedMultiplier(bytes);
        }
    }

    private Remainders() {}

    /**
     * The multiplier of a filter with 1 to {@link #MAX_BYTES} bytes of bits, for {@link #byteOf} and {@link #bitOf}.
     */
    static long multiplier(int bytes) {
        if (WIDE && bytes < TABLE_SIZE) {
            return -(-INDEX_MULTIPLIERS[bytes - 1] >> Long.SIZE - FRACTION_BITS); // ceil(ceil(2^64 / B) / 2^14)
        }
        int bits = bytes << 3;
        return ((1L << FRACTION_BITS) + bits - 1) / bits;
    }

    /** The byte of position {@code hash mod 8 * bytes}, whose bit there is {@code hash & 7}. */
    static int byteOf(int hash, int bytes, long multiplier) {
        return (int) (((hash & 0xffff_ffffL) * multiplier & FRACTION) * bytes >>> FRACTION_BITS);
    }

    /** The position {@code hash mod bits}, for a multiple of eight of up to {@link #MAX_BITS} bits. */
    static int bitOf(int hash, int bits, long multiplier) {
        return (int) (((hash & 0xffff_ffffL) * multiplier & FRACTION) * bits >>> FRACTION_BITS);
    }

    /**
     * The multiplier for {@link #indexOf} of a filter with {@code lessOne + 1} bytes of bits, below {@link
     * #TABLE_SIZE}.
     */
    static long indexMultiplier(int lessOne) {
        return INDEX_MULTIPLIERS[lessOne];
    }

    /** An offset of 0 to {@link #MAX_OFFSET}, at which a filter starts, for {@link #indexOf}. */
    static long indexBase(int offset) {
        return WIDE ? offset : foldedBase(offset);
    }

    /** The index of the byte of position {@code hash mod 8 * bytes} in the array that holds the filter. */
    static int indexOf(int hash, int bytes, long multiplier, long base) {
        return WIDE ? wideIndexOf(hash, bytes, multiplier, base) : foldedIndexOf(hash, bytes, multiplier, base);
    }

    static int foldedMaxOffset() {
        return (1 << Long.SIZE - FOLDED_BITS) - TABLE_SIZE;
    }

    static long foldedMultiplier(int bytes) {
        int bits = bytes << 3;
        return ((1L << FOLDED_BITS) + bits - 1) / bits << Long.SIZE - FOLDED_BITS;
    }

    static long foldedBase(int offset) {
        return (long) -offset << FOLDED_BITS;
    }

    static int foldedIndexOf(int hash, int bytes, long multiplier, long base) {
        long fraction = (hash & 0xffff_ffffL) * multiplier >>> Long.SIZE - FOLDED_BITS;
        return (int) (fraction * bytes - base >>> FOLDED_BITS);
    }

    static long wideMultiplier(int bytes) {
        return ((1L << Long.SIZE - 3) - 1) / bytes + 1; // B = 8D; the interpreter is quick at a signed division
    }

    static int wideIndexOf(int hash, int bytes, long multiplier, long base) {
        return (int) base + (int) UnsignedMultiplyHigh.of(bytes, (hash & 0xffff_ffffL) * multiplier);
    }

    /** The multiplier of any number of bits from 3 on, for {@link #large}. */
    static long largeMultiplier(long bits) {
        // ceil(2^64 / b) = floor((2^64 - 1) / b) + 1, also where b divides 2^64.
        return Long.divideUnsigned(-1L, bits) + 1;
    }

    /** The position {@code hash mod bits}, for any number of bits from 3 on. */
    static long large(int hash, long bits, long multiplier) {
        long unsigned = hash & 0xffff_ffffL;
        return unsigned - UnsignedMultiplyHigh.ofPositive(unsigned, multiplier) * bits;
    }

    /**
     * The byte of such a position in a filter of 1 to {@link #MAX_LARGE_BYTES} bytes; the multiplier is that of its
     * bits.
     */
    static int largeByteOf(int hash, int bytes, long multiplier) {
        return WIDE
                ? wideIndexOf(hash, bytes, multiplier, 0)
                : (int) (large(hash, (long) bytes << 3, multiplier) >>> 3);
    }
}
