// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static com.google.common.base.Preconditions.checkState;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Memory of a caller's that a reader keeps a reference to: the retained slice, and a view of it if it has no array. */
final class RetainedBlock {
    private final ByteBuf slice;
    private final @Nullable ByteBuffer view;
    private final AtomicBoolean returned = new AtomicBoolean();

    /** Takes over one reference to the slice. */
    RetainedBlock(ByteBuf slice) {
        this.slice = slice;
        this.view = slice.hasArray() ? null : littleEndianView(slice);
    }

    private static ByteBuffer littleEndianView(ByteBuf slice) {
        return slice.nioBuffer(0, slice.capacity()).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The little-endian view, which is there exactly if the slice has no array. */
    ByteBuffer openView() {
        checkOpen();
        return view;
    }

    void checkOpen() {
        checkState(!returned.get(), "the filter block reader is closed");
    }

    /** Releases the slice, once. */
    void giveBack() {
        if (returned.compareAndSet(false, true)) {
            slice.release();
        }
    }
}
