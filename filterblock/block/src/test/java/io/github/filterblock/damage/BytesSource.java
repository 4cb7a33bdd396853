// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import java.io.IOException;

/**
 * A table in an array. Asking it for bytes outside is an error: a reader has to compare before it reads.
 *
 * @param bytes the table; may be changed between two readings
 * @param name for messages
 */
record BytesSource(byte[] bytes, String name) implements TableSource {

    /** The table, opened. */
    static TableFile open(byte[] bytes) throws IOException {
        return TableFile.open(new BytesSource(bytes, "array"));
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) {
        if (position < 0 || length < 0 || position > bytes.length || length > bytes.length - position) {
            throw new AssertionError(length + " bytes at " + position + " of " + bytes.length + " were asked for");
        }
        System.arraycopy(bytes, (int) position, dst, offset, length);
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return name;
    }
}
