// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Place;
import io.github.filterblock.table.MetaindexEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A set of tables with one comparator: RocksDB has several in a database, the others one. */
final class ColumnFamily {
    private final int id;
    private final String name;
    private final DatabaseKind kind;
    private final Map<Place, AddedTable> byPlace = new LinkedHashMap<>();
    private final BlobFiles blobFiles = new BlobFiles();
    private Optional<String> comparator = Optional.empty();
    private long logNumber;

    ColumnFamily(int id, String name, DatabaseKind kind) {
        this.id = id;
        this.name = name;
        this.kind = kind;
    }

    /** Its name, each character standing for one byte. */
    String name() {
        return name;
    }

    /** The comparator's name, each character standing for one byte. */
    Optional<String> comparator() {
        return comparator;
    }

    /** The number of the first write-ahead log with entries that its tables do not have; 0 if none is stated. */
    long logNumber() {
        return logNumber;
    }

    void logNumber(long number) {
        logNumber = number;
    }

    Collection<AddedTable> tables() {
        return byPlace.values();
    }

    BlobFiles blobFiles() {
        return blobFiles;
    }

    /** Takes the comparator of an edit, which must not differ from the one before. */
    void compare(VersionEdit edit) throws CorruptDatabaseException {
        Optional<String> stated = edit.comparator();
        if (stated.isPresent() && comparator.isPresent() && !stated.equals(comparator)) {
            throw edit.corrupt(
                    Reason.BAD_EDIT,
                    "the comparator is "
                            + MetaindexEntry.printable(stated.get()) + " here and "
                            + MetaindexEntry.printable(comparator.get()) + " before");
        }
        comparator = stated.or(() -> comparator);
    }

    /** Deletes a table. That there is none does not matter to LevelDB; RocksDB and Pebble refuse the database. */
    void delete(Place place, VersionEdit edit) throws CorruptDatabaseException {
        AddedTable deleted = byPlace.remove(place);
        if (deleted == null && kind.isStrict()) {
            throw edit.corrupt(place.number(), "is deleted from level " + place.level() + ", where it is not");
        }
    }

    void add(NewTable added, VersionEdit edit) throws CorruptDatabaseException {
        Place place = added.place();
        AddedTable table = new AddedTable(
                place.number(),
                place.level(),
                id,
                added.size(),
                added.bounds(),
                added.origin(),
                edit.record().offset());
        if (byPlace.put(place, table) != null && kind.isStrict()) {
            throw edit.corrupt(place.number(), "is added twice to level " + place.level());
        }
    }
}
