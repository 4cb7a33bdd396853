// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/**
 * The rate of false positives of a Bloom filter whose probes for a key stay in one line: the mean over lines, which
 * differ in how many keys they have.
 *
 * <p>RocksDB takes the mean of a line with one standard deviation more keys than the average and of one with as many
 * fewer ({@code CacheLocalFpRate} in {@code util/bloom_impl.h}). That is too low, by 1 % at a rate of 1 % and by 18 %
 * at 0.01 %: crowded lines are rare, but let most of the absent keys through. Here every number of keys counts by its
 * probability.
 */
final class LineRate {
    /** Above so many keys in a line the rate hardly curves within a deviation, and RocksDB's two points suffice. */
    private static final double MAX_SUMMED_KEYS = 4096;

    private final double bits;
    private final int probes;

    /**
     * @param bits of a line
     * @param probes of a key
     */
    LineRate(long bits, int probes) {
        this.bits = bits;
        this.probes = probes;
    }

    /** The mean rate of so many lines, to which so many keys are distributed evenly. */
    double mean(long keys, long lines) {
        if (lines == 1) {
            return of((double) keys);
        }
        double average = (double) keys / lines;
        return average > MAX_SUMMED_KEYS ? ofTwoPoints(average) : ofBinomial(keys, lines, average);
    }

    private double ofTwoPoints(double average) {
        double deviation = Math.sqrt(average);
        return (of(average + deviation) + of(average - deviation)) / 2;
    }

    /** Weighs each number of keys with its probability, relative to that of the most likely one. */
    private double ofBinomial(long keys, long lines, double average) {
        long middle = (long) average;
        double odds = 1.0 / (lines - 1);
        double weight = 1;
        double weights = 1;
        double sum = of((double) middle);
        long last = Math.min(keys, middle + (long) (16 * Math.sqrt(average)) + 64);
        for (long inLine = middle; inLine < last; inLine++) {
            weight *= (keys - inLine) / (inLine + 1.0) * odds;
            weights += weight;
            sum += weight * of(inLine + 1.0);
        }
        weight = 1;
        for (long inLine = middle; inLine > 0; inLine--) {
            weight *= inLine / (keys - inLine + 1.0) / odds;
            weights += weight;
            sum += weight * of(inLine - 1.0);
        }
        return sum / weights;
    }

    /**
     * The mean rate of a line with so many keys, whose probes are independent: the mean power of the share of set bits,
     * of which the variance makes it a little larger than the power of the mean.
     */
    private double of(double keys) {
        double clear = Math.exp(probes * keys * Math.log1p(-1 / bits));
        double clearPairs = Math.exp(probes * keys * Math.log1p(-2 / bits));
        double set = 1 - clear;
        if (set == 0) {
            return 0;
        }
        double variance = Math.max(0, clear / bits + (1 - 1 / bits) * clearPairs - clear * clear);
        double deviation = Math.sqrt(variance) / set;
        return Math.min(1, Math.pow(set, probes) * (1 + probes * (probes - 1) / 2.0 * deviation * deviation));
    }
}
