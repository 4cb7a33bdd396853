// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rate of a policy, that of its geometry, that of a filter's bits, and the measured one agree. */
@Tag("RF-15")
class RatesTest {
    private static final int KEYS = 1_000_000;

    /** Questions are hashes, as random as those of random keys. */
    @ParameterizedTest
    @CsvSource({
        "FAST_LOCAL_BLOOM, 0.1",
        "FAST_LOCAL_BLOOM, 0.01",
        "FAST_LOCAL_BLOOM, 0.001",
        "FAST_LOCAL_BLOOM, 0.0001",
        "RIBBON, 0.1",
        "RIBBON, 0.01",
        "RIBBON, 0.001",
        "RIBBON, 0.0001"
    })
    void theRateIsKept(FullFilterKind kind, double rate) {
        FullFilterPolicy policy = FullFilterPolicy.forRate(kind, rate);
        FullFilter filter = filter(policy.newBuilder(), KEYS);
        double ofBits = filter.expectedRate();
        double ofForm = filter.geometry().expectedRate(KEYS);
        assertTrue(ofForm <= rate, ofForm + " expected of " + rate);
        assertEquals(ofForm, ofBits, 0.005 * rate, policy.toString());
        int questions = (int) Math.min(10_000_000, 20_000 / rate);
        double measured = measured(filter, questions);
        double noise = 4 * Math.sqrt(rate / questions);
        assertTrue(measured <= rate + noise, measured + " measured of " + rate);
        assertEquals(ofBits, measured, 0.005 * rate + noise, policy.toString());
    }

    /** Few lines and many, crowded and empty ones, of other sizes than RocksDB's on x86. */
    @ParameterizedTest
    @CsvSource({
        "1, 50, 6",
        "2, 100, 6",
        "3, 30, 1",
        "7, 500, 6",
        "100, 5000, 8",
        "100, 60000, 2",
        "20, 100000, 6",
        "20, 1000000, 1"
    })
    void theFormAgreesWithTheBits(long lines, int keys, int probes) {
        FullFilterGeometry geometry = LineGeometry.fastLocalBloom(lines, probes);
        double sum = 0;
        int filters = (int) Math.max(1, 1_000_000 / (lines * 64 + keys));
        for (int i = 0; i < filters; i++) {
            sum += filter(FullFilterBuilder.of(geometry), keys, i).expectedRate();
        }
        double expected = geometry.expectedRate(keys);
        assertEquals(sum / filters, expected, 0.01 * expected, geometry + " of " + keys + " keys");
    }

    private static FullFilter filter(FullFilterBuilder builder, int keys) {
        return filter(builder, keys, 5);
    }

    private static FullFilter filter(FullFilterBuilder builder, int keys, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < keys; i++) {
            builder.addHash(random.nextLong());
        }
        return FullFilter.wrap(builder.finish());
    }

    /** The answer to a key of which only XXPH3 is known. */
    static boolean hashMayMatch(FullFilter filter, long hash) {
        return filter instanceof FastLocalBloom bloom ? bloom.matches(hash) : ((Ribbon) filter).matches(hash);
    }

    private static double measured(FullFilter filter, int questions) {
        SplittableRandom random = new SplittableRandom(77);
        int matched = 0;
        for (int i = 0; i < questions; i++) {
            matched += hashMayMatch(filter, random.nextLong()) ? 1 : 0;
        }
        return (double) matched / questions;
    }
}
