// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.Objects;

/** The form of a Bloom filter whose probes for a key stay in one line: fast local or legacy. */
final class LineGeometry extends FullFilterGeometry {
    private static final long MAX_LINES = (1L << Integer.SIZE) - 1;
    private static final int MAX_PROBES = 30;
    private static final int MAX_LEGACY_PROBES = 127;
    private static final int MAX_LINE_BYTES = 1 << 27;

    private final int probes;
    private final long lines;
    private final int lineBytes;

    private LineGeometry(FullFilterKind kind, long length, int probes, long lines, int lineBytes) {
        super(kind, length);
        this.probes = probes;
        this.lines = lines;
        this.lineBytes = lineBytes;
    }

    /**
     * A fast local Bloom filter.
     *
     * @param lines number of lines of 64 bytes, 1 to 2^32 - 1
     * @param probes bits of each key, 1 to 30
     * @throws IllegalArgumentException if a number is out of range
     */
    static LineGeometry fastLocalBloom(long lines, int probes) {
        check("lines", lines, 1, MAX_LINES);
        check("probes", probes, 1, MAX_PROBES);
        return new LineGeometry(FullFilterKind.FAST_LOCAL_BLOOM, lines * LINE_BYTES, probes, lines, LINE_BYTES);
    }

    /**
     * A legacy Bloom filter.
     *
     * @param lines number of lines, 1 to 2^32 - 1
     * @param lineBytes bytes of a line, a power of two up to 2^27: 64 from writers on x86
     * @param probes bits of each key, 1 to 127
     * @throws IllegalArgumentException if a number is out of range
     */
    static LineGeometry legacyBloom(long lines, int lineBytes, int probes) {
        check("lines", lines, 1, MAX_LINES);
        check("probes", probes, 1, MAX_LEGACY_PROBES);
        check("bytes of a line", lineBytes, 1, MAX_LINE_BYTES);
        if (Integer.bitCount(lineBytes) != 1) {
            throw new IllegalArgumentException("a line must have a power of two of bytes, not " + lineBytes);
        }
        return new LineGeometry(FullFilterKind.LEGACY_BLOOM, lines * lineBytes, probes, lines, lineBytes);
    }

    /**
     * The form of a stored fast local Bloom filter; bytes after its last whole line belong to no line.
     *
     * @param length bytes before the trailer
     * @param numbers the last four bytes of the trailer, little-endian
     * @return the form; one without bits if the numbers make no sense
     */
    static FullFilterGeometry storedFastLocalBloom(long length, long numbers) {
        long probes = numbers >> Byte.SIZE; // other bits belong to forms that RocksDB reserves
        if ((numbers & 0xff) != 0 || probes < 1 || probes > MAX_PROBES) {
            return NoBitsGeometry.always(length, "a reserved form of a fast local Bloom filter");
        }
        return length < LINE_BYTES
                ? NoBitsGeometry.always(
                        length, "a fast local Bloom filter of " + length + " bytes, fewer than a line has")
                : new LineGeometry(
                        FullFilterKind.FAST_LOCAL_BLOOM, length, (int) probes, length / LINE_BYTES, LINE_BYTES);
    }

    /** The form of a stored legacy filter; one without bits if the lines do not fill the bytes before the trailer. */
    static FullFilterGeometry storedLegacyBloom(long length, int probes, long lines) {
        long lineBytes = lines == 0 || length % lines != 0 ? 0 : length / lines;
        return Long.bitCount(lineBytes) != 1 || lineBytes > MAX_LINE_BYTES
                ? NoBitsGeometry.always(length, lines + " lines do not fit into " + length + " bytes")
                : legacyBloom(lines, (int) lineBytes, probes);
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

    /** Writes the trailer after the bits. */
    void writeTrailer(byte[] dst, int at) {
        dst[at] = (byte) (isLegacy() ? probes : FAST_LOCAL_MARKER);
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
