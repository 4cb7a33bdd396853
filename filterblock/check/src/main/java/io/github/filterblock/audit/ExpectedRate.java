// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.Arguments.checkArgument;

import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import java.util.OptionalDouble;

/**
 * The expected rate of false positives of LevelDB's Bloom filter: the probability that a key which is not in the filter
 * nevertheless matches, for keys whose 32-bit hashes are spread evenly.
 *
 * <p>The textbook's {@code (1 - e^(-kn/m))^k}, with n keys, m bits and k probes, assumes that the probes of a key are
 * independent. LevelDB makes them of one 32-bit hash: h, h + d, h + 2d, ... modulo 2^32, each modulo m, where d is h
 * rotated right by 17 (FB-3). This raises the rate in four ways, and the model has a term for each:
 *
 * <ul>
 *   <li><b>Divisors of m.</b> A rotation right by 17 is a multiplication by 2^15 modulo 2^32 - 1 = 3 * 5 * 17 * 257 *
 *       65537. Where m is a multiple of 3, the remainders modulo 3 of all probes of a key are related, and likewise
 *       for 5: up to a tenth more false positives at any number of keys.
 *   <li><b>Few bits.</b> If d is a multiple of a large divisor of m, the probes fall on the same bits again; and two
 *       keys with the same d share many bits. That adds about a/m, with a around one half: a hundred times the
 *       textbook's rate for a few keys with many bits each. The factor a is measured, for each shape of up to 128 keys
 *       by itself.
 *   <li><b>The third probe</b> has only 196,605 values: 5 % more at 10,000 keys, 30 % and more from 100,000 on.
 *   <li><b>A short hash.</b> From 100,000 keys on, 32 bits are too few to keep probes apart. Measured for up to 2^27
 *       bits.
 * </ul>
 *
 * <p><b>Where it holds.</b> One probe: exact. Filters as LevelDB writes them, of 3 to 50 bits per key and up to 10,000
 * keys: within the error of a measurement with 10^6 probes, or below 10^-5 like it. Up to 10 million keys: mostly
 * within a tenth; there, numbers of bits with large divisors in common with 2^32 - 1 can have up to twice the expected
 * rate. Other shapes (more bits per key, a k that is not the writer's) take the measured terms of the nearest shape:
 * the order of magnitude is right. Basho's filters have other probes; for them it is no more than the textbook's rate.
 * The measured numbers are in {@code expected-rate.txt}, made by {@code RateCalibration} in the tests.
 *
 * <p>A rate is a number from 0 to 1. Stateless; safe for use by any number of threads.
 */
public final class ExpectedRate {
    private static final int MAX_STORED_PROBES = 255;

    private ExpectedRate() {}

    /**
     * The rate of a filter as LevelDB writes it, on average over all sets of keys.
     *
     * @param keys number of keys, 0 to 2^50
     * @param bitsPerKey 0 to 1000
     * @return 0 to 1; 0 without keys
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static double ofWriter(long keys, int bitsPerKey) {
        checkArgument(keys >= 0 && keys <= 1L << 50, "the number of keys must be 0 to 2^50, not %s", keys);
        int probes = BloomFilterPolicy.levelDb(bitsPerKey).probes();
        return of(keys, RateTable.bits(keys, bitsPerKey), probes);
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
        checkArgument(probes >= 0 && probes <= MAX_STORED_PROBES, "k must be 0 to 255, not %s", probes);
        if (bits == 0) {
            return 0; // FB-8: too short to match
        }
        return probes == 0 || probes > RateTable.MOST_PROBES ? 1 : ofLoad((double) keys, bits, probes);
    }

    /**
     * The rate of one filter as it is, from the share of its bits that are set.
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
        if (filter.probes() == 1) {
            return filter.fillRatio();
        }
        double fill = RateTable.INSTANCE.evenFill(filter.probes(), filter.bits(), filter.fillRatio());
        double keys = -Math.log1p(-fill) * filter.bits() / filter.probes();
        return ofLoad(keys, filter.bits(), filter.probes());
    }

    /**
     * The rate of a table's filters together, each weighted with the number of its keys: lookups of absent keys that
     * are spread as the keys of the table are.
     *
     * @param filters the filters of a table
     * @return 0 to 1; nothing if no filter has keys
     */
    public static OptionalDouble ofTable(FilterSummary filters) {
        long keys = 0;
        double sum = 0;
        for (FilterSummary.Row row : filters.rows()) {
            keys += row.keys();
            sum += row.keys() == 0 ? 0 : row.keys() * (row.length() < 0 ? 1 : ofFilter(row.info()));
        }
        return keys == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / keys);
    }

    /**
     * The rate of lookups in a table: that of its filters where they are believed, and 1 where they are not, since then
     * no key is denied. This applies to filters that contradict the table's keys or hold only prefixes, for policies
     * that are not built in, and for a base lg above 63, with which no filter is found (FB-22).
     *
     * @param analysis a table
     * @param filters its filters
     * @return 0 to 1; nothing if no filter has keys
     */
    public static OptionalDouble ofLookups(TableReport analysis, FilterSummary filters) {
        boolean believed = analysis.identification().trust() == FilterIdentification.Trust.TRUSTED
                && analysis.filter()
                        .filter(filter -> filter.layout().windows().isPresent())
                        .isPresent();
        OptionalDouble own = ofTable(filters);
        return believed || own.isEmpty() ? own : OptionalDouble.of(1);
    }

    /** The number of keys need not be whole: it may stand for a share of bits that are set. */
    private static double ofLoad(double keys, long bits, int probes) {
        if (keys == 0) {
            return 0;
        }
        if (probes == 1) {
            return -Math.expm1(keys * Math.log1p(-1.0 / bits));
        }
        double rate = RateTable.INSTANCE.rate(keys, bits, probes);
        return Math.max(0, Math.min(1, rate));
    }
}
