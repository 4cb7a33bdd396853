// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;

/**
 * A source with one stretch that has already been read. Closing it closes nothing.
 *
 * <p>A filter block usually lies right before the metaindex, so one read that ends with the metaindex brings both.
 */
final class ReadAhead extends BorrowedSource {
    private static final long LEAST = 4 << 10;
    private static final long MOST = 1 << 20;

    /** Filters of 10 bits per key, over entries of a hundred bytes, take about a 64th of a file. */
    private static final int USUAL_SHARE = 48;

    private final long position;
    private final byte[] bytes;

    private ReadAhead(TableSource source, long position, byte[] bytes) {
        super(source);
        this.position = position;
        this.bytes = bytes;
    }

    /**
     * Reads the stretch that ends at this offset and most probably holds the filter; nothing if it is outside the file.
     */
    static ReadAhead endingAt(long limit, TableSource source) throws IOException {
        long size = source.size();
        if (limit < 0 || limit > size) {
            return new ReadAhead(source, 0, new byte[0]);
        }
        long length = Math.min(limit, Math.min(MOST, Math.max(LEAST, size / USUAL_SHARE)));
        byte[] bytes = new byte[(int) length];
        source.read(limit - length, bytes, 0, bytes.length);
        return new ReadAhead(source, limit - length, bytes);
    }

    @Override
    public void read(long from, byte[] dst, int offset, int length) throws IOException {
        long at = from - position;
        if (at >= 0 && at <= bytes.length && length <= bytes.length - at) {
            System.arraycopy(bytes, (int) at, dst, offset, length);
        } else {
            super.read(from, dst, offset, length);
        }
    }
}
