// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Counts the reads of a table. */
final class CountedSource extends BorrowedSource {
    private int reads;
    private long bytes;

    CountedSource(byte[] table) {
        super(TableSource.of(ByteBuffer.wrap(table), "a.ldb"));
    }

    int reads() {
        return reads;
    }

    /** How many bytes were asked for. */
    long bytes() {
        return bytes;
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        reads++;
        bytes += length;
        super.read(position, dst, offset, length);
    }
}
