// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.LittleEndian;
import java.nio.ByteBuffer;
import java.util.OptionalInt;

/**
 * Basho's second Bloom filter, which Riak stores under LevelDB's name (basho/leveldb b91d5ce, {@code util/bloom2.cc}).
 *
 * <p>It differs from LevelDB's in the modulus, a {@linkplain BashoPrimes prime}, and in a second hash that is added at
 * each probe: position j is {@code (h + (j + 1) * h2) mod prime}, in 64 bits, with h stepping as usual and h2 the low
 * half of MurmurHash64A. h is the hash with the signed tail. That is what Basho's code does on x86-64, where Riak runs;
 * on 32-bit machines it takes another second hash. Immutable.
 */
final class BashoBloomMatcher extends ProbingMatcher {
    private static final BloomHash HASH = BloomHash.SIGNED_TAIL;
    private static final long MURMUR_MULTIPLIER = 0xc6a4a7935bd1e995L;
    private static final long MURMUR_SEED = 0x5bd1e995L;
    private static final int MURMUR_SHIFT = 47;

    private final String name;

    BashoBloomMatcher(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        if (filterLength < BloomBits.MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int probes = filter[filterOffset + filterLength - 1] & 0xff;
        if (probes > BloomBits.MAX_PROBES) {
            return true; // FB-9
        }
        long modulus = BashoPrimes.modulus(filterLength - 1);
        int at = HASH.hash(key, keyOffset, keyLength);
        int delta = BloomBits.delta(at);
        long second = murmur(key, keyOffset, keyLength) & 0xffff_ffffL;
        for (int probe = 1; probe <= probes; probe++) {
            long bit = position(at, probe * second, modulus);
            if ((filter[filterOffset + (int) (bit >>> 3)] & 1 << (bit & 7)) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    /** The same as over an array, which is not wrapped there, so no lookup allocates. */
    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
        if (filterLength < BloomBits.MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int probes = filter.get(filterIndex + filterLength - 1) & 0xff;
        if (probes > BloomBits.MAX_PROBES) {
            return true; // FB-9
        }
        long modulus = BashoPrimes.modulus(filterLength - 1);
        int at = HASH.hash(key, keyOffset, keyLength);
        int delta = BloomBits.delta(at);
        long second = murmur(key, keyOffset, keyLength) & 0xffff_ffffL;
        for (int probe = 1; probe <= probes; probe++) {
            long bit = position(at, probe * second, modulus);
            if ((filter.get(filterIndex + (int) (bit >>> 3)) & 1 << (bit & 7)) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    @Override
    BloomHash hash() {
        return HASH;
    }

    @Override
    OptionalInt secondHash(byte[] key, int keyOffset, int keyLength) {
        return OptionalInt.of((int) murmur(key, keyOffset, keyLength));
    }

    @Override
    long modulus(long bits) {
        return BashoPrimes.modulus(bits >>> 3);
    }

    @Override
    long filterSize(int keyCount, int bitsPerKey) {
        return BashoPrimes.filterSize(keyCount, bitsPerKey);
    }

    @Override
    long[] positions(byte[] key, int keyOffset, int keyLength, long bits, int probes) {
        long modulus = BashoPrimes.modulus(bits >>> 3);
        int at = HASH.hash(key, keyOffset, keyLength);
        int delta = BloomBits.delta(at);
        long second = murmur(key, keyOffset, keyLength) & 0xffff_ffffL;
        long[] positions = new long[probes];
        for (int probe = 1; probe <= probes; probe++) {
            positions[probe - 1] = position(at, probe * second, modulus);
            at += delta;
        }
        return positions;
    }

    private static long position(int hash, long second, long modulus) {
        return (Integer.toUnsignedLong(hash) + second) % modulus;
    }

    /** MurmurHash64A by Austin Appleby, which is in the public domain, with the seed that Basho gives it. */
    static long murmur(byte[] key, int offset, int length) {
        long hash = MURMUR_SEED ^ length * MURMUR_MULTIPLIER;
        int at = offset;
        int tailLength = length & 7;
        for (int end = offset + length - tailLength; at < end; at += Long.BYTES) {
            long word = LittleEndian.longAt(key, at) * MURMUR_MULTIPLIER;
            word = (word ^ word >>> MURMUR_SHIFT) * MURMUR_MULTIPLIER;
            hash = (hash ^ word) * MURMUR_MULTIPLIER;
        }
        if (tailLength > 0) {
            long tail = 0;
            for (int i = tailLength - 1; i >= 0; i--) {
                tail = tail << 8 | key[at + i] & 0xff;
            }
            hash = (hash ^ tail) * MURMUR_MULTIPLIER;
        }
        hash = (hash ^ hash >>> MURMUR_SHIFT) * MURMUR_MULTIPLIER;
        return hash ^ hash >>> MURMUR_SHIFT;
    }

    @Override
    public String toString() {
        return name + " (Basho)";
    }
}
