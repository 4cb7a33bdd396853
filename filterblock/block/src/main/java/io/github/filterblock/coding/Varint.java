// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

/**
 * Numbers of one to ten bytes, seven bits a byte, lowest first, the top bit saying that more follow (TF-3).
 *
 * <p>A number may be written longer than necessary. The tenth byte holds one bit of a 64-bit number; as in the
 * original, its other bits are dropped. Thread-safe, because it has no state.
 */
public final class Varint {
    private static final int MAX_LENGTH = 10;
    private static final int MAX_LENGTH_32 = 5;

    private Varint() {}

    /**
     * The number of bytes of the varint at this index.
     *
     * @param bytes holds it
     * @param index index of its first byte
     * @param limit index after the last byte that may belong to it
     * @return 1 to 10, or -1 if it does not end before {@code limit} or within ten bytes
     */
    public static int length(byte[] bytes, int index, int limit) {
        return length(bytes, index, limit, MAX_LENGTH);
    }

    /**
     * The same for a number of 32 bits.
     *
     * @param bytes holds it
     * @param index index of its first byte
     * @param limit index after the last byte that may belong to it
     * @return 1 to 5, or -1 if it does not end before {@code limit} or within five bytes
     */
    public static int length32(byte[] bytes, int index, int limit) {
        return length(bytes, index, limit, MAX_LENGTH_32);
    }

    private static int length(byte[] bytes, int index, int limit, int maxLength) {
        int end = Math.min(limit, index + maxLength);
        for (int i = index; i < end; i++) {
            if (bytes[i] >= 0) {
                return i - index + 1;
            }
        }
        return -1;
    }

    /**
     * The number in that many bytes.
     *
     * @param bytes holds it
     * @param index index of its first byte
     * @param length number of bytes, 1 to 10
     * @return unsigned
     */
    public static long value(byte[] bytes, int index, int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[index + i] & 0x7fL) << 7 * i;
        }
        return value;
    }

    /**
     * Number of bytes of the shortest form.
     *
     * @param value unsigned
     * @return 1 to 10
     */
    public static int shortestLength(long value) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    }

    /**
     * Writes the shortest form.
     *
     * @param value unsigned
     * @param dst receives it; must have room for it
     * @param index index of the first byte
     * @return the index after the last byte
     */
    public static int write(long value, byte[] dst, int index) {
        int at = index;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            dst[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        dst[at++] = (byte) rest;
        return at;
    }
}
