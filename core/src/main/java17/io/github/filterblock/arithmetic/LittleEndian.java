// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers of several bytes in arrays, the lowest byte first, at any index. This is the form for Java 17 and later, in
 * which each access is one instruction; it has the methods of the form for Java 8.
 */
public final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
        return (short) SHORT.get(bytes, index);
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
        return (int) INT.get(bytes, index);
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
        return (long) LONG.get(bytes, index);
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
        INT.set(bytes, index, number);
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
        LONG.set(bytes, index, number);
    }
}
