// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
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
        FullFilterGeometry geometry = LineGeometry.fastLocalBloom(1, 6);
        FullFilterBuilder builder = FullFilterBuilder.of(geometry);
        builder.addKey(key());
        FullFilter filter = FullFilter.wrap(builder.finish());
        assertEquals(6 / 512.0, filter.fillRatio(), 1.5 / 512);
        assertEquals(Math.pow(filter.fillRatio(), 6) + 0x1p-31, filter.expectedRate(), 1e-11);
    }

    @ParameterizedTest
    @CsvSource({"FAST_LOCAL_BLOOM", "LEGACY_BLOOM"})
    void theBitsOfTheLinesAreAllBits(FullFilterKind kind) {
        FullFilter filter = filter(kind, 10);
        FullFilterGeometry geometry = filter.geometry();
        long set = LongStream.range(0, geometry.lines())
                .mapToInt(filter::setBitsOfLine)
                .sum();
        assertEquals(filter.fillRatio() * geometry.bits(), (double) set, 1e-6);
        assertThrows(IndexOutOfBoundsException.class, () -> filter.setBitsOfLine(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> filter.setBitsOfLine(geometry.lines()));
        FullFilter ribbon = filter(FullFilterKind.RIBBON, 10);
        assertThrows(IndexOutOfBoundsException.class, () -> ribbon.setBitsOfLine(0));
    }

    /** The one bit of the last byte is in the last line. */
    @Test
    void aBitCountsInItsLine() {
        byte[] bytes = new byte[3 * 64 + FullFilter.TRAILER_LENGTH];
        bytes[2 * 64] = 5;
        bytes[3 * 64 - 1] = -128;
        bytes[64 - 1] = 1;
        bytes[3 * 64] = -1;
        bytes[3 * 64 + 2] = 6;
        FullFilter filter = FullFilter.wrap(bytes);
        assertEquals(
                List.of(1, 0, 3), List.of(filter.setBitsOfLine(0), filter.setBitsOfLine(1), filter.setBitsOfLine(2)));
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
        return FullFilter.wrap(builder.finish());
    }

    private byte[] key() {
        byte[] key = new byte[12];
        random.nextBytes(key);
        return key;
    }
}
