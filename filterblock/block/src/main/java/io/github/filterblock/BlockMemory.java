// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The caller's memory that holds a block: a range of an array, or memory without an array. Readers of it share it. */
final class BlockMemory {
    /*
     * Array and view are plain fields, so a lookup pays for asking whether the reader was closed with the check
     * for null that it needs anyway. No lookup runs while a reader is closed, and whoever learns of it sees null. A
     * reader refers to its memory by a final field, through which any thread sees what was here when it was opened.
     */

    /** Holds the block from {@link #base} on; null if the memory has no array, and after closing. */
    byte @Nullable [] array;

    final int base;

    /** The block, little-endian; null if the memory has an array, and after closing. */
    @Nullable
    ByteBuffer view;

    /** The slice to release, once; empty for memory that is not Netty's. */
    private final AtomicReference<@Nullable ByteBuf> slice;

    private BlockMemory(byte @Nullable [] array, int base, @Nullable ByteBuffer view, @Nullable ByteBuf slice) {
        this.array = array;
        this.base = base;
        this.view = view == null ? null : view.slice().order(ByteOrder.LITTLE_ENDIAN);
        this.slice = new AtomicReference<>(slice);
    }

    /** Keeps an array. */
    static BlockMemory of(byte[] array, int base) {
        return new BlockMemory(array, base, null, null);
    }

    /** Keeps the remaining bytes of a buffer without an array. */
    static BlockMemory of(ByteBuffer buffer) {
        return new BlockMemory(null, 0, buffer, null);
    }

    /** Takes over one reference to the slice, which is one piece of memory. */
    static BlockMemory of(ByteBuf slice) {
        return slice.hasArray()
                ? new BlockMemory(slice.array(), slice.arrayOffset(), null, slice)
                : new BlockMemory(null, 0, slice.nioBuffer(0, slice.capacity()), slice);
    }

    /** The block as a buffer of its own, whose position and limit the caller may move. */
    @SuppressWarnings("NullAway") // one of them is there
    ByteBuffer block(int length) {
        checkOpen();
        return array != null ? ByteBuffer.wrap(array, base, length) : view.duplicate();
    }

    boolean isClosed() {
        return array == null && view == null;
    }

    void checkOpen() {
        if (isClosed()) {
            throw closed();
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the filter block reader is closed");
    }

    void close() {
        ByteBuf released = slice.getAndSet(null);
        if (released != null) {
            array = null;
            view = null;
            released.release();
        }
    }
}
