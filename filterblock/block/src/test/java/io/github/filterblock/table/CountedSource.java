// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.source.TableSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Counts the reads of a table. */
public final class CountedSource implements TableSource {
    private final TableSource table;
    private final List<String> places = new ArrayList<>();
    private long bytes;

    /** Takes the bytes of the table. */
    public CountedSource(byte[] table) {
        this.table = TableSource.of(ByteBuffer.wrap(table), "a.ldb");
    }

    int reads() {
        return places.size();
    }

    /** Offset and length of each read: "7+20". */
    public List<String> places() {
        return places;
    }

    /** How many bytes were asked for. */
    long bytes() {
        return bytes;
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public long size() throws IOException {
        return table.size();
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        places.add(position + "+" + length);
        bytes += length;
        table.read(position, dst, offset, length);
    }

    @Override
    public void close() {
        throw new AssertionError("it stays with its owner");
    }
}
