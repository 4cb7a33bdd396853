// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.columns.ColumnarBlock;
import io.github.filterblock.columns.Columns;
import io.github.filterblock.columns.MalformedColumnsException;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of Pebble's tables from format 5 on: data and index in columns, the metaindex from format 6 on, properties
 * from format 7 on (PB-7). Each block is written out as rows.
 *
 * @param format of the footer
 * @param schema of the keys; empty until the properties are known, and if they name another one
 * @param schemaName as the properties have it
 */
record ColumnForm(int format, Optional<KeySchema> schema, String schemaName) implements TableForm {
    static final int FIRST_FORMAT = 5;

    private static final int FIRST_WITH_METAINDEX = 6;
    private static final int FIRST_WITH_PROPERTIES = 7;
    private static final int FIRST_WITH_MORE_DATA = 8;

    private static final List<Columns.Type> NAMES_AND_VALUES = List.of(Columns.Type.BYTES, Columns.Type.BYTES);
    private static final List<Columns.Type> INDEX =
            List.of(Columns.Type.BYTES, Columns.Type.UINT, Columns.Type.UINT, Columns.Type.BYTES);

    /** Tags, whether the prefix changed, values, whether they are elsewhere, whether a newer entry hides this one. */
    private static final List<Columns.Type> DATA =
            List.of(Columns.Type.UINT, Columns.Type.BOOL, Columns.Type.BYTES, Columns.Type.BOOL, Columns.Type.BOOL);

    private static final List<Columns.Type> MORE_DATA =
            List.of(Columns.Type.UINT, Columns.Type.UINT, Columns.Type.BYTES);

    private static final List<Columns.Type> RANGES =
            List.of(Columns.Type.BYTES, Columns.Type.UINT, Columns.Type.UINT, Columns.Type.BYTES, Columns.Type.BYTES);

    /** The first columns of ranges, which have a row for each key where one starts or ends. */
    private static final int COLUMNS_OF_EDGES = 2;

    /** Number of bytes of a varint32. */
    private static final int MAX_OF_NUMBER = 5;

    /** A schema may put some bytes before the columns: those that are known put 4 or 5. */
    private static final int MAX_HEADER = 64;

    static ColumnForm of(int format) {
        return new ColumnForm(format, Optional.empty(), "");
    }

    @Override
    public TableForm with(RocksDbProperties properties) {
        String name = properties.keySchema();
        return new ColumnForm(format, KeySchema.named(name), name);
    }

    @Override
    public KeyValueBlock metaindex(StoredBlock block) throws CorruptTableException {
        return format < FIRST_WITH_METAINDEX ? new RowForm(format).metaindex(block) : namesAndValues(block);
    }

    @Override
    public KeyValueBlock properties(StoredBlock block) throws CorruptTableException {
        return format < FIRST_WITH_PROPERTIES ? new RowForm(format).properties(block) : namesAndValues(block);
    }

    private static KeyValueBlock namesAndValues(StoredBlock block) throws CorruptTableException {
        byte[] contents = block.contents();
        Columns columns = columns(block, contents, 0, NAMES_AND_VALUES);
        RowWriter rows = new RowWriter(block, contents.length);
        for (int row = 0; row < columns.rows(); row++) {
            int length = columns.length(0, row);
            byte[] key = rows.keyOfAtMost(length);
            columns.copy(0, row, key, 0);
            byte[] value = rows.valueOf(columns.length(1, row));
            columns.copy(1, row, value, 0);
            rows.add(length, columns.length(1, row));
        }
        return rows.finish();
    }

    /** Separators have no tags; they get tags of zeros, which are those of the last version of a key. */
    @Override
    public KeyValueBlock index(StoredBlock block) throws CorruptTableException {
        byte[] contents = block.contents();
        Columns columns = columns(block, contents, 0, INDEX);
        RowWriter rows = new RowWriter(block, contents.length);
        for (int row = 0; row < columns.rows(); row++) {
            int length = columns.length(0, row);
            byte[] key = rows.keyOfAtMost((long) length + FilterMatcher.TAG_LENGTH);
            columns.copy(0, row, key, 0);
            LittleEndian.putLong(key, length, 0L);
            byte[] handle = new BlockHandle(columns.uint(1, row), columns.uint(2, row)).encode();
            System.arraycopy(handle, 0, rows.valueOf(handle.length), 0, handle.length);
            rows.add(length + FilterMatcher.TAG_LENGTH, handle.length);
        }
        return rows.finish();
    }

    @Override
    public KeyValueBlock data(StoredBlock block) throws CorruptTableException {
        byte[] contents = block.contents();
        if (schema.isEmpty()) {
            throw unknownKeys(block, contents);
        }
        KeySchema keys = schema.get();
        Columns columns = columns(block, contents, keys.headerLength(), dataTypes(keys.types()));
        RowWriter rows = new RowWriter(block, contents.length);
        int tags = keys.types().size();
        for (int row = 0; row < columns.rows(); row++) {
            byte[] key = rows.keyOfAtMost(keys.mostLength(columns, row) + FilterMatcher.TAG_LENGTH);
            int length = keys.write(columns, row, key);
            LittleEndian.putLong(key, length, columns.uint(tags, row));
            rows.add(length + FilterMatcher.TAG_LENGTH, showsParts() ? firstPart(columns, row, rows) : 0);
        }
        return rows.finish();
    }

    /**
     * One row for each boundary key, with the index of the first deletion that starts there; then one for each
     * deletion: its tag, and a suffix and a value, which are empty (PB-10).
     */
    @Override
    public KeyValueBlock rangeDeletions(StoredBlock block) throws CorruptTableException {
        byte[] contents = block.contents();
        Columns columns = columnsOfRanges(block, contents);
        RowWriter rows = new RowWriter(block, contents.length);
        for (int edge = 0; edge + 1 < columns.firstRows(); edge++) {
            long from = columns.uint(1, edge);
            long to = columns.uint(1, edge + 1);
            if (Long.compareUnsigned(from, to) > 0 || Long.compareUnsigned(to, columns.rows()) > 0) {
                throw block.corrupt(
                        Reason.BAD_ENTRIES,
                        "the deletions of a range are " + Long.toUnsignedString(from) + " to "
                                + Long.toUnsignedString(to) + " of " + columns.rows());
            }
            if (from < to) {
                addRange(columns, edge, newest(columns, (int) from, (int) to), rows);
            }
        }
        return rows.finish();
    }

    private static long newest(Columns columns, int from, int to) {
        long newest = 0;
        for (int row = from; row < to; row++) {
            long tag = columns.uint(2, row);
            newest = Long.compareUnsigned(tag, newest) > 0 ? tag : newest;
        }
        return newest;
    }

    private static void addRange(Columns columns, int edge, long tag, RowWriter rows) throws CorruptTableException {
        int length = columns.length(0, edge);
        byte[] key = rows.keyOfAtMost((long) length + FilterMatcher.TAG_LENGTH);
        columns.copy(0, edge, key, 0);
        LittleEndian.putLong(key, length, tag);
        int endLength = columns.length(0, edge + 1);
        columns.copy(0, edge + 1, rows.valueOf(endLength), 0);
        rows.add(length + FilterMatcher.TAG_LENGTH, endLength);
    }

    /** Pebble's default schema divides a key where the comparer's Split does, whatever that is. */
    boolean showsParts() {
        return schema.filter(keys -> keys == KeySchema.DEFAULT).isPresent();
    }

    /** Writes the length of the first part of a key as the value of its row. */
    private static int firstPart(Columns columns, int row, RowWriter rows) {
        return Varint.write(columns.length(0, row), rows.valueOf(MAX_OF_NUMBER), 0);
    }

    /** A block without the columns that data blocks of all schemas have is not one, whatever the schema is. */
    private CorruptTableException unknownKeys(StoredBlock block, byte[] contents) {
        List<Columns.Type> last = dataTypes(List.of());
        for (int at = 0; at <= MAX_HEADER; at++) {
            if (ColumnarBlock.endsWith(contents, at, last)) {
                return block.corrupt(
                        Reason.UNKNOWN_KEYS,
                        "the key schema " + MetaindexEntry.printable(schemaName)
                                + " is not known: the filter is asked, no key is verified");
            }
        }
        return block.corrupt(Reason.BAD_ENTRIES, "the block does not have the columns that every data block has");
    }

    private List<Columns.Type> dataTypes(List<Columns.Type> ofKey) {
        List<Columns.Type> types = new ArrayList<>(ofKey);
        types.addAll(DATA);
        if (format >= FIRST_WITH_MORE_DATA) {
            types.addAll(MORE_DATA);
        }
        return types;
    }

    private static Columns columns(StoredBlock block, byte[] contents, int headerLength, List<Columns.Type> types)
            throws CorruptTableException {
        try {
            return checked(block, ColumnarBlock.of(contents, headerLength), types);
        } catch (MalformedColumnsException e) {
            throw block.corrupt(Reason.BAD_ENTRIES, e.getMessage());
        }
    }

    private static Columns columnsOfRanges(StoredBlock block, byte[] contents) throws CorruptTableException {
        try {
            return checked(block, ColumnarBlock.ofRanges(contents, COLUMNS_OF_EDGES), RANGES);
        } catch (MalformedColumnsException e) {
            throw block.corrupt(Reason.BAD_ENTRIES, e.getMessage());
        }
    }

    /** Other columns are those of a block of another kind. */
    private static Columns checked(StoredBlock block, Columns columns, List<Columns.Type> types)
            throws CorruptTableException {
        boolean fits = columns.count() == types.size();
        for (int column = 0; fits && column < types.size(); column++) {
            fits = columns.type(column) == types.get(column);
        }
        if (!fits) {
            throw block.corrupt(
                    Reason.BAD_ENTRIES,
                    "the block has " + columns.count() + " columns, not the " + types.size()
                            + " of a block of its kind, or columns of other types");
        }
        return columns;
    }
}
