// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

/**
 * Strings of bytes of a columnar block, one after the other (PB-6; Pebble f82e3ff, {@code
 * sstable/colblk/raw_bytes.go}). Also the pieces of a {@link PrefixColumn}. Immutable.
 */
final class BytesColumn implements ColumnarBlock.Column {
    private final byte[] block;

    /** The index at which the first string starts, which all ends are counted from. */
    private final int at;

    /** The end of the string before each, and that of the last. */
    private final UintColumn ends;

    private BytesColumn(byte[] block, int at, UintColumn ends) {
        this.block = block;
        this.at = at;
        this.ends = ends;
    }

    /** Takes so many strings, of which the first starts where the ends end. */
    static BytesColumn take(ColumnParser from, int count) throws MalformedColumnsException {
        BytesColumn strings = takeAfterFirst(from, count);
        if (strings.firstLength() != 0) {
            throw from.corrupt("has its first string " + strings.firstLength() + " bytes after the first byte");
        }
        return strings;
    }

    /** As {@link #take}, after one leading string of {@link #firstLength} bytes. */
    static BytesColumn takeAfterFirst(ColumnParser from, long count) throws MalformedColumnsException {
        UintColumn ends = UintColumn.take(from, count + 1);
        long end = ends.get(0);
        for (int i = 1; i <= count && !ends.isConstant(); i++) {
            long next = ends.get(i);
            if (Long.compareUnsigned(next, end) < 0) {
                throw from.corrupt("has a string that ends at " + Long.toUnsignedString(next)
                        + ", after one that ends at " + Long.toUnsignedString(end));
            }
            end = next;
        }
        return new BytesColumn(from.block(), from.take(end), ends);
    }

    /** The number of bytes before the first string. */
    int firstLength() {
        return (int) ends.get(0);
    }

    int length(int number) {
        return (int) (ends.get(number + 1) - ends.get(number));
    }

    void copy(int number, byte[] dst, int dstAt) {
        System.arraycopy(block, at + (int) ends.get(number), dst, dstAt, length(number));
    }

    /** Copies the bytes before the first string. */
    void copyFirst(byte[] dst, int dstAt) {
        System.arraycopy(block, at, dst, dstAt, firstLength());
    }

    /** Whether all strings are empty and take no bytes, however many there are. */
    boolean isConstant() {
        return ends.isConstant();
    }
}
