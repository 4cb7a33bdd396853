// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

/**
 * Bits of a columnar block (PB-6; Pebble f82e3ff, {@code sstable/colblk/bitmap.go}): words of 64 bits, then a bit for
 * each word that has any, which is not needed here. Immutable.
 */
final class BoolColumn implements ColumnarBlock.Column {
    /** In front of the bits: whether there are none, since all are false. */
    private static final int ALL_FALSE = 1;

    private final byte[] block;
    private final int at;

    private BoolColumn(byte[] block, int at) {
        this.block = block;
        this.at = at;
    }

    /** Takes a bit for each row. */
    static BoolColumn take(ColumnParser from, int rows) throws MalformedColumnsException {
        int encoding = from.takeByte();
        if (encoding > ALL_FALSE) {
            throw from.corrupt("has bits of an unknown form, " + encoding);
        }
        if (encoding == ALL_FALSE) {
            return new BoolColumn(from.block(), -1);
        }
        from.align(Long.BYTES);
        long words = words(rows);
        return new BoolColumn(from.block(), from.take((words + words(words)) * Long.BYTES));
    }

    private static long words(long bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /** The bit in a row; words are little-endian, so that bits are numbered through. */
    boolean get(int row) {
        return at >= 0 && (block[at + (row >>> 3)] >>> (row & 7) & 1) != 0;
    }
}
