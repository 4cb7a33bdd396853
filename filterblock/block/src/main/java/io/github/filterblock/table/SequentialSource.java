// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;

/**
 * A source for one pass over the blocks of a table in their order: it reads a stretch at a time, so that a million
 * blocks of a few bytes do not take a million reads. It does not read ahead into the blocks that a {@link
 * TableStructure} has read. Closing it closes nothing. For one thread.
 */
final class SequentialSource extends BorrowedSource {
    private static final int STRETCH = 64 << 10;

    private final TableStructure structure;
    private final long size;
    private byte[] bytes = {};
    private long position;
    private int length;

    SequentialSource(TableSource source, TableStructure structure) throws IOException {
        super(source);
        this.structure = structure;
        this.size = source.size();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long from, byte[] dst, int offset, int count) throws IOException {
        if (!holds(from, count)) {
            long limit = Math.min(Math.min(size, from + STRETCH), structure.nextRead(from));
            if (count > limit - from) {
                super.read(from, dst, offset, count);
                return;
            }
            fill(from, (int) (limit - from));
        }
        System.arraycopy(bytes, (int) (from - position), dst, offset, count);
    }

    private boolean holds(long from, int count) {
        long at = from - position;
        return at >= 0 && at <= length && count <= length - at;
    }

    private void fill(long from, int count) throws IOException {
        length = 0; // until it is read
        if (bytes.length < count) {
            bytes = new byte[count];
        }
        super.read(from, bytes, 0, count);
        position = from;
        length = count;
    }
}
