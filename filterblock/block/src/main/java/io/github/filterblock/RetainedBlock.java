// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The caller's memory, to which a reader keeps a reference: a retained slice, or a view of memory without an array. */
final class RetainedBlock {
    /** The slice to release; null for a buffer of the JDK. */
    private final @Nullable ByteBuf slice;

    /** The little-endian view, which is there exactly if the memory has no array. */
    private final @Nullable ByteBuffer view;

    private final AtomicBoolean returned = new AtomicBoolean();

    /** Takes over one reference to the slice. */
    RetainedBlock(ByteBuf slice) {
        this.slice = slice;
        this.view = slice.hasArray() ? null : littleEndian(slice.nioBuffer(0, slice.capacity()));
    }

    /** Keeps the remaining bytes of a buffer without an array. */
    RetainedBlock(ByteBuffer buffer) {
        this.slice = null;
        this.view = littleEndian(buffer);
    }

    private static ByteBuffer littleEndian(ByteBuffer buffer) {
        return buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The view; asked only where the memory has no array. */
    @SuppressWarnings("NullAway")
    ByteBuffer openView() {
        checkOpen();
        return view;
    }

    void checkOpen() {
        if (returned.get()) {
            throw new IllegalStateException("the filter block reader is closed");
        }
    }

    /** Releases the slice, once. */
    void giveBack() {
        if (slice != null && returned.compareAndSet(false, true)) {
            slice.release();
        }
    }
}
