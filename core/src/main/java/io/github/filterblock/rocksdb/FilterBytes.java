// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.arithmetic.Ranges;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a filter where its owner keeps them: in a range of an array, or in a buffer outside the heap. They are
 * not copied.
 */
final class FilterBytes {
    static final FilterBytes NONE = of(new byte[0]);

    private final byte @Nullable [] array;
    private final int offset;
    private final ByteBuffer buffer;
    private final int length;

    private FilterBytes(byte @Nullable [] array, int offset, ByteBuffer buffer, int length) {
        this.array = array;
        this.offset = offset;
        this.buffer = buffer;
        this.length = length;
    }

    /** The array that has the filter; {@code null} if a buffer has it. */
    byte @Nullable [] array() {
        return array;
    }

    /** The index of the filter's first byte in the array; 0 if a buffer has it. */
    int offset() {
        return offset;
    }

    /** Little-endian, begins with the filter; has no bytes if an array has it. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** The number of bytes, 0 or more. */
    int length() {
        return length;
    }

    static FilterBytes of(byte[] filter) {
        return of(filter, 0, filter.length);
    }

    static FilterBytes of(byte[] memory, int offset, int length) {
        Ranges.check(offset, length, memory.length);
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
        return (array != null ? LittleEndian.intAt(array, offset + index) : buffer.getInt(index)) & 0xffff_ffffL;
    }

    /** Eight bytes, little-endian. */
    long word(int index) {
        return array != null ? LittleEndian.longAt(array, offset + index) : buffer.getLong(index);
    }
}
