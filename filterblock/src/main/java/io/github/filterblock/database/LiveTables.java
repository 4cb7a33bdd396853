// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.Manifest.AddedTable;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Place;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The set of tables, as version edits change it (DB-6). An edit first deletes, then adds, in whatever order its fields
 * stand; to delete what is not there does nothing. Not thread-safe.
 */
final class LiveTables {
    private final String file;
    private final Map<Place, AddedTable> byPlace = new LinkedHashMap<>();
    private final Map<Long, AddedTable> everAdded = new HashMap<>();

    LiveTables(String file) {
        this.file = file;
    }

    void apply(VersionEdit edit) throws CorruptDatabaseException {
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

    /** The tables that are left, by their numbers; no table may be in two levels. */
    SortedMap<Long, AddedTable> tables() throws CorruptDatabaseException {
        SortedMap<Long, AddedTable> tables = new TreeMap<>(Long::compareUnsigned);
        for (AddedTable table : byPlace.values()) {
            if (tables.put(table.number(), table) != null) {
                throw corrupt(table, "table " + Long.toUnsignedString(table.number()) + " is in two levels");
            }
        }
        return tables;
    }

    private CorruptDatabaseException corrupt(AddedTable table, String detail) {
        return new CorruptDatabaseException(file, table.recordOffset(), Reason.BAD_TABLES, detail);
    }
}
