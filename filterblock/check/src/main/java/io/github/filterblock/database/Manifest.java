// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
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

    /**
     * A table's place in a version.
     *
     * @param level 0 to 6
     * @param number the table's file number, unsigned
     */
    private record Place(int level, long number) {}

    /**
     * A table that an edit adds.
     *
     * @param place where
     * @param size the table's length in bytes, unsigned
     * @param sizeIndex index in the record of the varint that holds the size
     * @param sizeLimit index after it
     */
    private record NewTable(Place place, long size, int sizeIndex, int sizeLimit) {}

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
        comparator = edit.comparator.or(() -> comparator);
        logNumber = last(logNumber, edit.logNumber);
        prevLogNumber = last(prevLogNumber, edit.prevLogNumber);
        nextFileNumber = last(nextFileNumber, edit.nextFileNumber);
        lastSequence = last(lastSequence, edit.lastSequence);
        edit.deletedTables.forEach(byPlace::remove);
        for (NewTable added : edit.newTables) {
            add(added, edit.record.offset());
        }
    }

    private static OptionalLong last(OptionalLong before, OptionalLong now) {
        return now.isPresent() ? now : before;
    }

    private void checkComparator(VersionEdit edit) throws CorruptDatabaseException {
        if (edit.comparator.isPresent() && comparator.isPresent() && !edit.comparator.equals(comparator)) {
            throw corrupt(
                    edit.record.offset(),
                    Reason.BAD_EDIT,
                    "the comparator is "
                            + MetaindexEntry.printable(edit.comparator.get()) + " here and "
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

    /**
     * A record of a MANIFEST: how one version of the database, that is its set of tables, becomes the next (DB-5). Its
     * fields come in any order, each a tag and its contents. An unknown field may change the meaning of the others, so
     * it is refused, as LevelDB does. Not changed once it is decoded.
     */
    private static final class VersionEdit {
        private static final int COMPARATOR = 1;
        private static final int LOG_NUMBER = 2;
        private static final int NEXT_FILE_NUMBER = 3;
        private static final int LAST_SEQUENCE = 4;
        private static final int COMPACT_POINTER = 5;
        private static final int DELETED_TABLE = 6;
        private static final int NEW_TABLE = 7;
        private static final int PREV_LOG_NUMBER = 9;

        /** LevelDB's {@code config::kNumLevels}. */
        private static final int LEVELS = 7;

        private final String file;
        private final Log.Record record;
        private final byte[] data;
        private int at;

        /** The comparator's name, each character standing for one byte. */
        private Optional<String> comparator = Optional.empty();

        /** Write-ahead logs below it are obsolete. */
        private OptionalLong logNumber = OptionalLong.empty();

        /** A log that is needed beside these; 0 for none. */
        private OptionalLong prevLogNumber = OptionalLong.empty();

        /** No file has this number yet, nor one above it. */
        private OptionalLong nextFileNumber = OptionalLong.empty();

        private OptionalLong lastSequence = OptionalLong.empty();
        private final List<Place> deletedTables = new ArrayList<>();
        private final List<NewTable> newTables = new ArrayList<>();

        /**
         * Decodes a record.
         *
         * @param file the MANIFEST's name, for messages
         */
        VersionEdit(String file, Log.Record record) throws CorruptDatabaseException {
            this.file = file;
            this.record = record;
            this.data = record.data();
            while (at < data.length) {
                field();
            }
        }

        /** The same record with other sizes; everything but these is kept to the byte. */
        byte[] withSizes(Map<Long, Long> sizeOfNumber) {
            ByteArrayOutputStream changed = new ByteArrayOutputStream(data.length + newTables.size());
            byte[] varint = new byte[10];
            int copied = 0;
            for (NewTable table : newTables) {
                Long size = sizeOfNumber.get(table.place().number());
                if (size != null && size != table.size()) {
                    changed.write(data, copied, table.sizeIndex() - copied);
                    changed.write(varint, 0, Varint.write(size, varint, 0));
                    copied = table.sizeLimit();
                }
            }
            changed.write(data, copied, data.length - copied);
            return changed.toByteArray();
        }

        private void field() throws CorruptDatabaseException {
            int start = at;
            long tag = number32("a tag");
            switch ((int) tag) {
                case COMPARATOR -> comparator = Optional.of(text("the comparator's name"));
                case LOG_NUMBER -> logNumber = OptionalLong.of(number("the log number"));
                case PREV_LOG_NUMBER -> prevLogNumber = OptionalLong.of(number("the previous log number"));
                case NEXT_FILE_NUMBER -> nextFileNumber = OptionalLong.of(number("the next file number"));
                case LAST_SEQUENCE -> lastSequence = OptionalLong.of(number("the last sequence number"));
                case COMPACT_POINTER -> {
                    level("a compact pointer");
                    internalKey("a compact pointer");
                }
                case DELETED_TABLE -> deletedTables.add(place("a deleted table"));
                case NEW_TABLE -> newTables.add(newTable());
                default -> {
                    at = start;
                    throw corrupt("a field has the unknown tag " + tag);
                }
            }
        }

        private NewTable newTable() throws CorruptDatabaseException {
            Place place = place("a new table");
            int sizeIndex = at;
            long size = number("the size of a new table");
            int sizeLimit = at;
            internalKey("the smallest key of a new table");
            internalKey("the largest key of a new table");
            return new NewTable(place, size, sizeIndex, sizeLimit);
        }

        private Place place(String what) throws CorruptDatabaseException {
            int level = level(what);
            return new Place(level, number("the number of " + what));
        }

        private int level(String what) throws CorruptDatabaseException {
            long level = number32("the level of " + what);
            if (level >= LEVELS) {
                throw corrupt("the level of " + what + " is " + level + "; LevelDB has levels 0 to " + (LEVELS - 1));
            }
            return (int) level;
        }

        private void internalKey(String what) throws CorruptDatabaseException {
            int length = prefixedLength(what);
            if (length < FilterMatcher.TAG_LENGTH) {
                throw corrupt(what + " has " + length + " bytes, too few for an internal key");
            }
            at += length;
        }

        private String text(String what) throws CorruptDatabaseException {
            int length = prefixedLength(what);
            at += length;
            return new String(data, at - length, length, StandardCharsets.ISO_8859_1);
        }

        private int prefixedLength(String what) throws CorruptDatabaseException {
            long length = number32("the length of " + what);
            if (length > data.length - at) {
                throw corrupt(what + " has " + length + " bytes, with " + (data.length - at) + " left in the record");
            }
            return (int) length;
        }

        private long number(String what) throws CorruptDatabaseException {
            return number(what, Varint.length(data, at, data.length));
        }

        /** Bits beyond 32 are dropped, as in LevelDB. */
        private long number32(String what) throws CorruptDatabaseException {
            return number(what, Varint.length32(data, at, data.length)) & 0xffff_ffffL;
        }

        private long number(String what, int length) throws CorruptDatabaseException {
            if (length < 0) {
                throw corrupt(what + " does not end");
            }
            at += length;
            return Varint.value(data, at - length, length);
        }

        private CorruptDatabaseException corrupt(String detail) {
            return new CorruptDatabaseException(
                    file, record.offset(), Reason.BAD_EDIT, "byte " + at + " of the version edit here: " + detail);
        }
    }
}
