// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Counts the reads of a table. */
final class CountedSource extends BorrowedSource {
    private final List<String> places = new ArrayList<>();
    private long bytes;

    CountedSource(byte[] table) {
        super(TableSource.of(ByteBuffer.wrap(table), "a.ldb"));
    }

    int reads() {
        return places.size();
    }

    /** Offset and length of each read: "7+20". */
    List<String> places() {
        return places;
    }

    /** How many bytes were asked for. */
    long bytes() {
        return bytes;
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        places.add(position + "+" + length);
        bytes += length;
        super.read(position, dst, offset, length);
    }

    @Override
    public void close() {
        throw new AssertionError("it stays with its owner");
    }
}
