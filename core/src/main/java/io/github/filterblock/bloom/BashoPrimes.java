// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.util.BitSet;

/**
 * The modulus of Basho's second filter: the largest prime below the number of bits, up to 12,497 bytes of bits, and the
 * number of bits itself beyond (basho/leveldb b91d5ce, {@code util/bloom2.cc}).
 *
 * <p>The original has a table of the primes; here a sieve finds them when the first such filter is probed.
 */
final class BashoPrimes {
    /** The last number of bytes in the original's table. */
    static final int MAX_BYTES = 12_497;

    private static final int MIN_BITS = 61;
    private static final char[] HALVES = primes();

    private BashoPrimes() {}

    /** The modulus for a field of that many bytes, 1 or more. */
    static long modulus(long bytes) {
        // The primes are odd or 2 and below 2^17, so half of each fits 16 bits; 2 is never the largest below 8.
        return bytes <= MAX_BYTES ? 2L * HALVES[(int) bytes] + 1 : 8 * bytes;
    }

    /**
     * The number of bytes of a filter, k included: enough that the modulus is not below the bits
     * (FORMAT.md, section 9).
     */
    static long filterSize(int keyCount, int bitsPerKey) {
        long bits = Math.max(MIN_BITS, (long) keyCount * bitsPerKey);
        long bytes = bits + 7 >>> 3;
        while (modulus(bytes) < bits) {
            bytes++;
        }
        return bytes + 1;
    }

    private static char[] primes() {
        BitSet composite = sieve(8 * MAX_BYTES);
        char[] halves = new char[MAX_BYTES + 1];
        for (int bytes = 1; bytes <= MAX_BYTES; bytes++) {
            halves[bytes] = (char) (composite.previousClearBit(8 * bytes - 1) >> 1);
        }
        return halves;
    }

    /** The sieve of Eratosthenes: every number from 2 up to the limit that stays clear is prime. */
    private static BitSet sieve(int limit) {
        BitSet composite = new BitSet(limit);
        for (int i = 2; i * i < limit; i++) {
            if (!composite.get(i)) {
                for (int multiple = i * i; multiple < limit; multiple += i) {
                    composite.set(multiple);
                }
            }
        }
        return composite;
    }
}
