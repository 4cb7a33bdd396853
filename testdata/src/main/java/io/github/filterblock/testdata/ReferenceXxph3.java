// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** The preview of XXH3 with which RocksDB's newer filters hash keys, written to be read (RF-2). */
final class ReferenceXxph3 {
    private static final long Q1 = 0x9e3779b185ebca87L;
    private static final long Q2 = 0xc2b2ae3d27d4eb4fL;
    private static final long Q3 = 0x165667b19e3779f9L;
    private static final long Q4 = 0x85ebca77c2b2ae63L;
    private static final long Q5 = 0x27d4eb2f165667c5L;
    private static final long D1 = 0x9e3779b1L;
    private static final long D2 = 0x85ebca77L;
    private static final long D3 = 0xc2b2ae3dL;

    private static final ByteBuffer SECRET = ByteBuffer.wrap(HexFormat.of()
                    .parseHex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                            + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                            + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                            + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                            + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                            + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"))
            .order(ByteOrder.LITTLE_ENDIAN);

    private ReferenceXxph3() {}

    static long hash(byte[] key) {
        ByteBuffer input = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
        int n = key.length;
        if (n == 0) {
            return fold(SECRET.getLong(0), Q2);
        } else if (n <= 3) {
            long c = (key[0] & 0xff) + ((key[n >> 1] & 0xff) << 8) + ((key[n - 1] & 0xff) << 16) + ((long) n << 24);
            return avalanche((c ^ Integer.toUnsignedLong(SECRET.getInt(0))) * Q1);
        } else if (n <= 8) {
            long x = Integer.toUnsignedLong(input.getInt(0)) + ((long) input.getInt(n - 4) << 32) ^ SECRET.getLong(0);
            long m = n + (x ^ x >>> 51) * D1;
            return avalanche((m ^ m >>> 47) * Q2);
        } else if (n <= 16) {
            long low = input.getLong(0) ^ SECRET.getLong(0);
            long high = input.getLong(n - 8) ^ SECRET.getLong(8);
            return avalanche(n + low + high + fold(low, high));
        }
        return n <= 128 ? ofPairs(input, n) : n <= 240 ? ofWords(input, n) : ofStripes(input, n);
    }

    private static long ofPairs(ByteBuffer input, int n) {
        long sum = n * Q1 + mix(input, 0, 0) + mix(input, n - 16, 16);
        if (n > 32) {
            sum += mix(input, 16, 32) + mix(input, n - 32, 48);
        }
        if (n > 64) {
            sum += mix(input, 32, 64) + mix(input, n - 48, 80);
        }
        if (n > 96) {
            sum += mix(input, 48, 96) + mix(input, n - 64, 112);
        }
        return avalanche(sum);
    }

    private static long ofWords(ByteBuffer input, int n) {
        long sum = n * Q1;
        for (int i = 0; i < 8; i++) {
            sum += mix(input, 16 * i, 16 * i);
        }
        sum = avalanche(sum);
        for (int i = 8; i < n / 16; i++) {
            sum += mix(input, 16 * i, 16 * i - 125);
        }
        return avalanche(sum + mix(input, n - 16, 119));
    }

    private static long ofStripes(ByteBuffer input, int n) {
        long[] lanes = {D3, Q1, Q2, Q3, Q4, D2, Q5, D1};
        for (int block = 0; block < n / 1024; block++) {
            for (int t = 0; t < 16; t++) {
                stripe(lanes, input, 1024 * block + 64 * t, 8 * t);
            }
            for (int j = 0; j < 8; j++) {
                lanes[j] = (lanes[j] ^ lanes[j] >>> 47 ^ SECRET.getLong(128 + 8 * j)) * D1;
            }
        }
        for (int t = 0; t < n % 1024 / 64; t++) {
            stripe(lanes, input, n / 1024 * 1024 + 64 * t, 8 * t);
        }
        if (n % 64 > 0) {
            stripe(lanes, input, n - 64, 121);
        }
        long sum = n * Q1;
        for (int j = 0; j < 4; j++) {
            sum += fold(lanes[2 * j] ^ SECRET.getLong(11 + 16 * j), lanes[2 * j + 1] ^ SECRET.getLong(19 + 16 * j));
        }
        return avalanche(sum);
    }

    private static void stripe(long[] lanes, ByteBuffer input, int at, int secret) {
        for (int j = 0; j < 8; j++) {
            long word = input.getLong(at + 8 * j);
            long mixed = word ^ SECRET.getLong(secret + 8 * j);
            lanes[j] += word + Integer.toUnsignedLong((int) mixed) * (mixed >>> 32);
        }
    }

    private static long mix(ByteBuffer input, int at, int secret) {
        return fold(input.getLong(at) ^ SECRET.getLong(secret), input.getLong(at + 8) ^ SECRET.getLong(secret + 8));
    }

    private static long fold(long a, long b) {
        BigInteger product = ReferenceFullFilter.unsigned(a).multiply(ReferenceFullFilter.unsigned(b));
        return product.longValue() ^ product.shiftRight(64).longValue();
    }

    private static long avalanche(long hash) {
        long h = hash ^ hash >>> 37;
        h *= Q3;
        return h ^ h >>> 32;
    }
}
