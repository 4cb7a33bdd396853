// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.Windows;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.bloom.BloomFilterPolicy;
import java.io.Serializable;
import java.util.Comparator;

/**
 * The size and rate of filters with a base lg and a number of bits per key. Immutable; two estimates of the same
 * parameters add up to one in any order.
 *
 * @param baseLg base-2 logarithm of a window's bytes, 0 to 63
 * @param bitsPerKey 1 to 1000
 * @param tables for how many tables this was computed, 0 or more
 * @param keys number of keys in them, all versions and deletions included
 * @param bytes the length of their filter blocks, exactly, without trailers
 * @param expectedMatches how many keys that are not there are expected to match, if one is looked up beside every
 * key
 */
public record FilterEstimate(int baseLg, int bitsPerKey, long tables, long keys, long bytes, double expectedMatches)
        implements Serializable {
    /** By base lg, then by bits per key. */
    static final Comparator<FilterEstimate> ORDER =
            Comparator.comparingInt(FilterEstimate::baseLg).thenComparingInt(FilterEstimate::bitsPerKey);

    /** Checks that the numbers fit together, and rounds the expected matches. */
    public FilterEstimate {
        baseLg = new Windows(baseLg).baseLg();
        Measurement.checkArgument(
                bitsPerKey >= 1 && bitsPerKey <= BloomFilterPolicy.MAX_BITS_PER_KEY,
                "bits per key must be 1 to 1000, not %s",
                bitsPerKey);
        Measurement.checkAmounts(tables, keys, bytes);
        expectedMatches = Measurement.checkExpected(expectedMatches, keys);
    }

    /**
     * Both together.
     *
     * @param other one of the same base lg and bits per key
     * @return the sum
     * @throws IllegalArgumentException if the parameters differ
     * @throws ArithmeticException if a number exceeds 2^63
     */
    FilterEstimate plus(FilterEstimate other) {
        Measurement.checkArgument(
                ORDER.compare(this, other) == 0, "estimates of different parameters: %s, %s", this, other);
        return new FilterEstimate(
                baseLg,
                bitsPerKey,
                Math.addExact(tables, other.tables),
                Math.addExact(keys, other.keys),
                Math.addExact(bytes, other.bytes),
                expectedMatches + other.expectedMatches);
    }

    /**
     * {@return the expected rate of false positives, weighted with the keys of each filter: 0 to 1, 0 without keys}
     */
    public double expectedRate() {
        return Measurement.share(expectedMatches, keys);
    }
}
