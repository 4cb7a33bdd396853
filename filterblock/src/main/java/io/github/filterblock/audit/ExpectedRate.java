// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static com.google.common.base.Preconditions.checkArgument;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import java.util.OptionalDouble;

/**
 * The rate of false positives that is to be expected of LevelDB's Bloom filter: the probability that a key which is not
 * in the filter matches all the same.
 *
 * <p>A rate is a number from 0 to 1. Stateless; safe for use by any number of threads.
 */
public final class ExpectedRate {
    private static final int MAX_PROBES = 30;

    private ExpectedRate() {}

    /**
     * The rate of a filter as LevelDB writes it, on average over all sets of keys.
     *
     * @param keys number of keys, 0 or more
     * @param bitsPerKey 0 to 1000
     * @return 0 to 1; 0 without keys
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static double ofWriter(long keys, int bitsPerKey) {
        checkArgument(keys >= 0, "the number of keys %s is negative", keys);
        int probes = BloomFilterPolicy.levelDb(bitsPerKey).probes();
        return of(keys, bits(keys, bitsPerKey), probes);
    }

    /** As {@link BloomFilterPolicy#filterSize} has it, for any number of keys (FB-5). */
    private static long bits(long keys, int bitsPerKey) {
        return (Math.max(64, Math.multiplyExact(keys, bitsPerKey)) + 7) / 8 * 8;
    }

    /**
     * The rate of a filter of any shape, on average over all sets of keys.
     *
     * @param keys number of keys, 0 or more
     * @param bits number of bits of the field, 0 or more
     * @param probes the stored k, 0 to 255
     * @return 0 to 1; 1 where a reader matches everything: no probes, or more than 30 (FB-9)
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static double of(long keys, long bits, int probes) {
        checkArgument(keys >= 0, "the number of keys %s is negative", keys);
        checkArgument(bits >= 0, "the number of bits %s is negative", bits);
        checkArgument(probes >= 0 && probes <= 255, "k must be 0 to 255, not %s", probes);
        if (bits == 0) {
            return 0; // FB-8: too short to match
        }
        if (probes == 0 || probes > MAX_PROBES) {
            return 1;
        }
        return ofLoad((double) keys, bits, probes);
    }

    /** The keys need not be a whole number. */
    private static double ofLoad(double keys, double bits, int probes) {
        double fill = -Math.expm1(-probes * keys / bits);
        return Math.pow(fill, probes);
    }

    /**
     * The rate of one filter as it lies there, from the share of its bits that are set.
     *
     * @param filter what its bytes say
     * @return 0 to 1; 0 for a filter that is too short to match, such as an empty one
     */
    public static double ofFilter(BloomFilterInfo filter) {
        if (filter.matchesNothing()) {
            return 0;
        }
        if (filter.matchesEverything()) {
            return 1;
        }
        double keys = -Math.log1p(-filter.fillRatio()) * filter.bits() / filter.probes();
        return ofLoad(keys, filter.bits(), filter.probes());
    }

    /**
     * The rate of a table's filters together, each weighted with the number of its keys: lookups of absent keys that are
     * spread as the keys of the table are.
     *
     * @param filters the filters of a table
     * @return 0 to 1; nothing if no filter has keys
     */
    public static OptionalDouble ofTable(FilterSummary filters) {
        long keys = 0;
        double sum = 0;
        for (FilterSummary.Row row : filters.rows()) {
            keys += row.keys();
            sum += row.keys() * (row.length() < 0 ? 1 : ofFilter(row.info()));
        }
        return keys == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / keys);
    }
}
