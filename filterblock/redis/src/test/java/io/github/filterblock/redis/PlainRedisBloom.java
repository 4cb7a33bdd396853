// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.math.BigInteger;

/** RB-6 to RB-8 for one layer, in arithmetic without bounds. */
final class PlainRedisBloom {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

    private final BigInteger bits;
    private final int hashes;
    private final byte[] bytes;

    PlainRedisBloom(double error, int entries) {
        double bitsPerEntry = -Math.log(error) / 0.480453013918201;
        int wanted = Math.max(1, (int) (entries * bitsPerEntry));
        bytes = new byte[(wanted + 63) / 64 * 8];
        bits = BigInteger.valueOf(8L * bytes.length);
        hashes = (int) Math.ceil(0.693147180559945 * bitsPerEntry);
    }

    void add(byte[] key) {
        BigInteger seed = new BigInteger("c6a4a7935bd1e995", 16);
        BigInteger a = murmur(key, seed);
        BigInteger b = murmur(key, a);
        for (int j = 0; j < hashes; j++) {
            int position =
                    a.add(b.multiply(BigInteger.valueOf(j))).mod(WORD).mod(bits).intValueExact();
            bytes[position / 8] |= (byte) (1 << position % 8);
        }
    }

    private static BigInteger murmur(byte[] key, BigInteger seed) {
        BigInteger m = new BigInteger("c6a4a7935bd1e995", 16);
        BigInteger hash = seed.xor(m.multiply(BigInteger.valueOf(key.length)).mod(WORD));
        int at = 0;
        for (; at + 8 <= key.length; at += 8) {
            BigInteger word = word(key, at, 8).multiply(m).mod(WORD);
            word = word.xor(word.shiftRight(47)).multiply(m).mod(WORD);
            hash = hash.xor(word).multiply(m).mod(WORD);
        }
        if (at < key.length) {
            hash = hash.xor(word(key, at, key.length - at)).multiply(m).mod(WORD);
        }
        hash = hash.xor(hash.shiftRight(47)).multiply(m).mod(WORD);
        return hash.xor(hash.shiftRight(47));
    }

    private static BigInteger word(byte[] key, int at, int length) {
        BigInteger word = BigInteger.ZERO;
        for (int i = length - 1; i >= 0; i--) {
            word = word.shiftLeft(8).add(BigInteger.valueOf(key[at + i] & 0xff));
        }
        return word;
    }

    byte[] bytes() {
        return bytes;
    }
}
