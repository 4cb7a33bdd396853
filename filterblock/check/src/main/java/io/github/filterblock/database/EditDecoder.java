// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.database.VersionEdit.Counter;
import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Origin;
import io.github.filterblock.database.VersionEdit.Place;
import io.github.filterblock.database.VersionEdit.Sign;

/**
 * Decodes a version edit: fields in any order, each a tag and its contents (DB-5). An unknown field may change the
 * meaning of the others, so it is refused, as LevelDB does. For one record.
 */
class EditDecoder {
    private static final int COMPARATOR = 1;
    private static final int LOG_NUMBER = 2;
    private static final int NEXT_FILE_NUMBER = 3;
    private static final int LAST_SEQUENCE = 4;
    private static final int COMPACT_POINTER = 5;
    private static final int DELETED_TABLE = 6;
    private static final int NEW_TABLE = 7;
    private static final int PREV_LOG_NUMBER = 9;

    /** RocksDB and Pebble give tag 10 different meanings, and it is a bit away from those of LevelDB. */
    private static final int LARGEST_AMBIGUOUS = 10;

    /** LevelDB's {@code config::kNumLevels}, and Pebble's. */
    private static final int LEVELS = 7;

    final RecordFields fields;
    final VersionEdit edit;

    EditDecoder(String file, Log.Record record) {
        this.fields = new RecordFields(file, record, Reason.BAD_EDIT, "version edit");
        this.edit = new VersionEdit(file, record);
    }

    /** Reads all fields. */
    final VersionEdit decode() throws CorruptDatabaseException {
        while (fields.hasMore()) {
            field();
        }
        return edit;
    }

    private void field() throws CorruptDatabaseException {
        int start = fields.at();
        long tag = tag();
        if (ownField(tag)) {
            if (tag > LARGEST_AMBIGUOUS) {
                edit.signs().add(Sign.OWN_FIELD);
            }
            if (isDistinctive(tag)) {
                edit.signs().add(Sign.DISTINCTIVE_FIELD);
            }
        } else if (!commonField(tag)) {
            fields.moveTo(start);
            throw fields.corrupt("a field has the unknown tag " + Long.toUnsignedString(tag));
        }
    }

    long tag() throws CorruptDatabaseException {
        return fields.number32("a tag");
    }

    /** Reads a field that LevelDB does not have; false if there is none of this tag. */
    boolean ownField(long tag) throws CorruptDatabaseException {
        return false;
    }

    /** Whether a tag does not come from another kind's tag by one flipped bit. */
    boolean isDistinctive(long tag) {
        return false;
    }

    private boolean commonField(long tag) throws CorruptDatabaseException {
        if (tag > PREV_LOG_NUMBER || tag < 0) {
            return false;
        }
        switch ((int) tag) {
            case COMPARATOR -> edit.comparator(fields.text("the comparator's name"));
            case LOG_NUMBER -> counter(Counter.LOG_NUMBER);
            case PREV_LOG_NUMBER -> counter(Counter.PREV_LOG_NUMBER);
            case NEXT_FILE_NUMBER -> counter(Counter.NEXT_FILE_NUMBER);
            case LAST_SEQUENCE -> counter(Counter.LAST_SEQUENCE);
            case COMPACT_POINTER -> {
                level("a compact pointer");
                compactPointer();
            }
            case DELETED_TABLE -> edit.deletedTables().add(place("a deleted table"));
            case NEW_TABLE -> {
                newTable();
                edit.signs().add(Sign.TABLE_OF_LEVELDB);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void counter(Counter counter) throws CorruptDatabaseException {
        edit.counters().put(counter, fields.number("the " + counter.words()));
    }

    void compactPointer() throws CorruptDatabaseException {
        internalKey("a compact pointer");
    }

    /** A table as LevelDB adds it. */
    final void newTable() throws CorruptDatabaseException {
        Sized table = sizedTable();
        edit.newTables().add(table.with(bounds(), Origin.OF_ITS_NUMBER));
    }

    /** A new table's place and size. */
    record Sized(Place place, long size, int sizeIndex, int sizeLimit) {
        NewTable with(Bounds bounds, Origin origin) {
            return new NewTable(place, size, sizeIndex, sizeLimit, bounds, origin);
        }
    }

    final Sized sizedTable() throws CorruptDatabaseException {
        return sized(place("a new table"));
    }

    final Sized sized(Place place) throws CorruptDatabaseException {
        int sizeIndex = fields.at();
        long size = fields.number("the size of a new table");
        return new Sized(place, size, sizeIndex, fields.at());
    }

    final Bounds bounds() throws CorruptDatabaseException {
        byte[] smallest = internalKey("the smallest key of a new table");
        return new Bounds(smallest, internalKey("the largest key of a new table"));
    }

    final Place place(String what) throws CorruptDatabaseException {
        int level = level(what);
        return new Place(level, fields.number("the number of " + what));
    }

    private int level(String what) throws CorruptDatabaseException {
        long level = fields.number32("the level of " + what);
        if (level >= levels()) {
            throw fields.corrupt("the level of " + what + " is " + level + "; there are levels 0 to " + (levels() - 1));
        }
        return (int) level;
    }

    /** The number of levels that the writer can have. */
    int levels() {
        return LEVELS;
    }

    /** Whether the writer has keys of a kind, or does not look at it when it reads an edit. */
    boolean isKind(int kind) {
        return true;
    }

    final byte[] internalKey(String what) throws CorruptDatabaseException {
        byte[] key = fields.prefixed(what);
        if (!InternalKey.hasRoomForTag(key.length)) {
            fields.moveTo(fields.at() - key.length);
            throw fields.corrupt(what + " has " + key.length + " bytes, too few for an internal key");
        }
        int kind = InternalKey.kind(key, key.length);
        if (!isKind(kind)) {
            fields.moveTo(fields.at() - key.length + InternalKey.userKeyLength(key.length));
            throw fields.corrupt(what + " has the unknown kind " + kind);
        }
        return key;
    }

    /** Basho's edits: a table may have three times of expiry (basho/leveldb 06afb0c, {@code db/version_edit.h}). */
    static final class Basho extends EditDecoder {
        private static final int NEW_TABLE_2 = 11;

        Basho(String file, Log.Record record) {
            super(file, record);
        }

        @Override
        boolean ownField(long tag) throws CorruptDatabaseException {
            if (tag != NEW_TABLE_2) {
                return false;
            }
            newTable();
            for (int i = 0; i < 3; i++) {
                fields.number("a time of expiry");
            }
            return true;
        }
    }
}
