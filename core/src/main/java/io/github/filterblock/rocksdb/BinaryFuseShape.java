// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Objects;

/**
 * The numbers at the end of a binary fuse filter: its last 14 bytes (Pebble f82e3ff, {@code
 * sstable/tablefilters/binaryfuse}).
 */
final class BinaryFuseShape {
    /** Number of bytes after the fingerprints. */
    static final int TRAILER_LENGTH = 14;

    private static final int MAX_SHIFT = 31;

    /** A Java array has room for fewer, even if two of them share a byte. */
    private static final long MAX_FINGERPRINTS = 1L << 32;

    private final long segments;
    private final int shift;
    private final int bits;
    private final long seed;

    BinaryFuseShape(long segments, int shift, int bits, long seed) {
        this.segments = segments;
        this.shift = shift;
        this.bits = bits;
        this.seed = seed;
    }

    /** In which the first of a key's three fingerprints can lie, 0 to 2^32 - 1; two more follow them. */
    long segments() {
        return segments;
    }

    /** The binary logarithm of the fingerprints of a segment, 0 to 255. */
    int shift() {
        return shift;
    }

    /** The bits of a fingerprint, 0 to 255. */
    int bits() {
        return bits;
    }

    /** What is added to the hash of a key. */
    long seed() {
        return seed;
    }

    /** Reads the numbers that follow {@code length} bytes of fingerprints. */
    static BinaryFuseShape stored(FilterBytes block, int length) {
        return new BinaryFuseShape(
                block.unsignedInt(length + 8),
                block.unsignedByte(length + 12),
                block.unsignedByte(length + 13),
                block.word(length));
    }

    /** Whether every position that a key can have lies within so many bytes of fingerprints. */
    boolean fits(long length) {
        return segments > 0
                && shift <= MAX_SHIFT
                && segments + 2 <= MAX_FINGERPRINTS >> shift
                && length == bytes(fingerprints());
    }

    /** How many fingerprints there are, if the numbers fit. */
    long fingerprints() {
        return segments + 2 << shift;
    }

    /** The bytes that so many fingerprints take; -1 if no filter has fingerprints of this width. */
    private long bytes(long count) {
        switch (bits) {
            case 4:
                return (count + 1) / 2;
            case 8:
                return count;
            case 10:
                return (10 * count + 7) / 8 + 3;
            case 12:
                return (count + 1) / 2 * 3 + 1;
            case 16:
                return 2 * count;
            default:
                return -1;
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BinaryFuseShape)) {
            return false;
        }
        BinaryFuseShape that = (BinaryFuseShape) other;
        return segments == that.segments && shift == that.shift && bits == that.bits && seed == that.seed;
    }

    @Override
    public int hashCode() {
        return Objects.hash(segments, shift, bits, seed);
    }

    @Override
    public String toString() {
        return bits + " bits, " + segments + " + 2 segments of " + (1L << shift) + ", seed " + Long.toHexString(seed);
    }
}
