// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.Varint;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A record of a MANIFEST: how one version of the database, that is its set of tables, becomes the next (DB-5).
 * Immutable.
 *
 * @param record the record it was decoded from
 * @param comparator the comparator's name, each character standing for one byte
 * @param logNumber write-ahead logs below it are obsolete
 * @param prevLogNumber a log that is needed beside these; 0 for none
 * @param nextFileNumber no file has this number yet, nor one above it
 * @param lastSequence the last sequence number used
 * @param deletedTables the tables that it removes from the version, before it adds any
 * @param newTables the tables it adds, in the order of the record
 */
record VersionEdit(
        LogRecord record,
        Optional<String> comparator,
        OptionalLong logNumber,
        OptionalLong prevLogNumber,
        OptionalLong nextFileNumber,
        OptionalLong lastSequence,
        List<Place> deletedTables,
        List<NewTable> newTables) {

    /**
     * A table's place in a version.
     *
     * @param level 0 to 6
     * @param number the table's file number, unsigned
     */
    record Place(int level, long number) {}

    /**
     * A table that an edit adds.
     *
     * @param place where
     * @param size the table's length in bytes, unsigned
     * @param sizeIndex index in the record of the varint that holds the size
     * @param sizeLimit index after it
     */
    record NewTable(Place place, long size, int sizeIndex, int sizeLimit) {}

    /** The same record with other sizes; everything but these is kept to the byte. */
    byte[] withSizes(Map<Long, Long> sizeOfNumber) {
        ByteArrayOutputStream changed = new ByteArrayOutputStream(record.data().length + newTables.size());
        byte[] varint = new byte[10];
        int copied = 0;
        for (NewTable table : newTables) {
            Long size = sizeOfNumber.get(table.place().number());
            if (size != null && size != table.size()) {
                changed.write(record.data(), copied, table.sizeIndex() - copied);
                changed.write(varint, 0, Varint.write(size, varint, 0));
                copied = table.sizeLimit();
            }
        }
        changed.write(record.data(), copied, record.data().length - copied);
        return changed.toByteArray();
    }
}
