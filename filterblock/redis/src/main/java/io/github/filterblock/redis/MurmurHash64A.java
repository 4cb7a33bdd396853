// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash64A, the 64-bit MurmurHash2 by Austin Appleby (public domain); RedisBloom takes two hashes of each key
 * (RB-6).
 */
final class MurmurHash64A {
    /** The multiplier, which is also RedisBloom's first seed. */
    static final long MULTIPLIER = 0xc6a4a7935bd1e995L;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private MurmurHash64A() {}

    static long hash(byte[] key, int offset, int length, long seed) {
        long hash = seed ^ length * MULTIPLIER;
        int end = offset + length;
        int at = offset;
        for (; end - at >= 8; at += 8) {
            hash = (hash ^ scramble((long) LONGS.get(key, at))) * MULTIPLIER;
        }
        if (at < end) {
            for (int i = at; i < end; i++) {
                hash ^= (key[i] & 0xffL) << ((i - at) << 3);
            }
            hash *= MULTIPLIER;
        }
        hash = (hash ^ hash >>> 47) * MULTIPLIER;
        return hash ^ hash >>> 47;
    }

    private static long scramble(long word) {
        long k = word * MULTIPLIER;
        return (k ^ k >>> 47) * MULTIPLIER;
    }
}
