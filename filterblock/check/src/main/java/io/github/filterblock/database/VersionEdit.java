// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A record of a MANIFEST: how one version of the database, that is its set of tables, becomes the next (DB-5). Its
 * fields come in any order, each a tag and its contents. An unknown field may change the meaning of the others, so it
 * is refused, as LevelDB does. Not changed once it is decoded.
 */
final class VersionEdit {
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

    private Optional<String> comparator = Optional.empty();
    private OptionalLong logNumber = OptionalLong.empty();
    private OptionalLong prevLogNumber = OptionalLong.empty();
    private OptionalLong nextFileNumber = OptionalLong.empty();
    private OptionalLong lastSequence = OptionalLong.empty();
    private final List<Place> deletedTables = new ArrayList<>();
    private final List<NewTable> newTables = new ArrayList<>();

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

    /** Offset in the MANIFEST of the record. */
    long offset() {
        return record.offset();
    }

    /** The comparator's name, each character standing for one byte. */
    Optional<String> comparator() {
        return comparator;
    }

    /** Write-ahead logs below it are obsolete. */
    OptionalLong logNumber() {
        return logNumber;
    }

    /** A log that is needed beside these; 0 for none. */
    OptionalLong prevLogNumber() {
        return prevLogNumber;
    }

    /** No file has this number yet, nor one above it. */
    OptionalLong nextFileNumber() {
        return nextFileNumber;
    }

    OptionalLong lastSequence() {
        return lastSequence;
    }

    /** The tables that it removes from the version, before it adds any. */
    List<Place> deletedTables() {
        return deletedTables;
    }

    /** The tables it adds, in the order of the record. */
    List<NewTable> newTables() {
        return newTables;
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
