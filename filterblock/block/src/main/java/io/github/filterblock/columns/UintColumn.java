// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

import io.github.filterblock.arithmetic.LittleEndian;

/**
 * Unsigned numbers of a columnar block, each as its distance from the least (PB-6; Pebble f82e3ff, {@code
 * sstable/colblk/uints.go}). Immutable.
 */
final class UintColumn implements ColumnarBlock.Column {
    /** In front of the numbers: their width in the low bits, and whether what is added to each of them follows. */
    private static final int HAS_BASE = 0x80;

    private static final int WIDTH = 0x7f;

    private final byte[] block;
    private final int at;
    private final int width;
    private final long base;

    private UintColumn(byte[] block, int at, int width, long base) {
        this.block = block;
        this.at = at;
        this.width = width;
        this.base = base;
    }

    /** Takes so many numbers, which lie within the column. */
    static UintColumn take(ColumnParser from, long count) throws MalformedColumnsException {
        int encoding = from.takeByte();
        int width = encoding & WIDTH;
        if (width > Long.BYTES || Integer.bitCount(width) > 1) {
            throw from.corrupt("has numbers of " + width + " bytes");
        }
        long base = (encoding & HAS_BASE) == 0 ? 0 : LittleEndian.longAt(from.block(), from.take(Long.BYTES));
        if (width == 0) {
            return new UintColumn(from.block(), 0, 0, base);
        }
        from.align(width);
        return new UintColumn(from.block(), from.take(count * width), width, base);
    }

    /** The number in a row. */
    long get(int row) {
        return base
                + switch (width) {
                    case 0 -> 0;
                    case 1 -> block[at + row] & 0xff;
                    case Short.BYTES -> LittleEndian.shortAt(block, at + row * Short.BYTES) & 0xffff;
                    case Integer.BYTES -> Integer.toUnsignedLong(LittleEndian.intAt(block, at + row * Integer.BYTES));
                    default -> LittleEndian.longAt(block, at + row * Long.BYTES);
                };
    }

    /** Whether all numbers are the same and take no bytes, however many there are. */
    boolean isConstant() {
        return width == 0;
    }
}
