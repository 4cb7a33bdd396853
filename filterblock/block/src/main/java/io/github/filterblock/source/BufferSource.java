// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A retained slice of the caller's buffer. */
final class BufferSource implements TableSource {
    private final ByteBuf table;
    private final int size;
    private final String name;
    private final AtomicBoolean closed = new AtomicBoolean();

    BufferSource(ByteBuf table, String name) {
        this.size = table.readableBytes();
        this.table = table.retainedSlice();
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
        ByteBufferSource.checkInside(name, size, position, length);
        table.getBytes((int) position, dst, offset, length);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            table.release();
        }
    }
}
