// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.Serializable;
import java.util.Comparator;

/**
 * The size and rate of filters of one shape and number of bits per key. Immutable; two estimates of the same parameters
 * add up to one in any order.
 *
 * @param shape windows of a filter block, or the kind of a full filter
 * @param bitsPerKey 1 to 1000 with windows, 1 to 100 for a full filter; of a Ribbon filter those of the Bloom filter
 *     whose rate it has, as RocksDB counts them
 * @param tables for how many tables this was computed, 0 or more
 * @param keys number of keys in them, all versions and deletions included
 * @param bytes the length of their filters, with what leads to them, exactly as a builder makes them, without the
 *     trailers of blocks
 * @param expectedMatches how many keys that are not there are expected to match, if one is looked up beside every
 * key
 */
public record FilterEstimate(Shape shape, int bitsPerKey, long tables, long keys, long bytes, double expectedMatches)
        implements Serializable {
    /** Windows by base lg, then full filters by kind; of one shape by bits per key. */
    static final Comparator<FilterEstimate> ORDER = Comparator.comparing(
                    FilterEstimate::shape, FilterEstimate::compareShapes)
            .thenComparingInt(FilterEstimate::bitsPerKey);

    private static int compareShapes(Shape one, Shape other) {
        if (one instanceof Windowed first && other instanceof Windowed second) {
            return Integer.compare(first.baseLg(), second.baseLg());
        }
        if (one instanceof Full first && other instanceof Full second) {
            return first.kind().compareTo(second.kind());
        }
        return one instanceof Windowed ? -1 : 1;
    }

    /** Which filters a table has. */
    public sealed interface Shape extends Serializable {}

    /**
     * A filter block as LevelDB reads it, with a Bloom filter for the blocks that start in each window.
     *
     * @param baseLg base-2 logarithm of a window's bytes, 0 to 63
     */
    public record Windowed(int baseLg) implements Shape {
        /** Checks the base lg. */
        public Windowed {
            baseLg = new Windows(baseLg).baseLg();
        }
    }

    /**
     * One of RocksDB's filters for the whole table.
     *
     * @param kind fast local Bloom, Ribbon or legacy Bloom
     */
    public record Full(FullFilterKind kind) implements Shape {
        private static final int MAX_BITS = 100;

        /** The policy that writes such filters. */
        FullFilterPolicy policy(int bitsPerKey) {
            Amounts.check(
                    bitsPerKey >= 1 && bitsPerKey <= MAX_BITS, "bits per key must be 1 to 100, not %s", bitsPerKey);
            return switch (kind) {
                case FAST_LOCAL_BLOOM -> FullFilterPolicy.fastLocalBloom(bitsPerKey);
                case RIBBON -> FullFilterPolicy.ribbon(bitsPerKey);
                case LEGACY_BLOOM -> FullFilterPolicy.legacyBloom(bitsPerKey);
                default -> throw new IllegalArgumentException("no filter of kind " + kind.label() + " is written");
            };
        }
    }

    /** Checks that the numbers fit together, and rounds the expected matches. */
    public FilterEstimate {
        if (shape instanceof Full full) {
            full.policy(bitsPerKey);
        } else {
            Amounts.check(
                    bitsPerKey >= 1 && bitsPerKey <= BloomFilterPolicy.MAX_BITS_PER_KEY,
                    "bits per key must be 1 to 1000, not %s",
                    bitsPerKey);
        }
        Amounts.checkNotNegative(tables, keys, bytes);
        expectedMatches = Amounts.rounded(expectedMatches, keys);
    }

    /**
     * Both together.
     *
     * @param other one of the same shape and bits per key
     * @return the sum
     * @throws IllegalArgumentException if the parameters differ
     * @throws ArithmeticException if a number exceeds 2^63
     */
    FilterEstimate plus(FilterEstimate other) {
        Amounts.check(ORDER.compare(this, other) == 0, "estimates of different parameters: %s, %s", this, other);
        return new FilterEstimate(
                shape,
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
        return Amounts.share(expectedMatches, keys);
    }
}
