// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
     * Three things make it fast. Remainders are multiplied, not divided: see Remainders. Probing looks at three bits
     * before it decides, since a branch that goes wrong costs more than two loads, and in a well-filled filter a key that
     * is absent fails within the first three probes seven times of eight. Writing a small filter sets a whole byte for
     * each bit, which needs no load and so no waiting for an earlier store to the same byte, and then packs eight bytes
     * into one by a multiplication that moves bit 8i of a long to bit 56 + i.
     *
     * [1] Kirsch, Mitzenmacher: Less Hashing, Same Performance: Building a Better Bloom Filter. ESA 2006.
     * [2] google/leveldb 78a352f, util/bloom.cc.
     */
    static final int MIN_BITS = 64;
    static final int MIN_PROBES = 1;
    static final int MAX_PROBES = 30;
    static final int MIN_FILTER_LENGTH = 2;
    private static final int DELTA_ROTATION = 17;

    /** A table, because a shift by a variable costs three times a load on many processors. */
    private static final int[] BIT = {1, 2, 4, 8, 16, 32, 64, 128};

    private static final long PACK = 0x0102_0408_1020_4080L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private BloomBits() {}

    /** Number of bytes of a filter for that many keys, k included. Both factors are below 2^31, so nothing wraps. */
    static long filterSize(int keyCount, int bitsPerKey) {
        long bits = Math.max(MIN_BITS, (long) keyCount * bitsPerKey);
        return (bits + 7 >>> 3) + 1;
    }

    /** Number of bytes that {@link #write} needs to stage a filter of that size; 0 for a large one. */
    static int stageSize(int size) {
        int bits = (size - 1) << 3;
        return size - 1 <= Remainders.MAX_WHOLE >> 3 ? bits : 0;
    }

    /**
     * Writes the filter of the first {@code count} hashes into {@code size} bytes of {@code dst}. The stage has at least
     * {@link #stageSize} bytes, is all zero, and is left so.
     */
    static void write(int[] hashes, int count, int probes, byte[] dst, int offset, int size, byte[] stage) {
        int bytes = size - 1;
        if (stageSize(size) > 0) {
            stage(hashes, count, probes, stage, bytes << 3);
            pack(stage, dst, offset, bytes);
        } else {
            Arrays.fill(dst, offset, offset + bytes, (byte) 0);
            if (bytes <= Remainders.MAX_SMALL) {
                setSmall(hashes, count, probes, dst, offset, bytes);
            } else {
                setLarge(hashes, count, probes, dst, offset, bytes);
            }
        }
        dst[offset + bytes] = (byte) probes;
    }

    private static void stage(int[] hashes, int count, int probes, byte[] stage, int bits) {
        long multiplier = Remainders.smallMultiplier(bits);
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            int delta = delta(hash);
            for (int probe = 0; probe < probes; probe++) {
                stage[Remainders.whole(hash, bits, multiplier)] = 1;
                hash += delta;
            }
        }
    }

    private static void pack(byte[] stage, byte[] dst, int offset, int bytes) {
        for (int i = 0; i < bytes; i++) {
            dst[offset + i] = (byte) ((long) LONG.get(stage, i << 3) * PACK >>> 56);
            LONG.set(stage, i << 3, 0L);
        }
    }

    private static void setSmall(int[] hashes, int count, int probes, byte[] dst, int offset, int bytes) {
        long multiplier = Remainders.smallMultiplier(bytes);
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            int delta = delta(hash);
            for (int probe = 0; probe < probes; probe++) {
                dst[offset + Remainders.small(hash >>> 3, bytes, multiplier)] |= (byte) BIT[hash & 7];
                hash += delta;
            }
        }
    }

    private static void setLarge(int[] hashes, int count, int probes, byte[] dst, int offset, int bytes) {
        long multiplier = Remainders.largeMultiplier(bytes);
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            int delta = delta(hash);
            for (int probe = 0; probe < probes; probe++) {
                dst[offset + Remainders.large(hash >>> 3, bytes, multiplier)] |= (byte) BIT[hash & 7];
                hash += delta;
            }
        }
    }

    static boolean mayMatch(int hash, byte[] filter, int offset, int length) {
        int bytes = length - 1;
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int probes = filter[offset + bytes] & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        return bytes <= Remainders.MAX_SMALL
                ? probeSmall(hash, probes, filter, offset, bytes)
                : probeLarge(hash, probes, filter, offset, bytes);
    }

    /** Two groups of three straight away, which is all for the usual six; more, and what is left of three, in a loop. */
    private static boolean probeSmall(int hash, int probes, byte[] filter, int offset, int bytes) {
        long multiplier = Remainders.smallMultiplier(bytes);
        int delta = delta(hash);
        int at = hash;
        int left = probes;
        if (left >= 3) {
            if (!threeSet(at, delta, filter, offset, bytes, multiplier)) {
                return false;
            }
            at += 3 * delta;
            left -= 3;
            if (left >= 3) {
                if (!threeSet(at, delta, filter, offset, bytes, multiplier)) {
                    return false;
                }
                at += 3 * delta;
                left -= 3;
            }
        }
        return left == 0 || restSet(at, delta, left, filter, offset, bytes, multiplier);
    }

    /** A bit of the filter and its mask is 0 only if it is not set, and 0 - 1 is the only negative of the three then. */
    private static boolean threeSet(int first, int delta, byte[] filter, int offset, int bytes, long multiplier) {
        int second = first + delta;
        int third = second + delta;
        int a = filter[offset + Remainders.small(first >>> 3, bytes, multiplier)] & BIT[first & 7];
        int b = filter[offset + Remainders.small(second >>> 3, bytes, multiplier)] & BIT[second & 7];
        int c = filter[offset + Remainders.small(third >>> 3, bytes, multiplier)] & BIT[third & 7];
        return (a - 1 | b - 1 | c - 1) >= 0;
    }

    private static boolean restSet(
            int first, int delta, int count, byte[] filter, int offset, int bytes, long multiplier) {
        int at = first;
        for (int left = count; left > 0; left--) {
            if ((filter[offset + Remainders.small(at >>> 3, bytes, multiplier)] & BIT[at & 7]) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    private static boolean probeLarge(int hash, int probes, byte[] filter, int offset, int bytes) {
        long multiplier = Remainders.largeMultiplier(bytes);
        int delta = delta(hash);
        int at = hash;
        for (int left = probes; left > 0; left--) {
            if ((filter[offset + Remainders.large(at >>> 3, bytes, multiplier)] & BIT[at & 7]) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    static boolean mayMatch(int hash, ByteBuffer filter, int index, int length) {
        int bytes = length - 1;
        if (length < MIN_FILTER_LENGTH) {
            return false; // FB-8
        }
        int probes = filter.get(index + bytes) & 0xff;
        if (probes > MAX_PROBES) {
            return true; // FB-9
        }
        return bytes <= Remainders.MAX_SMALL
                ? probeSmall(hash, probes, filter, index, bytes)
                : probeLarge(hash, probes, filter, index, bytes);
    }

    private static boolean probeSmall(int hash, int probes, ByteBuffer filter, int index, int bytes) {
        long multiplier = Remainders.smallMultiplier(bytes);
        int delta = delta(hash);
        int at = hash;
        int left = probes;
        if (left >= 3) {
            if (!threeSet(at, delta, filter, index, bytes, multiplier)) {
                return false;
            }
            at += 3 * delta;
            left -= 3;
            if (left >= 3) {
                if (!threeSet(at, delta, filter, index, bytes, multiplier)) {
                    return false;
                }
                at += 3 * delta;
                left -= 3;
            }
        }
        return left == 0 || restSet(at, delta, left, filter, index, bytes, multiplier);
    }

    private static boolean threeSet(int first, int delta, ByteBuffer filter, int index, int bytes, long multiplier) {
        int second = first + delta;
        int third = second + delta;
        int a = filter.get(index + Remainders.small(first >>> 3, bytes, multiplier)) & BIT[first & 7];
        int b = filter.get(index + Remainders.small(second >>> 3, bytes, multiplier)) & BIT[second & 7];
        int c = filter.get(index + Remainders.small(third >>> 3, bytes, multiplier)) & BIT[third & 7];
        return (a - 1 | b - 1 | c - 1) >= 0;
    }

    private static boolean restSet(
            int first, int delta, int count, ByteBuffer filter, int index, int bytes, long multiplier) {
        int at = first;
        for (int left = count; left > 0; left--) {
            if ((filter.get(index + Remainders.small(at >>> 3, bytes, multiplier)) & BIT[at & 7]) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    private static boolean probeLarge(int hash, int probes, ByteBuffer filter, int index, int bytes) {
        long multiplier = Remainders.largeMultiplier(bytes);
        int delta = delta(hash);
        int at = hash;
        for (int left = probes; left > 0; left--) {
            if ((filter.get(index + Remainders.large(at >>> 3, bytes, multiplier)) & BIT[at & 7]) == 0) {
                return false;
            }
            at += delta;
        }
        return true;
    }

    /** The bits of a hash, in the order in which they are probed; slow and plain, for explanations. */
    static long[] positions(int hash, long bits, int probes) {
        long[] positions = new long[probes];
        int delta = delta(hash);
        int at = hash;
        for (int probe = 0; probe < probes; probe++) {
            positions[probe] = Integer.toUnsignedLong(at) % bits;
            at += delta;
        }
        return positions;
    }

    static int delta(int hash) {
        return Integer.rotateRight(hash, DELTA_ROTATION);
    }
}
