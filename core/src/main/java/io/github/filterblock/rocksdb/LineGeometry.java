// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.Objects;

/** The form of a Bloom filter whose probes for a key stay in one line: fast local or legacy. */
final class LineGeometry extends FullFilterGeometry {
    private final int probes;
    private final long lines;
    private final int lineBytes;

    LineGeometry(FullFilterKind kind, long length, int probes, long lines, int lineBytes) {
        super(kind, length);
        this.probes = probes;
        this.lines = lines;
        this.lineBytes = lineBytes;
    }

    /** A fast local Bloom filter as stored: bytes after its last whole line belong to no line. */
    static LineGeometry storedFastLocalBloom(int length, int probes) {
        return new LineGeometry(FullFilterKind.FAST_LOCAL_BLOOM, length, probes, length / LINE_BYTES, LINE_BYTES);
    }

    @Override
    public int probes() {
        return probes;
    }

    @Override
    public long lines() {
        return lines;
    }

    @Override
    public int lineBytes() {
        return lineBytes;
    }

    private boolean isLegacy() {
        return kind() == FullFilterKind.LEGACY_BLOOM;
    }

    @Override
    public long bits() {
        return lines * lineBytes * Byte.SIZE;
    }

    @Override
    public FullFilterGeometry forOldFooter() {
        long unit = 4L * probes;
        boolean hangs = !isLegacy() && lines % unit == 0 && Long.bitCount(lines / unit) == 1;
        return hangs ? fastLocalBloom(lines + 1, probes) : this;
    }

    @Override
    public double expectedRate(long keys) {
        return keys == 0
                ? 0
                : Math.min(
                        1,
                        new LineRate(lineBytes * (long) Byte.SIZE, probes).mean(keys, lines) + excess((double) keys));
    }

    /** What the hash of a filter with so many keys adds to the rate of its lines. */
    double excess(double keys) {
        return isLegacy() ? legacyExcess(keys) : fastLocalExcess(keys);
    }

    /**
     * What a fast local filter adds: all probes in a line follow from 32 bits, and of all their values about two have
     * no probe that one key has not (counted for lines of 5 to 12 keys and 20 to 24 probes).
     */
    private double fastLocalExcess(double keys) {
        return 2 * keys / lines / (1L << Integer.SIZE);
    }

    /** What the 32-bit hash of legacy filters adds: probes that coincide, and keys of the same hash. */
    private double legacyExcess(double keys) {
        return 0.1 / (0.75 * bits() / keys + 22) + keys / (1L << Integer.SIZE);
    }

    /** Writes the trailer behind the bits. */
    void writeTrailer(byte[] dst, int at) {
        dst[at] = (byte) (isLegacy() ? probes : FullFilter.FAST_LOCAL_MARKER);
        LittleEndian.putInt(dst, at + 1, isLegacy() ? (int) lines : probes << 8);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof LineGeometry)) {
            return false;
        }
        LineGeometry that = (LineGeometry) other;
        return kind() == that.kind()
                && length() == that.length()
                && probes == that.probes
                && lines == that.lines
                && lineBytes == that.lineBytes;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind(), length(), probes, lines, lineBytes);
    }

    @Override
    public String toString() {
        return kind().label() + ", " + probes + " probes, " + lines + (lines == 1 ? " line of " : " lines of ")
                + lineBytes + " bytes";
    }
}
