// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/**
 * The numbers at the end of a binary fuse filter: its last 14 bytes (Pebble f82e3ff, {@code
 * sstable/tablefilters/binaryfuse}).
 *
 * @param segments in which the first of a key's three fingerprints can lie, 0 to 2^32 - 1; two more follow them
 * @param shift binary logarithm of the fingerprints of a segment, 0 to 255
 * @param bits of a fingerprint, 0 to 255
 * @param seed that is added to the hash of a key
 */
record BinaryFuseShape(long segments, int shift, int bits, long seed) {
    /** Number of bytes after the fingerprints. */
    static final int TRAILER_LENGTH = 14;

    /** The shape of a filter of another kind. */
    static final BinaryFuseShape NONE = new BinaryFuseShape(0, 0, 0, 0);

    private static final int MOST_SHIFT = 31;

    /** A Java array has room for fewer, even if two of them share a byte. */
    private static final long MOST_FINGERPRINTS = 1L << 32;

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
                && shift <= MOST_SHIFT
                && segments + 2 <= MOST_FINGERPRINTS >> shift
                && length == bytes(fingerprints());
    }

    /** How many fingerprints there are, if the numbers fit. */
    long fingerprints() {
        return segments + 2 << shift;
    }

    /** The bytes that so many fingerprints take; -1 if no filter has fingerprints of this width. */
    private long bytes(long count) {
        return switch (bits) {
            case 4 -> (count + 1) / 2;
            case 8 -> count;
            case 10 -> (10 * count + 7) / 8 + 3;
            case 12 -> (count + 1) / 2 * 3 + 1;
            case 16 -> 2 * count;
            default -> -1;
        };
    }

    @Override
    public String toString() {
        return bits + " bits, " + segments + " + 2 segments of " + (1L << shift) + ", seed " + Long.toHexString(seed);
    }
}
