// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Place;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The MANIFEST that CURRENT names: version edits from the empty database to the present set of tables (DB-5, DB-6). An
 * edit first deletes, then adds, whatever the order of its fields; deleting a missing table does nothing. Edits are
 * decoded as they are needed and not kept; the time for one does not depend on the number before it. Not changed once
 * it is decoded.
 */
final class Manifest {
    private final Path path;
    private final byte[] contents;
    private final Map<Place, AddedTable> byPlace = new LinkedHashMap<>();
    private final Map<Long, AddedTable> everAdded = new HashMap<>();
    private final SortedMap<Long, AddedTable> tables = new TreeMap<>(Long::compareUnsigned);
    private int editCount;
    private Optional<String> comparator = Optional.empty();
    private OptionalLong logNumber = OptionalLong.empty();
    private OptionalLong prevLogNumber = OptionalLong.empty();
    private OptionalLong nextFileNumber = OptionalLong.empty();
    private OptionalLong lastSequence = OptionalLong.empty();

    /**
     * A table of the present version.
     *
     * @param number its file number, unsigned
     * @param size its length in bytes, unsigned
     * @param recordOffset offset in the MANIFEST of the edit that added it
     */
    record AddedTable(long number, long size, long recordOffset) {}

    /** Receives an edit. */
    private interface EditVisitor {
        void edit(VersionEdit edit) throws CorruptDatabaseException;
    }

    /**
     * Decodes a MANIFEST.
     *
     * @param path where it lies, for messages
     * @param contents all of it; kept, not to be changed
     * @throws CorruptDatabaseException if it is damaged, if a field is missing without which no engine opens a
     *     database, or if its edits contradict each other
     */
    Manifest(Path path, byte[] contents) throws IOException {
        this.path = path;
        this.contents = contents;
        forEachEdit(this::apply);
        require(comparator.isPresent(), "comparator"); // not required by LevelDB, but by goleveldb
        require(logNumber.isPresent(), "log number");
        require(lastSequence.isPresent(), "last sequence number");
        require(nextFileNumber.isPresent(), "next file number");
        sortTables();
        byPlace.clear();
        everAdded.clear();
    }

    private void forEachEdit(EditVisitor visitor) throws IOException {
        String file = path.toString();
        Log.Reader log = Log.Reader.ofManifest(file, contents);
        for (Log.@Nullable Record record = log.next(); record != null; record = log.next()) {
            visitor.edit(new VersionEdit(file, record));
        }
    }

    private void require(boolean isThere, String what) throws CorruptDatabaseException {
        if (!isThere) {
            throw corrupt(contents.length, Reason.BAD_EDIT, "the MANIFEST ends without a " + what);
        }
    }

    private void apply(VersionEdit edit) throws CorruptDatabaseException {
        editCount++;
        checkComparator(edit);
        comparator = edit.comparator().or(() -> comparator);
        logNumber = last(logNumber, edit.logNumber());
        prevLogNumber = last(prevLogNumber, edit.prevLogNumber());
        nextFileNumber = last(nextFileNumber, edit.nextFileNumber());
        lastSequence = last(lastSequence, edit.lastSequence());
        edit.deletedTables().forEach(byPlace::remove);
        for (NewTable added : edit.newTables()) {
            add(added, edit.offset());
        }
    }

    private static OptionalLong last(OptionalLong before, OptionalLong now) {
        return now.isPresent() ? now : before;
    }

    private void checkComparator(VersionEdit edit) throws CorruptDatabaseException {
        if (edit.comparator().isPresent()
                && comparator.isPresent()
                && !edit.comparator().equals(comparator)) {
            throw corrupt(
                    edit.offset(),
                    Reason.BAD_EDIT,
                    "the comparator is "
                            + MetaindexEntry.printable(edit.comparator().get()) + " here and "
                            + MetaindexEntry.printable(comparator.get()) + " before");
        }
    }

    private void add(NewTable added, long offset) throws CorruptDatabaseException {
        AddedTable table = new AddedTable(added.place().number(), added.size(), offset);
        AddedTable before = everAdded.put(table.number(), table);
        if (before != null && before.size() != table.size()) {
            throw corrupt(
                    table,
                    "is added with " + Long.toUnsignedString(table.size()) + " bytes, and at offset "
                            + before.recordOffset() + " with " + Long.toUnsignedString(before.size()));
        }
        byPlace.put(added.place(), table);
    }

    /** The tables that are left, by their numbers; no table may be in two levels. */
    private void sortTables() throws CorruptDatabaseException {
        long next = nextFileNumber.orElseThrow();
        for (AddedTable table : byPlace.values()) {
            if (tables.put(table.number(), table) != null) {
                throw corrupt(table, "is in two levels");
            }
            if (Long.compareUnsigned(table.number(), next) >= 0) {
                throw corrupt(table, "is not below the next file number " + Long.toUnsignedString(next));
            }
        }
    }

    private CorruptDatabaseException corrupt(AddedTable table, String detail) {
        return corrupt(
                table.recordOffset(),
                Reason.BAD_TABLES,
                "table " + Long.toUnsignedString(table.number()) + " " + detail);
    }

    private CorruptDatabaseException corrupt(long offset, Reason reason, String detail) {
        return new CorruptDatabaseException(path.toString(), offset, reason, detail);
    }

    Path path() {
        return path;
    }

    /** The whole file; not to be changed. */
    byte[] contents() {
        return contents;
    }

    /** The number of version edits. */
    int editCount() {
        return editCount;
    }

    /** The comparator's name, each character standing for one byte. */
    String comparator() {
        return comparator.orElseThrow();
    }

    /** Whether an engine replays the write-ahead log of this number. */
    boolean needsLog(long number) {
        return Long.compareUnsigned(number, logNumber.orElseThrow()) >= 0 || number == prevLogNumber.orElse(0);
    }

    /** The tables of the present version, by their numbers. */
    SortedMap<Long, AddedTable> tables() {
        return Collections.unmodifiableSortedMap(tables);
    }

    /**
     * The same edits in the same order, with other sizes; a table that is added more than once gets its size
     * everywhere.
     */
    byte[] withSizes(Map<Long, Long> sizeOfNumber) {
        Log.Writer log = new Log.Writer();
        try {
            forEachEdit(edit -> log.add(edit.withSizes(sizeOfNumber)));
        } catch (IOException e) {
            throw new UncheckedIOException("the same bytes were decoded before", e);
        }
        return log.toByteArray();
    }
}
