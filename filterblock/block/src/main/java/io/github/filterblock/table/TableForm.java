// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

/**
 * How the blocks of a table hold keys and values: in {@linkplain RowForm rows} (TF-7), as every writer does, or in
 * {@linkplain ColumnForm columns}, as Pebble does from its format 5 on. Whatever the form is, a block is seen as keys
 * and values in their order, so only the implementations tell the forms apart. Immutable.
 *
 * <p>Every method takes a block of one kind, decompresses it if it is compressed, and does not check its checksum.
 */
sealed interface TableForm permits RowForm, ColumnForm {
    /**
     * The form of a table's blocks, as far as the footer gives it.
     *
     * @param footer of the table
     */
    static TableForm of(Footer footer) {
        return footer.pebbleFormat() < ColumnForm.FIRST_FORMAT
                ? new RowForm(footer.pebbleFormat())
                : ColumnForm.of(footer.pebbleFormat());
    }

    /** The same form once the properties are known, which may say more about data blocks. */
    TableForm with(RocksDbProperties properties);

    /** The names of the blocks beside the data, and their values (TF-8). */
    KeyValueBlock metaindex(StoredBlock block) throws CorruptTableException;

    /** The names and values of properties. */
    KeyValueBlock properties(StoredBlock block) throws CorruptTableException;

    /** Separators, and values that begin with the handle of a data block or of a part of the index (TF-11). */
    KeyValueBlock index(StoredBlock block) throws CorruptTableException;

    /**
     * The keys of a data block as they are stored, with their tags if they have any. Of columns a value is the length
     * of the first part of the user key, varint32, if the schema is Pebble's default one; else it is empty.
     */
    KeyValueBlock data(StoredBlock block) throws CorruptTableException;

    /**
     * The deletions of ranges: the first user key of a range with its tag, and the user key before which it ends. Of
     * columns only the newest deletion of each range is shown.
     */
    KeyValueBlock rangeDeletions(StoredBlock block) throws CorruptTableException;
}
