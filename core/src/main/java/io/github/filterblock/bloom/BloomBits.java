// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bits of a filter: how many there are, which ones a hash sets, and whether all of them are set. */
final class BloomBits {
    /*
     * A filter is a field of bits in whole bytes, followed by one byte k, the number of probes (FB-5, FB-6):
     *
     *     | bits ...                     | k |
     *       bit i is bit i & 7 of byte i >> 3, lowest bit first
     *
     * A key has one 32-bit hash h. Its k positions are h, h + d, h + 2d, ... modulo the number of bits, where d is h
     * rotated right by 17: double hashing from a single hash [1], as in LevelDB's util/bloom.cc [2] (FB-3). The
     * sums are taken modulo 2^32 before the remainder is, so the order of the two operations is part of the format.
     *
     * Below 64 bits the rate of false positives would be very high, so 64 is the least number of bits.
     *
     * Values of k above 30 are reserved for encodings that nobody has invented yet: such a filter matches everything,
     * and so does k = 0, because no probe can fail (FB-9). Two bytes are the least that can hold a bit field and k;
     * anything shorter matches nothing (FB-8).
     *
     * [1] Kirsch, Mitzenmacher: Less Hashing, Same Performance: Building a Better Bloom Filter. ESA 2006.
     * [2] google/leveldb 78a352f, util/bloom.cc.
     */
    static final int MIN_BITS = 64;
    static final int MIN_PROBES = 1;
    static final int MAX_PROBES = 30;
    private static final int DELTA_ROTATION = 17;
    static final int MIN_FILTER_LENGTH = 2;

    private BloomBits() {}

    /** Number of bytes of a filter for that many keys, k included. Both factors are below 2^31, so nothing wraps. */
    static long filterSize(int keyCount, int bitsPerKey) {
        long bits = Math.max(MIN_BITS, (long) keyCount * bitsPerKey);
        return (bits + 7 >>> 3) + 1;
    }

    /** Writes the filter of the first {@code count} hashes into {@code size} bytes of {@code dst}. */
    static void write(int[] hashes, int count, int probes, byte[] dst, int offset, int size) {
        int last = offset + size - 1;
        Arrays.fill(dst, offset, last, (byte) 0);
        dst[last] = (byte) probes;
        long bits = (size - 1) * 8L;
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            int delta = delta(hash);
            for (int probe = 0; probe < probes; probe++) {
                long bit = position(hash, bits);
                dst[offset + (int) (bit >>> 3)] |= (byte) (1 << (bit & 7));
                hash += delta;
            }
        }
    }

    static boolean mayMatch(int hash, byte[] filter, int offset, int length) {
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int probes = filter[offset + length - 1] & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        long bits = (length - 1) * 8L;
        int delta = delta(hash);
        int at = hash;
        for (int probe = 0; probe < probes; probe++) {
            long bit = position(at, bits);
            if ((filter[offset + (int) (bit >>> 3)] & 1 << (bit & 7)) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    static boolean mayMatch(int hash, ByteBuffer filter, int index, int length) {
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int probes = filter.get(index + length - 1) & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        long bits = (length - 1) * 8L;
        int delta = delta(hash);
        int at = hash;
        for (int probe = 0; probe < probes; probe++) {
            long bit = position(at, bits);
            if ((filter.get(index + (int) (bit >>> 3)) & 1 << (bit & 7)) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    static long[] positions(int hash, long bits, int probes) {
        long[] positions = new long[probes];
        int delta = delta(hash);
        int at = hash;
        for (int probe = 0; probe < probes; probe++) {
            positions[probe] = position(at, bits);
            at += delta;
        }
        return positions;
    }

    static int delta(int hash) {
        return Integer.rotateRight(hash, DELTA_ROTATION);
    }

    private static long position(int hash, long bits) {
        return Integer.toUnsignedLong(hash) % bits;
    }
}
