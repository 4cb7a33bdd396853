// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a filter where its owner keeps them: in a range of an array, or in a buffer outside the heap. They are
 * not copied.
 *
 * @param array that has the filter; {@code null} if a buffer has it
 * @param offset index of the filter's first byte in the array; 0 if a buffer has it
 * @param buffer little-endian, begins with the filter; has no bytes if an array has it
 * @param length number of bytes, 0 or more
 */
record FilterBytes(byte @Nullable [] array, int offset, ByteBuffer buffer, int length) {
    static final FilterBytes NONE = of(new byte[0]);

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static FilterBytes of(byte[] filter) {
        return of(filter, 0, filter.length);
    }

    static FilterBytes of(byte[] memory, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, memory.length);
        return new FilterBytes(memory, offset, ByteBuffer.allocate(0), length);
    }

    /** The bytes from the position of a buffer to its limit, which are not moved. */
    static FilterBytes of(ByteBuffer filter) {
        int length = filter.remaining();
        return filter.hasArray()
                ? of(filter.array(), filter.arrayOffset() + filter.position(), length)
                : new FilterBytes(null, 0, filter.slice().order(ByteOrder.LITTLE_ENDIAN), length);
    }

    /** A byte, 0 to 255. */
    int unsignedByte(int index) {
        return (array != null ? array[offset + index] : buffer.get(index)) & 0xff;
    }

    /** Four bytes, little-endian. */
    long unsignedInt(int index) {
        return (array != null ? (int) INT.get(array, offset + index) : buffer.getInt(index)) & 0xffff_ffffL;
    }

    /** Eight bytes, little-endian. */
    long word(int index) {
        return array != null ? (long) LONG.get(array, offset + index) : buffer.getLong(index);
    }
}
