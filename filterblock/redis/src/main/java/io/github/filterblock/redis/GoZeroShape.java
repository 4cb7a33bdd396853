// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.util.Objects;

/**
 * The number of bits of a go-zero filter. Its writers and readers have to agree on nothing else: Redis keeps only the
 * bits (RB-4). {@code bloom.New(store, "users", bits)} in Go.
 *
 * <p>Immutable and thread-safe.
 */
public final class GoZeroShape {
    /** Bits that are set for a key, whatever the number of bits of the filter (RB-1). */
    public static final int PROBES = 14;

    /** The most bits that a Redis string can have (RB-4). */
    public static final long MAX_BITS = 1L << 32;

    /** Bits for a key that {@link #forKeys} provides; the expected rate is then 6.7e-5. */
    public static final int BITS_PER_KEY = 20;

    private final long bits;

    /** The place of the highest bit of {@code bits}: s, 0 to 32. */
    private final int shift;

    /** floor((2^(64 + s) - 1) / bits), which has 64 bits, unsigned. */
    private final long reciprocal;

    private GoZeroShape(long bits) {
        this.bits = bits;
        this.shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
        long quotient = Long.divideUnsigned(-1, bits);
        long rest = Long.remainderUnsigned(-1, bits);
        for (int i = 0; i < shift; i++) {
            rest = 2 * rest + 1;
            quotient = 2 * quotient + (rest >= bits ? 1 : 0);
            rest -= rest >= bits ? bits : 0;
        }
        this.reciprocal = quotient;
    }

    /**
     * A filter of this number of bits.
     *
     * @param bits from 1 to {@link #MAX_BITS}
     * @return the shape
     * @throws IllegalArgumentException if Redis or go-zero cannot serve that many bits
     */
    public static GoZeroShape ofBits(long bits) {
        if (bits < 1 || bits > MAX_BITS) {
            throw new IllegalArgumentException("bits must be 1 to 4294967296, not " + bits);
        }
        return new GoZeroShape(bits);
    }

    /**
     * A filter with {@link #BITS_PER_KEY} bits for each key, at least one.
     *
     * @param keys number of keys, from 0 on
     * @return the shape
     * @throws IllegalArgumentException if these are more than {@link #MAX_BITS}: above 214,748,364 keys
     */
    public static GoZeroShape forKeys(long keys) {
        checkKeys(keys);
        if (keys > MAX_BITS / BITS_PER_KEY) {
            throw new IllegalArgumentException(
                    keys + " keys at 20 bits each need more than the 4294967296 bits of a Redis string");
        }
        return ofBits(Math.max(1, BITS_PER_KEY * keys));
    }

    /** {@return the number of bits, 1 to {@link #MAX_BITS}} */
    public long bits() {
        return bits;
    }

    /** {@return the number of bytes of a string that holds the last bit, 1 to 2^29} */
    public int bytes() {
        return (int) (bits + 7 >>> 3);
    }

    /**
     * The share of absent keys that are expected to match when the filter holds {@code keys} different keys.
     *
     * @param keys number of keys, from 0 on
     * @return from 0 to 1: (1 - e^(-14 keys / bits))^14
     */
    public double expectedRate(long keys) {
        checkKeys(keys);
        return Math.pow(-Math.expm1(-(double) PROBES * keys / bits), PROBES);
    }

    private static void checkKeys(long keys) {
        if (keys < 0) {
            throw new IllegalArgumentException("a negative number of keys: " + keys);
        }
    }

    /**
     * The positions that are set for a key, in the order in which go-zero asks for them. Two may be equal.
     *
     * @param key the key; it is not kept
     * @return {@link #PROBES} positions, each from 0 to {@code bits() - 1}
     */
    public long[] positions(byte[] key) {
        long[] positions = new long[PROBES];
        positions(key, 0, key.length, positions);
        return positions;
    }

    /**
     * As {@link #positions(byte[])}, for a part of an array, and into the caller's array.
     *
     * @param key holds the key; it is not kept
     * @param offset where the key starts
     * @param length the key's length in bytes
     * @param positions receives {@link #PROBES} positions from index 0 on
     */
    public void positions(byte[] key, int offset, int length, long[] positions) {
        Objects.checkFromIndexSize(offset, length, key.length);
        Objects.checkFromIndexSize(0, PROBES, positions.length);
        GoZeroHash hash = new GoZeroHash(key, offset, length);
        for (int i = 0; i < PROBES; i++) {
            positions[i] = position(hash, i);
        }
    }

    /**
     * The hash modulo the number of bits. The high half of hash * reciprocal, shifted right by s, is the quotient or,
     * rarely, less: by 1, or for a single bit by up to 2. For the reciprocal is less than 2^(64 + s) / bits by at most
     * 1 + 1 / bits, which makes the quotient less by at most (1 + 1 / bits) / 2^s before it is rounded down.
     */
    long position(GoZeroHash hashes, int index) {
        long hash = hashes.at(index);
        // Math.multiplyHigh takes both for signed; the reciprocal's highest bit is always set.
        long high = Math.multiplyHigh(hash, reciprocal) + (hash >> 63 & reciprocal) + hash;
        long rest = hash - (high >>> shift) * bits;
        while (rest >= bits) {
            rest -= bits;
        }
        return rest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GoZeroShape shape && shape.bits == bits;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bits);
    }

    @Override
    public String toString() {
        return bits + " bits";
    }
}
