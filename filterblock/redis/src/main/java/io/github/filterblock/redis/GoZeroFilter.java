// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.util.Arrays;
import java.util.Objects;

/**
 * A filter of go-zero's {@code core/bloom} in memory, with the bits that its Lua script would set in Redis.
 *
 * <p>Writers and readers need to agree only on the number of bits, since Redis keeps only the bits (RB-4). In Go it is
 * {@code bloom.New(store, "users", bits)}.
 *
 * <p>The memory for all bits is allocated when the first key is added; until then a filter that was read takes only
 * that of the string. Any number of threads may ask at the same time as long as none adds; only one thread may add.
 */
public final class GoZeroFilter {
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

    private byte[] bytes;

    private GoZeroFilter(long bits, byte[] bytes) {
        if (bits < 1 || bits > MAX_BITS) {
            throw new IllegalArgumentException("bits must be 1 to 4294967296, not " + bits);
        }
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
        this.bytes = bytes;
    }

    /**
     * A filter of this number of bits, without keys.
     *
     * @param bits from 1 to {@link #MAX_BITS}
     * @return the filter
     * @throws IllegalArgumentException if Redis or go-zero cannot serve that many bits
     */
    public static GoZeroFilter ofBits(long bits) {
        return new GoZeroFilter(bits, new byte[0]);
    }

    /**
     * A filter with {@link #BITS_PER_KEY} bits for each key, at least one, without keys.
     *
     * @param keys number of keys, from 0 on
     * @return the filter
     * @throws IllegalArgumentException if that exceeds {@link #MAX_BITS}: above 214,748,364 keys
     */
    public static GoZeroFilter forKeys(long keys) {
        checkKeys(keys);
        if (keys > MAX_BITS / BITS_PER_KEY) {
            throw new IllegalArgumentException(
                    keys + " keys at 20 bits each need more than the 4294967296 bits of a Redis string");
        }
        return ofBits(Math.max(1, BITS_PER_KEY * keys));
    }

    private static void checkKeys(long keys) {
        if (keys < 0) {
            throw new IllegalArgumentException("a negative number of keys: " + keys);
        }
    }

    /**
     * The filter of a string that {@code GET} answered. It may be shorter than the bits, since Redis ends it with the
     * last byte in which a bit is set; an empty string is a filter without keys. (A missing key is not a filter; ask
     * Redis whether it exists.)
     *
     * @param bits the number of bits that the writers use, from 1 to {@link #MAX_BITS}
     * @param string the string's bytes, which are copied
     * @param name the name of the string in messages, such as the Redis key
     * @return the filter
     * @throws CorruptFilterException if the string is longer than the bits, or has bits set beyond them: its writers
     *     use another number of bits (RB-5)
     * @throws IllegalArgumentException if Redis or go-zero cannot serve that many bits
     */
    public static GoZeroFilter read(long bits, byte[] string, String name) throws CorruptFilterException {
        GoZeroFilter filter = ofBits(bits);
        int most = filter.mostBytes();
        if (string.length > most) {
            throw new CorruptFilterException(
                    name,
                    most,
                    Reason.FOREIGN_BITMAP,
                    "a string of " + string.length + " bytes cannot be a filter of " + bits + " bits");
        }
        if (string.length == most && (string[most - 1] & filter.unused()) != 0) {
            throw new CorruptFilterException(
                    name, most - 1, Reason.FOREIGN_BITMAP, "a bit beyond the " + bits + " bits is set");
        }
        filter.bytes = string.clone();
        return filter;
    }

    /** {@return the number of bits, 1 to {@link #MAX_BITS}} */
    public long bits() {
        return bits;
    }

    /** The number of bytes of a string that holds the last bit, 1 to 2^29. */
    int mostBytes() {
        return (int) (bits + 7 >>> 3);
    }

    /** The bits of the last byte that no position reaches. */
    int unused() {
        return 0xff >>> ((bits - 1 & 7) + 1);
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
    private long position(GoZeroHash hashes, int index) {
        long hash = hashes.at(index);
        // Math.multiplyHigh takes both for signed; the reciprocal's highest bit is always set.
        long high = Math.multiplyHigh(hash, reciprocal) + (hash >> 63 & reciprocal) + hash;
        long rest = hash - (high >>> shift) * bits;
        while (rest >= bits) {
            rest -= bits;
        }
        return rest;
    }

    /**
     * Adds a key.
     *
     * @param key any bytes, even none; they are not kept
     */
    public void add(byte[] key) {
        add(key, 0, key.length);
    }

    /**
     * Adds a key that is a part of an array.
     *
     * @param key holds the key; it is not kept
     * @param offset where the key starts
     * @param length the key's length in bytes
     */
    public void add(byte[] key, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, key.length);
        if (bytes.length < mostBytes()) {
            bytes = Arrays.copyOf(bytes, mostBytes());
        }
        GoZeroHash hash = new GoZeroHash(key, offset, length);
        for (int i = 0; i < PROBES; i++) {
            long position = position(hash, i);
            bytes[(int) (position >>> 3)] |= (byte) (0x80 >>> (position & 7));
        }
    }

    /**
     * Whether a key may have been added.
     *
     * @param key any bytes, even none
     * @return {@code false} only for a key that was not added
     */
    public boolean mayContain(byte[] key) {
        return mayContain(key, 0, key.length);
    }

    /**
     * Whether a key that is a part of an array may have been added.
     *
     * @param key holds the key
     * @param offset where the key starts
     * @param length the key's length in bytes
     * @return {@code false} only for a key that was not added
     */
    public boolean mayContain(byte[] key, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, key.length);
        GoZeroHash hash = new GoZeroHash(key, offset, length);
        for (int i = 0; i < PROBES; i++) {
            if (!isSet(position(hash, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isSet(long position) {
        int index = (int) (position >>> 3);
        return index < bytes.length && (bytes[index] & 0x80 >>> (position & 7)) != 0;
    }

    /** {@return the length of the string, which ends with the last byte that holds a bit (RB-3): 0 to 2^29} */
    public int length() {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length;
    }

    /**
     * The string, as {@code GET} answers it if go-zero added every key.
     *
     * @return {@link #length()} bytes, a copy
     */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length());
    }

    /** A copy of a part of the string, which ends at {@link #length()} at the latest. */
    byte[] toByteArray(int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        return Arrays.copyOfRange(bytes, from, to);
    }
}
