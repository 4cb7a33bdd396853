// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;

/**
 * The expected rate of false positives of LevelDB's Bloom filters: the probability that a key which is not in the
 * filter nevertheless matches, for keys whose 32-bit hashes are spread evenly. {@link
 * BloomFilterInfo#expectedRate(double, long, int)} has the formula, and says where it holds.
 * A single small filter has a rate of its own. Basho's filters have
 * other probes; for them it is only a rough estimate.
 *
 * <p>A rate is a number from 0 to 1. Stateless; safe for use by any number of threads.
 */
final class ExpectedRate {
    private static final int MAX_STORED_PROBES = 255;
    private static final int MAX_PROBES = 30;
    private static final int MIN_BITS = 64;

    private ExpectedRate() {}

    /**
     * The rate of a filter as LevelDB writes it, on average over all sets of keys.
     *
     * @param keys number of keys, 0 to 2^50
     * @param bitsPerKey 0 to 1000
     * @return 0 to 1; 0 without keys
     * @throws IllegalArgumentException if an argument is out of range
     */
    static double ofWriter(long keys, int bitsPerKey) {
        Amounts.check(keys >= 0 && keys <= 1L << 50, "the number of keys must be 0 to 2^50, not %s", keys);
        int probes = BloomFilterPolicy.levelDb(bitsPerKey).probes();
        long bits = (Math.max(MIN_BITS, keys * bitsPerKey) + 7) / 8 * 8; // FB-5
        return of(keys, bits, probes);
    }

    /**
     * The rate of a filter of any shape, on average over all sets of keys.
     *
     * @param keys number of keys, 0 or more
     * @param bits number of bits of the field, 0 or more
     * @param probes the stored k, 0 to 255
     * @return 0 to 1; 1 if a reader matches everything: no probes, or more than 30 (FB-9)
     * @throws IllegalArgumentException if an argument is out of range
     */
    static double of(long keys, long bits, int probes) {
        Amounts.check(keys >= 0, "the number of keys %s is negative", keys);
        Amounts.check(bits >= 0, "the number of bits %s is negative", bits);
        Amounts.check(probes >= 0 && probes <= MAX_STORED_PROBES, "k must be 0 to 255, not %s", probes);
        if (bits == 0) {
            return 0; // FB-8: too short to match
        }
        if (probes == 0 || probes > MAX_PROBES) {
            return 1;
        }
        double fill = -Math.expm1(probes * (double) keys * Math.log1p(-1.0 / bits));
        return BloomFilterInfo.expectedRate(fill, bits, probes);
    }
}
