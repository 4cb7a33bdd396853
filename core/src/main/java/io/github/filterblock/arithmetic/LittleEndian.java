// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

/**
 * Numbers of several bytes in arrays, the lowest byte first, at any index. This is the form for Java 8; the one for
 * Java 17 and later, in {@code src/main/java17}, has the same methods.
 */
public final class LittleEndian {
    private LittleEndian() {}

    /**
     * Two bytes.
     *
     * @param bytes holds the number
     * @param index of its first byte
     * @return the number, sign extended
     * @throws IndexOutOfBoundsException if it is not inside the array
     */
    public static short shortAt(byte[] bytes, int index) {
        return (short) (bytes[index] & 0xff | bytes[index + 1] << 8);
    }

    /**
     * Four bytes.
     *
     * @param bytes holds the number
     * @param index of its first byte
     * @return the number
     * @throws IndexOutOfBoundsException if it is not inside the array
     */
    public static int intAt(byte[] bytes, int index) {
        return shortAt(bytes, index) & 0xffff | shortAt(bytes, index + 2) << 16;
    }

    /**
     * Eight bytes.
     *
     * @param bytes holds the number
     * @param index of its first byte
     * @return the number
     * @throws IndexOutOfBoundsException if it is not inside the array
     */
    public static long longAt(byte[] bytes, int index) {
        return intAt(bytes, index) & 0xffff_ffffL | (long) intAt(bytes, index + 4) << 32;
    }

    /**
     * Writes four bytes.
     *
     * @param bytes takes the number
     * @param index of its first byte
     * @param number to write
     * @throws IndexOutOfBoundsException if it is not inside the array
     */
    public static void putInt(byte[] bytes, int index, int number) {
        bytes[index + 3] = (byte) (number >>> 24); // the last one first: nothing is written if it is outside
        bytes[index + 2] = (byte) (number >>> 16);
        bytes[index + 1] = (byte) (number >>> 8);
        bytes[index] = (byte) number;
    }

    /**
     * Writes eight bytes.
     *
     * @param bytes takes the number
     * @param index of its first byte
     * @param number to write
     * @throws IndexOutOfBoundsException if it is not inside the array
     */
    public static void putLong(byte[] bytes, int index, long number) {
        putInt(bytes, index + 4, (int) (number >>> 32));
        putInt(bytes, index, (int) number);
    }
}
