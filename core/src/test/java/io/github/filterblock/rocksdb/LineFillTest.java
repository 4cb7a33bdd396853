// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rates that filters say of themselves, against what they answer. */
class LineFillTest {
    private static final int KEYS = 5_000;
    private static final int QUESTIONS = 400_000;

    private final Random random = new Random(7);

    @ParameterizedTest
    @CsvSource({
        "FAST_LOCAL_BLOOM, 8, 0.03",
        "FAST_LOCAL_BLOOM, 10, 0.03",
        "LEGACY_BLOOM, 8, 0.1",
        "LEGACY_BLOOM, 10, 0.1",
        "RIBBON, 10, 0.03"
    })
    void theRateIsThatOfAbsentKeys(FullFilterKind kind, int bitsPerKey, double share) {
        FullFilter filter = filter(kind, bitsPerKey);
        int matched = 0;
        for (int i = 0; i < QUESTIONS; i++) {
            matched += filter.keyMayMatch(key()) ? 1 : 0;
        }
        double measured = (double) matched / QUESTIONS;
        double noise = 4 * Math.sqrt(measured / QUESTIONS);
        assertEquals(measured, filter.expectedRate(), share * measured + noise);
    }

    /** Unlike a rate of the form, one of the bits needs no number of keys: it is right where few were added. */
    @Test
    void theFillIsThatOfTheKeysThatWereAdded() {
        FullFilterGeometry geometry = FullFilterGeometry.fastLocalBloom(1, 6);
        FullFilterBuilder builder = geometry.newBuilder();
        builder.addKey(key());
        FullFilter filter = FullFilter.of(builder.finish());
        assertEquals(6 / 512.0, filter.fillRatio(), 1.5 / 512);
        assertEquals(Math.pow(filter.fillRatio(), 6), filter.expectedRate(), 1e-18);
    }

    private FullFilter filter(FullFilterKind kind, int bitsPerKey) {
        FullFilterPolicy policy = kind == FullFilterKind.RIBBON
                ? FullFilterPolicy.ribbon(bitsPerKey)
                : kind == FullFilterKind.LEGACY_BLOOM
                        ? FullFilterPolicy.legacyBloom(bitsPerKey)
                        : FullFilterPolicy.fastLocalBloom(bitsPerKey);
        FullFilterBuilder builder = policy.newBuilder();
        for (int i = 0; i < KEYS; i++) {
            builder.addKey(key());
        }
        return FullFilter.of(builder.finish());
    }

    private byte[] key() {
        byte[] key = new byte[12];
        random.nextBytes(key);
        return key;
    }
}
