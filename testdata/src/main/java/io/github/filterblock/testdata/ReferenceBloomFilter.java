// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import java.util.stream.LongStream;

/**
 * LevelDB's Bloom filter, written to be read.
 *
 * <p>Immutable.
 *
 * @param bitsPerKey how many bits each key adds to the filter, 0 or more
 * @param hash which of the two hashes places the bits
 */
public record ReferenceBloomFilter(int bitsPerKey, ReferenceHash hash) implements ReferencePolicy {
    private static final int MAX_PROBES = 30;
    private static final long MIN_BITS = 64;

    /** Returns how many bits each key sets, 1..30 (FB-4). */
    public int numProbes() {
        int bestForTheSize = (int) (bitsPerKey * 0.69); // ln 2, rounded down to save work
        return Math.max(1, Math.min(MAX_PROBES, bestForTheSize));
    }

    /** Returns the bits of all keys, duplicates counted (FB-5, FB-10), and the number of probes after them (FB-6). */
    @Override
    public byte[] createFilter(List<byte[]> keys) {
        long wantedBits = Math.max(MIN_BITS, (long) keys.size() * bitsPerKey);
        int bytes = Math.toIntExact((wantedBits + 7) / 8);
        byte[] filter = new byte[bytes + 1];
        for (byte[] key : keys) {
            positions(key, numProbes(), bytes * 8L).forEach(position -> setBit(filter, position));
        }
        filter[bytes] = (byte) numProbes();
        return filter;
    }

    /** Whether all bits of the key are set, as many as the filter itself says (FB-7). */
    @Override
    public boolean keyMayMatch(byte[] key, byte[] filter) {
        if (filter.length < 2) {
            return false; // FB-8
        }
        int bytes = filter.length - 1;
        int k = Byte.toUnsignedInt(filter[bytes]);
        if (k > MAX_PROBES) {
            return true; // FB-9: reserved for encodings to come
        }
        return positions(key, k, bytes * 8L).allMatch(position -> isSet(filter, position));
    }

    /** Returns the bits that the key's probes fall on, each 0..bits - 1 (FB-3). */
    private LongStream positions(byte[] key, int k, long bits) {
        long first = hash.hash(key, ReferenceHash.BLOOM_SEED);
        long step = rotatedRightBy17(first);
        return LongStream.range(0, k).map(i -> (first + i * step) % (1L << 32) % bits);
    }

    private static long rotatedRightBy17(long word) {
        long low17Bits = word % (1 << 17);
        return word / (1 << 17) + low17Bits * (1 << 15);
    }

    /** Bit 0 is the lowest bit of byte 0, bit 8 the lowest of byte 1 (FB-3). */
    private static void setBit(byte[] filter, long position) {
        filter[(int) (position / 8)] |= (byte) (1 << position % 8);
    }

    private static boolean isSet(byte[] filter, long position) {
        return (filter[(int) (position / 8)] & 1 << position % 8) != 0;
    }
}
