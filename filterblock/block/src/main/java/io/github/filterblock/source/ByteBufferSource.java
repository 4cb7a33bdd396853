// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.source;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A table in a buffer, from index 0 on; read by absolute positions, by any number of threads. */
record ByteBufferSource(ByteBuffer table, String name) implements TableSource {
    ByteBufferSource {
        Objects.requireNonNull(name, "name");
    }

    @Override
    public long size() {
        return table.capacity();
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws EOFException {
        checkInside(name, size(), position, length);
        table.get((int) position, dst, offset, length);
    }

    /** Refuses to read beyond a buffer of this size. */
    static void checkInside(String name, long size, long position, int length) throws EOFException {
        if (position < 0 || position > size || length > size - position) {
            throw new EOFException(
                    name + ": the buffer ends at " + size + ", wanted " + length + " bytes at " + position);
        }
    }

    @Override
    public void close() {
        // the buffer stays with its owner
    }
}
