// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * The upper half of XXH3 with 128 bits and a seed, for the lengths that names of databases have
 * ({@code util/xxhash.h}, {@code XXH3_len_17to128_128b}).
 */
final class Xxh128 {
    private static final ByteBuffer SECRET = words(HexFormat.of()
            .parseHex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                    + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                    + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                    + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"));

    private static final int SHORTEST = 17;
    private static final int LONGEST = 128;
    private static final int STEP = 16;

    private static final long PRIME_1 = 0x9e3779b185ebca87L;
    private static final long PRIME_2 = 0xc2b2ae3d27d4eb4fL;
    private static final long PRIME_4 = 0x85ebca77c2b2ae63L;
    private static final long PRIME_OF_END = 0x165667919e3779f9L;

    private final ByteBuffer input;
    private final long seed;
    private long low;
    private long high;

    private Xxh128(byte[] input, long seed) {
        this.input = words(input);
        this.seed = seed;
        this.low = input.length * PRIME_1;
    }

    static boolean canHash(int length) {
        return length >= SHORTEST && length <= LONGEST;
    }

    /**
     * The upper 64 bits.
     *
     * @param input 17 to 128 bytes
     */
    static long upperHalf(byte[] input, long seed) {
        return new Xxh128(input, seed).upperHalf();
    }

    private long upperHalf() {
        int length = input.capacity();
        for (int i = (length - 1) / (2 * STEP); i >= 0; i--) {
            mix(STEP * i, length - STEP * (i + 1), 2 * STEP * i);
        }
        long mixed = low * PRIME_1 + high * PRIME_4 + (length - seed) * PRIME_2;
        long once = (mixed ^ mixed >>> 37) * PRIME_OF_END;
        return -(once ^ once >>> 32);
    }

    /** Takes 16 bytes from the front and 16 from the back. */
    private void mix(int front, int back, int secret) {
        low += folded(front, secret);
        low ^= input.getLong(back) + input.getLong(back + Long.BYTES);
        high += folded(back, secret + STEP);
        high ^= input.getLong(front) + input.getLong(front + Long.BYTES);
    }

    /** Both halves of the product of two words, xored. */
    private long folded(int at, int secret) {
        long one = input.getLong(at) ^ SECRET.getLong(secret) + seed;
        long other = input.getLong(at + Long.BYTES) ^ SECRET.getLong(secret + Long.BYTES) - seed;
        long upper = Math.multiplyHigh(one, other) + (one >> 63 & other) + (other >> 63 & one);
        return one * other ^ upper;
    }

    private static ByteBuffer words(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
