// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The fourteen hashes of a key: MurmurHash3_x64_128 with seed 0, of the key with one appended byte, 0 to 13; the first
 * 64 bits of each (RB-2).
 *
 * <p>The fourteen inputs differ only in their last byte, so the whole 16-byte blocks of the key are hashed once, and so
 * is the part of the tail that the last byte does not reach.
 */
final class GoZeroHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final int BLOCK = 16;

    private final long h1;
    private final long h2;
    private final long k1;
    private final long k2;
    private final int rest;
    private final int length;

    /** Hashes the part of a key that the fourteen inputs share. */
    GoZeroHash(byte[] key, int offset, int length) {
        long h1 = 0;
        long h2 = 0;
        int end = offset + length;
        int at = offset;
        for (; end - at >= BLOCK; at += BLOCK) {
            h1 = nextH1(h1 ^ mixK1((long) LONGS.get(key, at)), h2);
            h2 = nextH2(h2 ^ mixK2((long) LONGS.get(key, at + 8)), h1);
        }
        this.rest = end - at;
        this.k1 = tail(key, at, Math.min(end, at + 8));
        this.k2 = rest > 8 ? tail(key, at + 8, end) : 0;
        this.h1 = rest < 8 ? h1 : h1 ^ mixK1(k1);
        this.h2 = h2;
        this.length = length + 1;
    }

    /** The hash of the key with the byte {@code index} after it. */
    long at(int index) {
        long last = (long) index << ((rest & 7) << 3);
        if (rest < 8) {
            return finish(h1 ^ mixK1(k1 | last), h2, length);
        }
        if (rest < BLOCK - 1) {
            return finish(h1, h2 ^ mixK2(k2 | last), length);
        }
        long full1 = nextH1(h1, h2); // the byte completes a block
        return finish(full1, nextH2(h2 ^ mixK2(k2 | last), full1), length);
    }

    private static long tail(byte[] key, int from, int to) {
        long word = 0;
        for (int i = to - 1; i >= from; i--) {
            word = word << 8 | key[i] & 0xff;
        }
        return word;
    }

    private static long mixK1(long k1) {
        return Long.rotateLeft(k1 * C1, 31) * C2;
    }

    private static long mixK2(long k2) {
        return Long.rotateLeft(k2 * C2, 33) * C1;
    }

    private static long nextH1(long h1, long h2) {
        return (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
    }

    private static long nextH2(long h2, long h1) {
        return (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }

    private static long finish(long h1, long h2, int length) {
        long a = h1 ^ length;
        long b = h2 ^ length;
        a += b;
        b += a;
        return avalanche(a) + avalanche(b);
    }

    private static long avalanche(long h) {
        long k = h ^ h >>> 33;
        k *= 0xff51afd7ed558ccdL;
        k ^= k >>> 33;
        k *= 0xc4ceb9fe1a85ec53L;
        return k ^ k >>> 33;
    }
}
