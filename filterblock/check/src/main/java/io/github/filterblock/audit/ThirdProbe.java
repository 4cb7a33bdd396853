// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

/**
 * How unevenly the third probe of all hashes falls on the bits of a filter.
 *
 * <p>With {@code h = high * 2^17 + low} the delta, {@code h} rotated right by 17, is {@code low * 2^15 + high}. The
 * third probe {@code h + 2 * delta} is therefore {@code 65537 * (2 * high + low)}: it has at most 196,605 values,
 * however many bits there are. In a filter of more than about ten thousand bits it prefers some of them.
 */
final class ThirdProbe {
    private static final int LOW_VALUES = 1 << 17;
    private static final int HIGH_VALUES = 1 << 15;
    private static final int SUMS = 2 * (HIGH_VALUES - 1) + LOW_VALUES;
    private static final long STEP = 65_537;
    private static final long HASHES = 1L << 32;

    private ThirdProbe() {}

    /**
     * The variance over all bits of the share of third probes that fall on a bit, where the mean share counts as 1.
     *
     * @param bits 1 to 2^20
     * @return 0 or more; 0 where all bits are hit alike
     */
    static double unevenness(int bits) {
        long[] hits = new long[bits];
        long hash = 0;
        int bit = 0; // the hash modulo the bits, without a division for each
        int step = (int) (STEP % bits);
        int wrap = (int) (HASHES % bits);
        for (int sum = 0; sum < SUMS; sum++) {
            hits[bit] += hashes(sum);
            hash += STEP;
            bit += step;
            bit -= bit >= bits ? bits : 0;
            if (hash >= HASHES) {
                hash -= HASHES;
                bit -= wrap;
                bit += bit < 0 ? bits : 0;
            }
        }
        double mean = 0x1p32 / bits;
        double variance = 0;
        for (long hit : hits) {
            variance += (hit / mean - 1) * (hit / mean - 1);
        }
        return variance / bits;
    }

    /** How many pairs of high and low give {@code 2 * high + low}. */
    private static long hashes(int sum) {
        int least = Math.max(0, (sum - LOW_VALUES + 2) / 2);
        int most = Math.min(HIGH_VALUES - 1, sum / 2);
        return (long) most - least + 1;
    }
}
