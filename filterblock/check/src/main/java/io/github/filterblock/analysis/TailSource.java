// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.source.TableSource;
import java.io.IOException;

/** A table whose end is read at once: footer, metaindex and properties lie there. Closing it closes nothing. */
final class TailSource implements TableSource {
    /** Room for a footer, a metaindex and properties, which have one or two thousand bytes. */
    private static final int TAIL_LENGTH = 8192;

    private final TableSource source;
    private final long size;
    private final byte[] tail;

    TailSource(TableSource source) throws IOException {
        this.source = source;
        this.size = source.size();
        this.tail = new byte[(int) Math.min(size, TAIL_LENGTH)];
        source.read(size - tail.length, tail, 0, tail.length);
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, byte[] dst, int offset, int length) throws IOException {
        long at = position - (size - tail.length);
        if (at >= 0 && at <= tail.length - length) {
            System.arraycopy(tail, (int) at, dst, offset, length);
        } else {
            source.read(position, dst, offset, length);
        }
    }

    @Override
    public void close() {}
}
