// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.Ranges;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;

/**
 * How full the lines of a Bloom filter are. A key is looked up in one of them, chosen evenly, so each line has a rate
 * of false positives of its own: the share of its bits that are set, to the power of the probes.
 */
final class LineFill {
    private final LineGeometry geometry;
    private final IntUnaryOperator bytes;

    /**
     * @param geometry of the filter
     * @param bytes gives the filter's byte of a number
     */
    LineFill(LineGeometry geometry, IntUnaryOperator bytes) {
        this.geometry = geometry;
        this.bytes = bytes;
    }

    /** The number of bits that are set in a line. */
    int setBits(long line) {
        Ranges.check(line, 1, geometry.lines());
        int lineBytes = geometry.lineBytes();
        int start = (int) line * lineBytes;
        int set = 0;
        for (int i = start; i < start + lineBytes; i++) {
            set += Integer.bitCount(bytes.applyAsInt(i) & 0xff);
        }
        return set;
    }

    private double fillRatio(long line) {
        return (double) setBits(line) / ((long) geometry.lineBytes() * Byte.SIZE);
    }

    private LongStream lines() {
        return LongStream.range(0, geometry.lines());
    }

    double fillRatio() {
        return lines().mapToDouble(this::fillRatio).average().orElse(0);
    }

    double expectedRate() {
        double even = lines().mapToDouble(line -> Math.pow(fillRatio(line), geometry.probes()))
                .average()
                .orElse(0);
        if (even == 0) {
            return 0;
        }
        double keys = -Math.log1p(-fillRatio()) * geometry.bits() / geometry.probes();
        return Math.min(1, even + geometry.excess(keys));
    }
}
