// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.testdata.ReferenceHash;
import io.github.filterblock.testdata.ReferencePolicy;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Basho's second Bloom filter, after FORMAT-DIALECTS.md, slow and in numbers that do not wrap by themselves. */
record BashoReference(int bitsPerKey) implements ReferencePolicy {
    private static final int LAST_OF_TABLE = 12_497;
    private static final int MIN_BITS = 61;
    private static final long TWO_TO_32 = 1L << 32;

    /** The largest prime below eight times the bytes, by trial division; behind the table eight times the bytes. */
    static long modulus(long bytes) {
        long modulus = 8 * bytes;
        while (bytes <= LAST_OF_TABLE && !isPrime(modulus)) {
            modulus--;
        }
        return modulus;
    }

    private static boolean isPrime(long number) {
        return number >= 2
                && LongStream.rangeClosed(2, (long) Math.sqrt((double) number))
                        .noneMatch(divisor -> number % divisor == 0);
    }

    /** MurmurHash64A with Basho's seed. */
    private static BigInteger murmur(byte[] key) {
        BigInteger hash = new BigInteger("5bd1e995", 16).xor(times(BigInteger.valueOf(key.length)));
        int whole = key.length / 8 * 8;
        for (int at = 0; at < whole; at += 8) {
            hash = times(hash.xor(times(mixed(times(number(key, at, 8))))));
        }
        if (whole < key.length) {
            hash = times(hash.xor(number(key, whole, key.length - whole)));
        }
        return mixed(times(mixed(hash)));
    }

    private static BigInteger times(BigInteger number) {
        return number.multiply(new BigInteger("c6a4a7935bd1e995", 16)).mod(BigInteger.TWO.pow(64));
    }

    private static BigInteger mixed(BigInteger number) {
        return number.xor(number.shiftRight(47));
    }

    private static BigInteger number(byte[] bytes, int at, int length) {
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < length; i++) {
            number = number.add(BigInteger.valueOf(bytes[at + i] & 0xff).shiftLeft(8 * i));
        }
        return number;
    }

    /** The positions of a key's bits. */
    static long[] positions(byte[] key, int probes, long modulus) {
        long hash = ReferenceHash.SIGNED_TAIL.hash(key, ReferenceHash.BLOOM_SEED);
        long delta = hash % (1 << 17) * (1 << 15) + hash / (1 << 17);
        long second = murmur(key).mod(BigInteger.valueOf(TWO_TO_32)).longValueExact();
        return LongStream.range(0, probes)
                .map(j -> ((hash + j * delta) % TWO_TO_32 + (j + 1) * second) % modulus)
                .toArray();
    }

    @Override
    public byte[] createFilter(List<byte[]> keys) {
        long bits = Math.max(MIN_BITS, (long) keys.size() * bitsPerKey);
        long bytes = (bits + 7) / 8;
        while (modulus(bytes) < bits) {
            bytes++;
        }
        int probes = Math.max(1, Math.min(30, (int) (bitsPerKey * 0.69)));
        byte[] filter = new byte[Math.toIntExact(bytes) + 1];
        for (byte[] key : keys) {
            for (long position : positions(key, probes, modulus(bytes))) {
                filter[(int) (position / 8)] |= (byte) (1 << position % 8);
            }
        }
        filter[filter.length - 1] = (byte) probes;
        return filter;
    }

    @Override
    public boolean keyMayMatch(byte[] key, byte[] filter) {
        return Arrays.stream(positions(key, filter[filter.length - 1], modulus(filter.length - 1)))
                .allMatch(bit -> (filter[(int) (bit / 8)] >> bit % 8 & 1) == 1);
    }
}
