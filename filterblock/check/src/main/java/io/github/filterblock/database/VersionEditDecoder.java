// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.bloom.InternalKeyFilterPolicy;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decodes a version edit: fields in any order, each a tag and its contents (DB-5).
 *
 * <p>An unknown field may change the meaning of the others, so it is refused, as LevelDB does.
 */
final class VersionEditDecoder {
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
    private final LogRecord record;
    private final byte[] data;
    private int at;

    private Optional<String> comparator = Optional.empty();
    private OptionalLong logNumber = OptionalLong.empty();
    private OptionalLong prevLogNumber = OptionalLong.empty();
    private OptionalLong nextFileNumber = OptionalLong.empty();
    private OptionalLong lastSequence = OptionalLong.empty();
    private final List<Place> deletedTables = new ArrayList<>();
    private final List<NewTable> newTables = new ArrayList<>();

    private VersionEditDecoder(String file, LogRecord record) {
        this.file = file;
        this.record = record;
        this.data = record.data();
    }

    static VersionEdit decode(String file, LogRecord record) throws CorruptDatabaseException {
        VersionEditDecoder decoder = new VersionEditDecoder(file, record);
        while (decoder.at < decoder.data.length) {
            decoder.field();
        }
        return new VersionEdit(
                record,
                decoder.comparator,
                decoder.logNumber,
                decoder.prevLogNumber,
                decoder.nextFileNumber,
                decoder.lastSequence,
                List.copyOf(decoder.deletedTables),
                List.copyOf(decoder.newTables));
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
        if (length < InternalKeyFilterPolicy.TAG_LENGTH) {
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
