// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.List;

/**
 * A columnar block (PB-6; Pebble f82e3ff, {@code sstable/colblk/block.go}).
 *
 * <pre>
 *   | header of the block's kind | 1 | columns | rows | type, start | type, start ... | column | column ... | 0 |
 *                                      2 bytes   4       1 + 4 bytes for each column
 * </pre>
 *
 * Each column ends where the next one starts, the first starts after the header, and one without rows has no bytes.
 * Opening a block takes time in proportion to its bytes, and memory for at most eight times as many. Immutable.
 */
public final class ColumnarBlock implements Columns {
    private static final int VERSION = 1;

    /** Version, number of columns, number of rows. */
    private static final int HEADER = 7;

    private static final int COLUMN_HEADER = 5;

    /** The values of a column, of the kind that its type says. */
    sealed interface Column permits BoolColumn, UintColumn, BytesColumn, PrefixColumn {}

    private final byte[] block;
    private final int headersAt;
    private final int rows;
    private final int firstColumns;
    private final int firstRows;
    private final Type[] types;
    private final Column[] columns;

    /** The columns at the start that may have another number of rows. */
    private record First(int columns, long rows) {}

    private ColumnarBlock(byte[] block, int headersAt, int count, int rows, First first) {
        this.block = block;
        this.headersAt = headersAt;
        this.rows = rows;
        this.firstColumns = first.columns();
        this.firstRows = first.columns() == 0 ? rows : (int) first.rows();
        this.types = new Type[count];
        this.columns = new Column[count];
    }

    /**
     * Opens a block and checks all of it.
     *
     * @param contents the decompressed contents; kept, so they must no longer change
     * @param customHeader number of bytes before the version, as the kind of the block has them
     * @return the block
     * @throws MalformedColumnsException if it claims more rows than it has bytes, or if a column does not have its form
     */
    public static ColumnarBlock of(byte[] contents, int customHeader) throws MalformedColumnsException {
        return of(contents, customHeader, new First(0, 0));
    }

    /**
     * Opens a block of ranges, in front of which is the number of rows of its first columns, a u32le.
     *
     * @param contents as with {@link #of}
     * @param firstColumns how many columns have so many rows
     * @throws MalformedColumnsException as {@link #of} does
     */
    public static ColumnarBlock ofRanges(byte[] contents, int firstColumns) throws MalformedColumnsException {
        long firstRows = contents.length < Integer.BYTES ? 0 : Integer.toUnsignedLong(LittleEndian.intAt(contents, 0));
        return of(contents, Integer.BYTES, new First(firstColumns, firstRows));
    }

    private static ColumnarBlock of(byte[] contents, int customHeader, First first) throws MalformedColumnsException {
        int headersAt = customHeader + HEADER;
        if (contents.length <= headersAt) {
            throw new MalformedColumnsException(
                    "a columnar block of " + contents.length + " bytes has no room for its header");
        }
        if (contents[customHeader] != VERSION) {
            throw new MalformedColumnsException("a columnar block has version " + (contents[customHeader] & 0xff));
        }
        int count = LittleEndian.shortAt(contents, customHeader + 1) & 0xffff;
        long rows = Integer.toUnsignedLong(LittleEndian.intAt(contents, customHeader + 3));
        if (count > (contents.length - 1 - headersAt) / COLUMN_HEADER
                || Math.max(rows, first.rows()) > contents.length) {
            throw new MalformedColumnsException(
                    "a columnar block of " + contents.length + " bytes claims " + count + " columns of " + rows
                            + " rows" + (first.rows() > rows ? ", and " + first.rows() + " rows before them" : ""));
        }
        ColumnarBlock block = new ColumnarBlock(contents, headersAt, count, (int) rows, first);
        block.parse();
        return block;
    }

    /**
     * Whether a block of columns may start at an index, the last of which are of these types; the columns themselves
     * are not looked at.
     */
    public static boolean endsWith(byte[] contents, int customHeader, List<Type> types) {
        int headersAt = customHeader + HEADER;
        if (contents.length <= headersAt || contents[customHeader] != VERSION) {
            return false;
        }
        int count = LittleEndian.shortAt(contents, customHeader + 1) & 0xffff;
        if (count < types.size() || count > (contents.length - headersAt) / COLUMN_HEADER) {
            return false;
        }
        int at = headersAt + (count - types.size()) * COLUMN_HEADER;
        for (Type type : types) {
            if (contents[at] != type.number()) {
                return false;
            }
            at += COLUMN_HEADER;
        }
        return true;
    }

    private void parse() throws MalformedColumnsException {
        int dataAt = headersAt + columns.length * COLUMN_HEADER;
        if (start(0) != dataAt || block[block.length - 1] != 0) {
            throw new MalformedColumnsException(
                    "the columns of a block do not start at " + dataAt + ", or no 0 follows them");
        }
        for (int i = 0; i < columns.length; i++) {
            long limit = start(i + 1);
            if (limit < start(i) || limit > block.length - 1) {
                throw new MalformedColumnsException(
                        "column " + i + " ends at byte " + limit + ", before it starts or past the end of the block");
            }
            ColumnParser parser = new ColumnParser(block, i, (int) start(i), (int) limit);
            types[i] = type(parser, block[headersAt + i * COLUMN_HEADER] & 0xff);
            int ofColumn = i < firstColumns ? firstRows : rows;
            if (ofColumn > 0) {
                columns[i] = column(types[i], parser, ofColumn);
            }
            parser.finish();
        }
    }

    /** The index at which a column starts, an unsigned number; after the last column that of the last byte. */
    private long start(int column) {
        return column == columns.length
                ? block.length - 1
                : Integer.toUnsignedLong(LittleEndian.intAt(block, headersAt + column * COLUMN_HEADER + 1));
    }

    private static Type type(ColumnParser parser, int number) throws MalformedColumnsException {
        for (Type type : Type.values()) {
            if (type.number() == number) {
                return type;
            }
        }
        throw parser.corrupt("has the unknown type " + number);
    }

    private static Column column(Type type, ColumnParser parser, int rows) throws MalformedColumnsException {
        return switch (type) {
            case BOOL -> BoolColumn.take(parser, rows);
            case UINT -> UintColumn.take(parser, rows);
            case BYTES -> BytesColumn.take(parser, rows);
            case PREFIX_BYTES -> PrefixColumn.take(parser, rows);
        };
    }

    @Override
    public int count() {
        return columns.length;
    }

    @Override
    public Type type(int column) {
        return types[column];
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int firstRows() {
        return firstRows;
    }

    @Override
    public boolean bit(int column, int row) {
        return ((BoolColumn) columns[column]).get(row);
    }

    @Override
    public long uint(int column, int row) {
        return ((UintColumn) columns[column]).get(row);
    }

    @Override
    public int length(int column, int row) {
        return columns[column] instanceof PrefixColumn prefixes
                ? prefixes.length(row)
                : ((BytesColumn) columns[column]).length(row);
    }

    @Override
    public void copy(int column, int row, byte[] dst, int at) {
        if (columns[column] instanceof PrefixColumn prefixes) {
            prefixes.copy(row, dst, at);
        } else {
            ((BytesColumn) columns[column]).copy(row, dst, at);
        }
    }
}
