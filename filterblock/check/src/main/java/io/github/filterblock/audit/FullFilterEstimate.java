// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.Serializable;
import java.util.Comparator;

/**
 * The size and rate of one of RocksDB's full filters for a table, of a kind and a number of bits per key. Immutable;
 * two estimates of the same parameters add up to one in any order.
 *
 * @param kind fast local Bloom, Ribbon or legacy Bloom
 * @param bitsPerKey 1 to 100; of a Ribbon filter those of the Bloom filter whose rate it has, as RocksDB counts them
 * @param tables for how many tables this was computed, 0 or more
 * @param keys number of keys in them, all versions and deletions included
 * @param bytes of their filters, exactly what a builder makes, without the trailers of blocks
 * @param expectedMatches how many keys that are not there are expected to match, if one is looked up beside every key
 */
public record FullFilterEstimate(
        FullFilterKind kind, int bitsPerKey, long tables, long keys, long bytes, double expectedMatches)
        implements Serializable {
    /** By kind, then by bits per key. */
    static final Comparator<FullFilterEstimate> ORDER =
            Comparator.comparing(FullFilterEstimate::kind).thenComparingInt(FullFilterEstimate::bitsPerKey);

    private static final int MOST_BITS = 100;

    /** Checks that the numbers fit together, and rounds the expected matches. */
    public FullFilterEstimate {
        policy(kind, bitsPerKey);
        Measurement.checkAmounts(tables, keys, bytes);
        expectedMatches = Measurement.checkExpected(expectedMatches, keys);
    }

    /** The policy that writes such filters. */
    static FullFilterPolicy policy(FullFilterKind kind, int bitsPerKey) {
        Measurement.checkArgument(
                bitsPerKey >= 1 && bitsPerKey <= MOST_BITS, "bits per key must be 1 to 100, not %s", bitsPerKey);
        return switch (kind) {
            case FAST_LOCAL_BLOOM -> FullFilterPolicy.fastLocalBloom(bitsPerKey);
            case RIBBON -> FullFilterPolicy.ribbon(bitsPerKey);
            case LEGACY_BLOOM -> FullFilterPolicy.legacyBloom(bitsPerKey);
            default -> throw new IllegalArgumentException("no filter of kind " + kind.label() + " is written");
        };
    }

    /**
     * Both together.
     *
     * @param other one of the same kind and bits per key
     * @return the sum
     * @throws IllegalArgumentException if the parameters differ
     * @throws ArithmeticException if a number exceeds 2^63
     */
    FullFilterEstimate plus(FullFilterEstimate other) {
        Measurement.checkArgument(
                ORDER.compare(this, other) == 0, "estimates of different parameters: %s, %s", this, other);
        return new FullFilterEstimate(
                kind,
                bitsPerKey,
                Math.addExact(tables, other.tables),
                Math.addExact(keys, other.keys),
                Math.addExact(bytes, other.bytes),
                expectedMatches + other.expectedMatches);
    }

    /** {@return the expected rate of false positives, weighted with the keys of each filter: 0 to 1, 0 without keys} */
    public double expectedRate() {
        return Measurement.share(expectedMatches, keys);
    }
}
