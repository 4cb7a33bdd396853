// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The hash and the Bloom filter as the format describes them, in numbers that cannot wrap; properties compare with it.
 */
final class SlowBloom {
    private static final long BLOOM_SEED = 0xbc9f1d34L;
    private static final long MULTIPLIER = 0xc6a4a793L;
    private static final long TWO_TO_32 = 1L << 32;

    private SlowBloom() {}

    /** FB-1, FB-2: 0 to 2^32-1. */
    static long hash(BloomHash variant, byte[] key) {
        long h = BLOOM_SEED ^ key.length * MULTIPLIER % TWO_TO_32;
        int at = 0;
        for (; at + 4 <= key.length; at += 4) {
            h = times(h
                    + unsigned(key, at)
                    + (unsigned(key, at + 1) << 8)
                    + (unsigned(key, at + 2) << 16)
                    + (unsigned(key, at + 3) << 24));
            h ^= h >> 16;
        }
        if (at == key.length) {
            return h;
        }
        for (int i = at; i < key.length; i++) {
            long value = variant == BloomHash.SIGNED_TAIL ? key[i] : unsigned(key, i);
            h += value << 8 * (i - at);
        }
        h = times(h);
        return h ^ h >> 24;
    }

    private static long times(long number) {
        return Math.floorMod(number, TWO_TO_32) * MULTIPLIER & TWO_TO_32 - 1;
    }

    private static long unsigned(byte[] key, int at) {
        return key[at] < 0 ? key[at] + 256L : key[at];
    }

    /** FB-3: the bits that a key sets, in order. */
    static LongStream positions(long hash, long bits, int probes) {
        long delta = (hash << 15) % TWO_TO_32 + (hash >> 17);
        return LongStream.range(0, probes).map(i -> (hash + i * delta) % TWO_TO_32 % bits);
    }

    /** FB-5, FB-6; a BitSet counts bits as the format does, lowest first. */
    static byte[] filter(BloomFilterPolicy policy, List<byte[]> keys) {
        long wanted = Math.max(64, (long) keys.size() * policy.bitsPerKey());
        int bytes = (int) ((wanted + 7) / 8);
        BitSet bits = new BitSet();
        for (byte[] key : keys) {
            positions(hash(policy.hash(), key), bytes * 8L, policy.probes()).forEach(bit -> bits.set((int) bit));
        }
        byte[] filter = new byte[bytes + 1];
        byte[] written = bits.toByteArray();
        System.arraycopy(written, 0, filter, 0, written.length);
        filter[bytes] = (byte) policy.probes();
        return filter;
    }

    /** FB-7 to FB-9. */
    static boolean mayMatch(BloomHash variant, byte[] key, byte[] filter) {
        if (filter.length < 2) {
            return false;
        }
        long probes = unsigned(filter, filter.length - 1);
        if (probes > 30) {
            return true;
        }
        BitSet bits = BitSet.valueOf(filter);
        return positions(hash(variant, key), (filter.length - 1) * 8L, (int) probes)
                .allMatch(bit -> bits.get((int) bit));
    }
}
