// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.source.TableSource;
import java.io.IOException;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A source that holds one stretch of the table in memory, so reads inside it need not reach the file. Closing it
 * closes nothing. For any number of threads, unless it is {@linkplain #sequential sequential}: then for one.
 */
final class ReadAheadSource implements TableSource {
    private static final int STRETCH = 64 << 10;
    private static final long MIN_AHEAD = 4 << 10;
    private static final long MAX_AHEAD = 1 << 20;

    /** Filters of 10 bits per key, over entries of a hundred bytes, take about a 64th of a file. */
    private static final int USUAL_SHARE = 48;

    private final TableSource source;
    private final long size;

    /** Where the next block begins that has been read already, for a source that moves its stretch. */
    private final @Nullable LongUnaryOperator nextRead;

    private byte[] bytes = {};
    private long position;
    private int length;

    private ReadAheadSource(TableSource source, @Nullable LongUnaryOperator nextRead) throws IOException {
        this.source = source;
        this.size = source.size();
        this.nextRead = nextRead;
    }

    /**
     * A source for one pass over the blocks of a table in their order: it reads a stretch at a time, so a million
     * blocks of a few bytes do not take a million reads. It does not read ahead into what has been read already.
     *
     * @param nextRead from an offset on, where the first part begins that has been read already
     */
    static ReadAheadSource sequential(TableSource source, LongUnaryOperator nextRead) throws IOException {
        return new ReadAheadSource(source, nextRead);
    }

    /**
     * A source whose stretch ends at an offset and is read now; it is empty if the offset is outside the file. A filter
     * block usually lies right before the metaindex, so one read that ends with the metaindex brings both.
     */
    static ReadAheadSource endingAt(long limit, TableSource source) throws IOException {
        ReadAheadSource ahead = new ReadAheadSource(source, null);
        if (limit >= 0 && limit <= ahead.size) {
            long wanted = Math.min(MAX_AHEAD, Math.max(MIN_AHEAD, ahead.size / USUAL_SHARE));
            int count = (int) Math.min(limit, wanted);
            ahead.fill(limit - count, count);
        }
        return ahead;
    }

    /** A source that holds a block, with its trailer, unless that is large or outside the file. */
    static ReadAheadSource holding(BlockHandle block, TableSource source) throws IOException {
        ReadAheadSource holding = new ReadAheadSource(source, null);
        if (block.liesInside(holding.size) && block.end() - block.offset() <= STRETCH) {
            holding.fill(block.offset(), (int) (block.end() - block.offset()));
        }
        return holding;
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
    public void read(long from, byte[] dst, int offset, int count) throws IOException {
        if (!holds(from, count)) {
            long limit = nextRead == null ? from : Math.min(Math.min(size, from + STRETCH), nextRead.applyAsLong(from));
            if (nextRead == null || count > limit - from) {
                source.read(from, dst, offset, count);
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
        source.read(from, bytes, 0, count);
        position = from;
        length = count;
    }

    /** Closes nothing. */
    @Override
    public void close() {}
}
