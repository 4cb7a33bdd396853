// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

/**
 * The columns of one of Pebble's columnar blocks (PB-6), as the forms of tables read them. Everything was checked when
 * the block was opened: the methods throw nothing for rows and columns that exist, and columns of the right type.
 *
 * <p>A block has no more rows than bytes. Its keys together may still have many times its bytes, since rows share them;
 * whoever writes them out limits their sum. Immutable.
 */
public interface Columns {
    /** What the values of a column are; the number is that in a block. */
    enum Type {
        /** Bits. */
        BOOL(1),
        /** Unsigned numbers of 64 bits. */
        UINT(2),
        /** Any bytes. */
        BYTES(3),
        /** Bytes in ascending order, in bundles that share their first bytes. */
        PREFIX_BYTES(4);

        private final int number;

        Type(int number) {
            this.number = number;
        }

        /** The number of the type in a block, 1 to 4. */
        int number() {
            return number;
        }
    }

    /** The number of columns. */
    int count();

    /** What a column holds. */
    Type type(int column);

    /** The number of rows of the last column, at most the number of bytes of the block. */
    int rows();

    /** The number of rows of the first column: that of the others, except in a block of ranges. */
    int firstRows();

    /** The value in a column of bits. */
    boolean bit(int column, int row);

    /** The value in a column of numbers, unsigned. */
    long uint(int column, int row);

    /** The number of bytes of a value in a column of either kind of bytes. */
    int length(int column, int row);

    /** Copies a value of a column of either kind of bytes, {@link #length} of them. */
    void copy(int column, int row, byte[] dst, int at);
}
