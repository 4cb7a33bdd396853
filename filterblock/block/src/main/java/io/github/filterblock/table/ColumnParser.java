// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;

/** Takes the parts of one column, and checks that they lie within it. For one thread. */
final class ColumnParser {
    private final byte[] block;
    private final String file;
    private final long blockOffset;
    private final int number;
    private final int start;
    private final int limit;
    private int at;

    /**
     * The parser of a column.
     *
     * @param block holds the block from index 0 on; kept
     * @param file the file's name, for messages
     * @param blockOffset offset in the file of the block, for messages
     * @param number of the column, from 0 on, for messages
     * @param start index of the column's first byte
     * @param limit index after its last byte, not beyond the block
     */
    ColumnParser(byte[] block, String file, long blockOffset, int number, int start, int limit) {
        this.block = block;
        this.file = file;
        this.blockOffset = blockOffset;
        this.number = number;
        this.start = start;
        this.limit = limit;
        this.at = start;
    }

    byte[] block() {
        return block;
    }

    /** The next byte, 0 to 255. */
    int takeByte() throws CorruptTableException {
        return block[take(1)] & 0xff;
    }

    /** The index of so many bytes, an unsigned number, which are taken. */
    int take(long length) throws CorruptTableException {
        if (length < 0 || length > limit - at) {
            throw corrupt("needs " + Long.toUnsignedString(length) + " bytes more at byte " + at + " of the block, "
                    + (limit - at) + " are left");
        }
        int taken = at;
        at += (int) length;
        return taken;
    }

    /** Takes the bytes up to the next multiple of a power of two, counted from the start of the block. */
    void align(int size) throws CorruptTableException {
        take(-at & size - 1);
    }

    /** Checks that all of the column was taken. */
    void finish() throws CorruptTableException {
        if (at != limit) {
            throw corrupt("has " + (limit - at) + " bytes too many");
        }
    }

    CorruptTableException corrupt(String what) {
        return new CorruptTableException(
                file,
                blockOffset,
                Reason.BAD_ENTRIES,
                "column " + number + " from byte " + start + " of the block on " + what);
    }
}
