// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Place;
import io.github.filterblock.table.MetaindexEntry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state after a sequence of version edits: the set of tables, and the last value of every other field (DB-6). An
 * edit first deletes, then adds, whatever the order of its fields; deleting a missing table does nothing. The time for
 * an edit does not depend on the number of edits before it. Not thread-safe.
 */
final class VersionState {
    private final String file;
    private final Map<Place, AddedTable> byPlace = new LinkedHashMap<>();
    private final Map<Long, AddedTable> everAdded = new HashMap<>();
    private int editCount;
    private Optional<String> comparator = Optional.empty();
    private OptionalLong logNumber = OptionalLong.empty();
    private OptionalLong prevLogNumber = OptionalLong.empty();
    private OptionalLong nextFileNumber = OptionalLong.empty();
    private OptionalLong lastSequence = OptionalLong.empty();

    VersionState(String file) {
        this.file = file;
    }

    void apply(VersionEdit edit) throws CorruptDatabaseException {
        editCount++;
        checkComparator(edit);
        comparator = edit.comparator().or(() -> comparator);
        logNumber = last(logNumber, edit.logNumber());
        prevLogNumber = last(prevLogNumber, edit.prevLogNumber());
        nextFileNumber = last(nextFileNumber, edit.nextFileNumber());
        lastSequence = last(lastSequence, edit.lastSequence());
        applyTables(edit);
    }

    private static OptionalLong last(OptionalLong before, OptionalLong now) {
        return now.isPresent() ? now : before;
    }

    private void checkComparator(VersionEdit edit) throws CorruptDatabaseException {
        if (edit.comparator().isPresent()
                && comparator.isPresent()
                && !edit.comparator().equals(comparator)) {
            throw corrupt(
                    edit.record().offset(),
                    Reason.BAD_EDIT,
                    "the comparator is "
                            + MetaindexEntry.printable(edit.comparator().get()) + " here and "
                            + MetaindexEntry.printable(comparator.get()) + " before");
        }
    }

    private void applyTables(VersionEdit edit) throws CorruptDatabaseException {
        edit.deletedTables().forEach(byPlace::remove);
        for (NewTable added : edit.newTables()) {
            AddedTable table = new AddedTable(
                    added.place().number(), added.size(), edit.record().offset());
            AddedTable before = everAdded.put(table.number(), table);
            if (before != null && before.size() != table.size()) {
                throw corrupt(
                        table,
                        "table " + Long.toUnsignedString(table.number()) + " is added with "
                                + Long.toUnsignedString(table.size()) + " bytes, and at offset " + before.recordOffset()
                                + " with " + Long.toUnsignedString(before.size()));
            }
            byPlace.put(added.place(), table);
        }
    }

    int editCount() {
        return editCount;
    }

    /** The comparator. LevelDB does not require it; goleveldb does, and every writer stores it. */
    String comparator(int length) throws CorruptDatabaseException {
        return comparator.orElseThrow(() -> missing("comparator", length));
    }

    long logNumber(int length) throws CorruptDatabaseException {
        return require(logNumber, "log number", length);
    }

    long prevLogNumber() {
        return prevLogNumber.orElse(0);
    }

    /** The tables that are left, by their numbers; no table may be in two levels. */
    SortedMap<Long, AddedTable> tables(int length) throws CorruptDatabaseException {
        require(lastSequence, "last sequence number", length);
        long next = require(nextFileNumber, "next file number", length);
        SortedMap<Long, AddedTable> tables = new TreeMap<>(Long::compareUnsigned);
        for (AddedTable table : byPlace.values()) {
            if (tables.put(table.number(), table) != null) {
                throw corrupt(table, "table " + Long.toUnsignedString(table.number()) + " is in two levels");
            }
            if (Long.compareUnsigned(table.number(), next) >= 0) {
                throw corrupt(
                        table,
                        "table " + Long.toUnsignedString(table.number()) + " is not below the next file number "
                                + Long.toUnsignedString(next));
            }
        }
        return tables;
    }

    private long require(OptionalLong field, String what, int length) throws CorruptDatabaseException {
        return field.orElseThrow(() -> missing(what, length));
    }

    private CorruptDatabaseException missing(String what, int length) {
        return corrupt(length, Reason.BAD_EDIT, "the MANIFEST ends without a " + what);
    }

    private CorruptDatabaseException corrupt(AddedTable table, String detail) {
        return corrupt(table.recordOffset(), Reason.BAD_TABLES, detail);
    }

    private CorruptDatabaseException corrupt(long offset, Reason reason, String detail) {
        return new CorruptDatabaseException(file, offset, reason, detail);
    }
}
