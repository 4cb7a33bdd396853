// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.util.Arrays;
import java.util.Objects;

/**
 * A filter of go-zero's {@code core/bloom} in memory, with the bits that its Lua script would set in Redis.
 *
 * <p>The memory for all bits is allocated when the first key is added; until then a filter that was read takes only
 * that of the string. Any number of threads may ask at the same time as long as none adds; only one thread may add.
 */
public final class GoZeroFilter {
    private final GoZeroShape shape;
    private byte[] bytes;

    /**
     * A filter without keys.
     *
     * @param shape its number of bits
     */
    public GoZeroFilter(GoZeroShape shape) {
        this(shape, new byte[0]);
    }

    private GoZeroFilter(GoZeroShape shape, byte[] bytes) {
        this.shape = Objects.requireNonNull(shape, "shape");
        this.bytes = bytes;
    }

    /**
     * The filter of a string that {@code GET} answered. It may be shorter than the bits, since Redis ends it with the
     * last byte in which a bit is set; an empty string is a filter without keys. (A key that does not exist is no
     * filter; ask Redis whether it exists.)
     *
     * @param shape the number of bits that the writers use
     * @param string the string's bytes, which are copied
     * @param name the name of the string in messages, such as the Redis key
     * @return the filter
     * @throws CorruptFilterException if the string is longer than the bits, or has bits set beyond them: its writers
     *     use another number of bits
     */
    public static GoZeroFilter read(GoZeroShape shape, byte[] string, String name) throws CorruptFilterException {
        if (string.length > shape.bytes()) {
            throw new CorruptFilterException(
                    name,
                    shape.bytes(),
                    Reason.FOREIGN_BITMAP,
                    "a string of " + string.length + " bytes cannot be a filter of " + shape);
        }
        if (string.length == shape.bytes() && (string[string.length - 1] & unused(shape)) != 0) {
            throw new CorruptFilterException(
                    name, string.length - 1, Reason.FOREIGN_BITMAP, "a bit beyond the " + shape + " is set");
        }
        return new GoZeroFilter(shape, string.clone());
    }

    /** The bits of the last byte that no position reaches. */
    static int unused(GoZeroShape shape) {
        return 0xff >>> ((shape.bits() - 1 & 7) + 1);
    }

    /** {@return the number of bits, as it was given} */
    public GoZeroShape shape() {
        return shape;
    }

    /**
     * Adds a key.
     *
     * @param key any bytes, or none; they are not kept
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
        if (bytes.length < shape.bytes()) {
            bytes = Arrays.copyOf(bytes, shape.bytes());
        }
        GoZeroHash hash = new GoZeroHash(key, offset, length);
        for (int i = 0; i < GoZeroShape.PROBES; i++) {
            long position = shape.position(hash, i);
            bytes[(int) (position >>> 3)] |= (byte) (0x80 >>> (position & 7));
        }
    }

    /**
     * Adds all keys of another filter, as {@code BITOP OR} does.
     *
     * @param other one of as many bits, which stays as it is
     * @throws IllegalArgumentException if the numbers of bits differ, since then no key would be found
     */
    public void or(GoZeroFilter other) {
        if (!shape.equals(other.shape)) {
            throw new IllegalArgumentException(other.shape + " cannot be joined to " + shape);
        }
        if (bytes.length < other.bytes.length) {
            bytes = Arrays.copyOf(bytes, other.bytes.length);
        }
        for (int i = 0; i < other.bytes.length; i++) {
            bytes[i] |= other.bytes[i];
        }
    }

    /**
     * Whether a key may have been added.
     *
     * @param key any bytes, also none
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
        for (int i = 0; i < GoZeroShape.PROBES; i++) {
            if (!isSet(shape.position(hash, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isSet(long position) {
        int index = (int) (position >>> 3);
        return index < bytes.length && (bytes[index] & 0x80 >>> (position & 7)) != 0;
    }

    /**
     * {@return the length of the string, which ends with the last byte that holds a bit (RB-3): 0 to {@code
     * shape().bytes()}}
     */
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

    /**
     * A part of the string.
     *
     * @param from its first byte
     * @param to the byte after it, at most {@link #length()}
     * @return a copy
     */
    public byte[] toByteArray(int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        return Arrays.copyOfRange(bytes, from, to);
    }
}
