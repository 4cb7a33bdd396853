// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/** Exact remainders of hashes without a division for each. */
final class Remainders {
    /*
     * A probe of a filter of D bytes of bits goes to bit h mod 8D. Eight divides 8D, so that is bit h & 7 of byte
     * n mod D, where n = h >>> 3 < 2^29. What remains is n mod D for many n and one D, which [1] turns into two
     * multiplications.
     *
     * Up to D = 2^17. Let F = 46 and M = ceil(2^F / D), so M = 2^F / D + e / D with 0 <= e < D. Then
     *
     *     n * M / 2^F = n / D + n * e / (D * 2^F)
     *
     * and the fraction of the left side, (n * M mod 2^F) / 2^F, is (n mod D) / D plus an error of n * e / (D * 2^F).
     * Times D, that is n mod D plus n * e / 2^F, and n * e < 2^29 * 2^17 = 2^46 keeps the error below 1: rounding down
     * gives n mod D exactly. The error may not carry the fraction over 1 either: (n mod D) / D is at most 1 - 1 / D,
     * and the error is below 1 / D. The first product may wrap, since only its low 46 bits are used; the second is below
     * 2^46 * 2^17 = 2^63. With D above 2^17 the bound on the error is gone, and there are D just above for which a
     * byte comes out wrong.
     *
     * The same with h itself, below 2^32, and the number of bits as the divisor is exact up to 2^14 bits, since 32 + 14 is
     * 46 as well; it gives the position at once.
     *
     * Above. Let M = ceil(2^64 / D); the high half of n * M is n / D plus less than n / 2^64 < 2^-35, rounded down. n / D
     * is at least 1 / D away from the next whole number above it unless it is whole, and 1 / D > 2^-31, so the quotient
     * is exact, and the remainder is n - quotient * D. For D >= 3, M is below 2^63, and signed multiplication will do.
     *
     * [1] Lemire, Kaser, Kurz: Faster Remainder by Direct Computation. Software: Practice and Experience 49 (2019).
     */
    static final int MAX_SMALL = 1 << 17;

    /** The largest number of bits for {@link #whole}. */
    static final int MAX_WHOLE = 1 << 14;

    private static final int FRACTION_BITS = 46;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;

    /** The multipliers of the divisors that tables are full of, so that a lookup needs no division at all. */
    private static final int TABLE_SIZE = 2048;

    private static final long[] SMALL_MULTIPLIERS = new long[TABLE_SIZE];

    static {
        for (int divisor = 1; divisor < TABLE_SIZE; divisor++) {
            SMALL_MULTIPLIERS[divisor] = divideToMultiplier(divisor);
        }
    }

    private Remainders() {}

    /** {@code h mod bits} for any h, taken as unsigned, and 1 to {@link #MAX_WHOLE} bits. */
    static int whole(int h, int bits, long multiplier) {
        return (int) (((h & 0xffff_ffffL) * multiplier & FRACTION) * bits >>> FRACTION_BITS);
    }

    /** The multiplier of a divisor of 1 to {@link #MAX_SMALL}. */
    static long smallMultiplier(int divisor) {
        return divisor < TABLE_SIZE ? SMALL_MULTIPLIERS[divisor] : divideToMultiplier(divisor);
    }

    private static long divideToMultiplier(int divisor) {
        return ((1L << FRACTION_BITS) + divisor - 1) / divisor;
    }

    /** {@code n mod divisor} for n below 2^29 and a divisor of 1 to {@link #MAX_SMALL}. */
    static int small(int n, int divisor, long multiplier) {
        return (int) ((n * multiplier & FRACTION) * divisor >>> FRACTION_BITS);
    }

    /** The multiplier of a divisor above 2. */
    static long largeMultiplier(int divisor) {
        // ceil(2^64 / d) = floor((2^64 - 1) / d) + 1, also where d divides 2^64.
        return Long.divideUnsigned(-1L, divisor) + 1;
    }

    /** {@code n mod divisor} for n below 2^29 and a divisor above 2. */
    static int large(int n, int divisor, long multiplier) {
        return n - (int) Math.multiplyHigh(n, multiplier) * divisor;
    }
}
