// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;

/**
 * Sets the bits of Bloom filters whose probes for one key stay in one line (RF-7, RF-8), for many keys at a time: a
 * call for each key would cost as much as its bits. Bits are added to those that are set.
 */
final class BloomLines {
    private static final int LINE_SHIFT = 6;
    private static final int SIX = 6;

    /** Lines of a piece, 128 KB, which stays in a cache while its bits are set. */
    private static final int PIECE_SHIFT = 11;

    /** The bits of a filter of 2 MB and less are set in the order of the keys. */
    private static final int MAX_LINES_AT_ONCE = 1 << 15;

    private static final int GOLDEN_RATIO = 0x9e3779b9;
    /** The golden ratio to the powers 2 to 5. */
    private static final int GOLDEN_2 = 0xe35e67b1;

    private static final int GOLDEN_3 = 0x734297e9;
    private static final int GOLDEN_4 = 0x35fbe861;
    private static final int GOLDEN_5 = 0xdeb7c719;

    private BloomLines() {}

    /** Sets the bits of a fast local Bloom filter for all hashes; if it is large, they are reordered. */
    static void setFastLocal(HashList hashes, FullFilterGeometry geometry, byte[] dst, int offset) {
        long lines = geometry.lines();
        if (lines > MAX_LINES_AT_ONCE && hashes.size() <= Integer.MAX_VALUE) {
            hashes.moveToPieces(
                    hash -> lineOf(hash, lines) >>> PIECE_SHIFT, new int[(int) (lines - 1 >>> PIECE_SHIFT) + 1]);
        }
        for (int number = 0; number < hashes.chunkCount(); number++) {
            setFastLocal(hashes.chunk(number), hashes.sizeOfChunk(number), geometry, dst, offset);
        }
    }

    /** Sets the bits of a fast local Bloom filter for the first hashes of an array. */
    private static void setFastLocal(long[] hashes, int count, FullFilterGeometry geometry, byte[] dst, int offset) {
        long lines = geometry.lines();
        if (geometry.probes() == SIX) {
            setSix(hashes, count, lines, dst, offset);
            return;
        }
        for (int i = 0; i < count; i++) {
            long hash = hashes[i];
            int base = lineOf(hash, lines, offset);
            int position = (int) (hash >>> Integer.SIZE);
            for (int probe = geometry.probes(); probe > 0; probe--) {
                setInLine(dst, base, position);
                position *= GOLDEN_RATIO;
            }
        }
    }

    /** Sets the bits of a fast local Bloom filter for one hash. */
    static void setFastLocal(long hash, FullFilterGeometry geometry, byte[] dst) {
        int base = lineOf(hash, geometry.lines(), 0);
        int position = (int) (hash >>> Integer.SIZE);
        for (int probe = geometry.probes(); probe > 0; probe--) {
            setInLine(dst, base, position);
            position *= GOLDEN_RATIO;
        }
    }

    /** The probes of the usual 10 bits a key, written out. */
    private static void setSix(long[] hashes, int count, long lines, byte[] dst, int offset) {
        for (int i = 0; i < count; i++) {
            long hash = hashes[i];
            int base = lineOf(hash, lines, offset);
            int position = (int) (hash >>> Integer.SIZE);
            setInLine(dst, base, position);
            setInLine(dst, base, position * GOLDEN_RATIO);
            setInLine(dst, base, position * GOLDEN_2);
            setInLine(dst, base, position * GOLDEN_3);
            setInLine(dst, base, position * GOLDEN_4);
            setInLine(dst, base, position * GOLDEN_5);
        }
    }

    private static int lineOf(long hash, long lines) {
        return (int) ((hash & 0xffff_ffffL) * lines >>> Integer.SIZE);
    }

    private static int lineOf(long hash, long lines, int offset) {
        return offset + (lineOf(hash, lines) << LINE_SHIFT);
    }

    /** Sets the bit of the line that the upper 9 bits of a position number. */
    private static void setInLine(byte[] dst, int base, int position) {
        int at = base + (position >>> 29 << 3);
        LittleEndian.putLong(dst, at, LittleEndian.longAt(dst, at) | 1L << (position >>> 23));
    }

    /** Sets the bits of a legacy Bloom filter for the first pairs of hashes of an array. */
    static void setLegacy(long[] pairs, int count, FullFilterGeometry geometry, byte[] dst, int offset) {
        long multiplier = Long.divideUnsigned(-1, geometry.lines()) + 1; // as LegacyBloom divides
        for (int i = 0; i < count; i++) {
            setLegacy((int) pairs[i], multiplier, geometry, dst, offset);
            setLegacy((int) (pairs[i] >>> Integer.SIZE), multiplier, geometry, dst, offset);
        }
    }

    /** Sets the bits of a legacy Bloom filter for one hash. */
    static void setLegacy(int hash, FullFilterGeometry geometry, byte[] dst, int offset) {
        setLegacy(hash, Long.divideUnsigned(-1, geometry.lines()) + 1, geometry, dst, offset);
    }

    private static void setLegacy(int hash, long multiplier, FullFilterGeometry geometry, byte[] dst, int offset) {
        long line = UnsignedMultiplyHigh.of(multiplier * (hash & 0xffff_ffffL), geometry.lines());
        int base = offset + (int) line * geometry.lineBytes();
        int mask = (geometry.lineBytes() << 3) - 1;
        int delta = Integer.rotateRight(hash, 17);
        int position = hash;
        for (int probe = geometry.probes(); probe > 0; probe--) {
            dst[base + ((position & mask) >>> 3)] |= (byte) (1 << (position & 7));
            position += delta;
        }
    }
}
