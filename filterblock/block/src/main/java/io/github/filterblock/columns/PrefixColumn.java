// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

/**
 * Strings of bytes in ascending order, in three pieces: what all rows share, what a bundle of rows shares, and the rest
 * (PB-6; Pebble f82e3ff, {@code sstable/colblk/prefix_bytes.go}).
 *
 * <pre>
 *   | log2 of the rows of a bundle | ends of the pieces | pieces |
 *           1 byte                     numbers
 *   pieces: | shared | bundle | rest | rest ... | bundle | rest ... |
 * </pre>
 *
 * A row without a rest is equal to the one before it, unless no row of its bundle had a rest yet. Immutable.
 */
final class PrefixColumn implements ColumnarBlock.Column {
    private static final int MAX_SHIFT = 30;
    private static final int[] NONE = {};

    private final BytesColumn pieces;
    private final int shift;

    /** For each row the number of the piece that is its rest; none if all pieces are empty. */
    private final int[] rests;

    private PrefixColumn(BytesColumn pieces, int shift, int[] rests) {
        this.pieces = pieces;
        this.shift = shift;
        this.rests = rests;
    }

    /** Takes a string for each row, one row or more. */
    static PrefixColumn take(ColumnParser from, int rows) throws MalformedColumnsException {
        int shift = from.takeByte();
        if (shift > MAX_SHIFT) {
            throw from.corrupt("has bundles of 2^" + shift + " rows");
        }
        long bundles = ((rows - 1) >>> shift) + 1L;
        BytesColumn pieces = BytesColumn.takeAfterFirst(from, rows + bundles);
        return new PrefixColumn(pieces, shift, pieces.isConstant() ? NONE : rests(pieces, rows, shift));
    }

    private static int[] rests(BytesColumn pieces, int rows, int shift) {
        int[] rests = new int[rows];
        for (int row = 0; row < rows; row++) {
            int piece = row + (row >>> shift) + 1;
            boolean first = (row & (1 << shift) - 1) == 0;
            rests[row] = first || pieces.length(piece) > 0 ? piece : rests[row - 1];
        }
        return rests;
    }

    /** The number of the piece that the bundle of a row shares. */
    private int bundle(int row) {
        return (row >>> shift << shift) + (row >>> shift);
    }

    int length(int row) {
        int shared = pieces.firstLength();
        return rests.length == 0 ? shared : shared + pieces.length(bundle(row)) + pieces.length(rests[row]);
    }

    void copy(int row, byte[] dst, int at) {
        pieces.copyFirst(dst, at);
        if (rests.length > 0) {
            int bundleAt = at + pieces.firstLength();
            pieces.copy(bundle(row), dst, bundleAt);
            pieces.copy(rests[row], dst, bundleAt + pieces.length(bundle(row)));
        }
    }
}
