// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

/** Takes the parts of one column, and checks that they lie within it. For one thread. */
final class ColumnParser {
    private final byte[] block;
    private final int number;
    private final int start;
    private final int limit;
    private int at;

    /**
     * The parser of a column.
     *
     * @param block holds the block from index 0 on; kept
     * @param number of the column, from 0 on, for messages
     * @param start index of the column's first byte
     * @param limit index after its last byte, not beyond the block
     */
    ColumnParser(byte[] block, int number, int start, int limit) {
        this.block = block;
        this.number = number;
        this.start = start;
        this.limit = limit;
        this.at = start;
    }

    byte[] block() {
        return block;
    }

    /** The next byte, 0 to 255. */
    int takeByte() throws MalformedColumnsException {
        return block[take(1)] & 0xff;
    }

    /** Consumes a number of bytes, which is unsigned, and returns where they start. */
    int take(long length) throws MalformedColumnsException {
        if (length < 0 || length > limit - at) {
            throw corrupt("needs " + Long.toUnsignedString(length) + " bytes more at byte " + at + " of the block, "
                    + (limit - at) + " are left");
        }
        int taken = at;
        at += (int) length;
        return taken;
    }

    /** Takes the bytes up to the next multiple of a power of two, counted from the start of the block. */
    void align(int size) throws MalformedColumnsException {
        take(-at & size - 1);
    }

    /** Checks that all of the column was taken. */
    void finish() throws MalformedColumnsException {
        if (at != limit) {
            throw corrupt("has " + (limit - at) + " bytes too many");
        }
    }

    MalformedColumnsException corrupt(String what) {
        return new MalformedColumnsException("column " + number + " from byte " + start + " of the block on " + what);
    }
}
