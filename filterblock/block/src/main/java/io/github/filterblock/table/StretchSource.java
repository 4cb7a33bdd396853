// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A source that holds one stretch of the table in memory, so reads inside it need not reach the file. Closing it
 * closes nothing. For one thread.
 */
final class StretchSource extends BorrowedSource {
    private static final int STRETCH = 64 << 10;
    private static final long LEAST_AHEAD = 4 << 10;
    private static final long MOST_AHEAD = 1 << 20;

    /** Filters of 10 bits per key, over entries of a hundred bytes, take about a 64th of a file. */
    private static final int USUAL_SHARE = 48;

    /** The blocks that have been read already, for a source that moves its stretch. */
    private final @Nullable TableStructure structure;

    private final long size;
    private byte[] bytes = {};
    private long position;
    private int length;

    private StretchSource(TableSource source, @Nullable TableStructure structure) throws IOException {
        super(source);
        this.structure = structure;
        this.size = source.size();
    }

    /**
     * A source for one pass over the blocks of a table in their order: it reads a stretch at a time, so a million
     * blocks of a few bytes do not take a million reads. It does not read ahead into the blocks that the structure has
     * read.
     */
    static StretchSource sequential(TableSource source, TableStructure structure) throws IOException {
        return new StretchSource(source, structure);
    }

    /**
     * A source whose stretch ends at an offset and is read now; it is empty if the offset is outside the file. A filter
     * block usually lies right before the metaindex, so one read that ends with the metaindex brings both.
     */
    static StretchSource endingAt(long limit, TableSource source) throws IOException {
        StretchSource ahead = new StretchSource(source, null);
        if (limit >= 0 && limit <= ahead.size) {
            long wanted = Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, ahead.size / USUAL_SHARE));
            int count = (int) Math.min(limit, wanted);
            ahead.fill(limit - count, count);
        }
        return ahead;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long from, byte[] dst, int offset, int count) throws IOException {
        if (!holds(from, count)) {
            long limit = structure == null ? from : Math.min(Math.min(size, from + STRETCH), structure.nextRead(from));
            if (structure == null || count > limit - from) {
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
