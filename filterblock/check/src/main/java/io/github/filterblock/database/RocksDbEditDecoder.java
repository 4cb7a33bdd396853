// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.VersionEdit.Blobs;
import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.database.VersionEdit.Origin;
import io.github.filterblock.database.VersionEdit.Place;
import java.util.Set;

/**
 * Decodes RocksDB's version edits (DB-9), of 5.18 to 11.8 (facebook/rocksdb 1dfa729, {@code db/version_edit.cc}). An
 * unknown field is passed over if its tag says that it may be.
 */
final class RocksDbEditDecoder extends EditDecoder {
    private static final int MIN_LOG_NUMBER_TO_KEEP = 10;
    private static final int NEW_FILE_2 = 100;
    private static final int NEW_FILE_3 = 102;
    private static final int NEW_FILE_4 = 103;
    private static final int COLUMN_FAMILY = 200;
    private static final int COLUMN_FAMILY_ADD = 201;
    private static final int COLUMN_FAMILY_DROP = 202;
    private static final int MAX_COLUMN_FAMILY = 203;
    private static final int IN_ATOMIC_GROUP = 300;
    private static final int BLOB_FILE_ADDITION = 400;
    private static final int BLOB_FILE_GARBAGE = 401;

    /** A tag with this bit may be passed over: a length and as many bytes follow. */
    private static final int MAY_BE_SKIPPED = 1 << 13;

    private static final int OLD_BLOB_FILE_ADDITION = MAY_BE_SKIPPED + 2;
    private static final int OLD_BLOB_FILE_GARBAGE = MAY_BE_SKIPPED + 3;

    /** Written by 6.11 to 6.15 without a length. */
    private static final int OLD_WAL_ADDITION = MAY_BE_SKIPPED + 4;

    private static final int OLD_WAL_DELETION = MAY_BE_SKIPPED + 5;

    /** Ends the fields of a write-ahead log. */
    private static final int END = 1;

    private static final int SYNCED_SIZE = 2;
    /** A field of a blob file with this bit must be understood. */
    private static final int MUST_BE_KNOWN = 1 << 6;

    /** The kinds of keys in tables, and one above all others, which bounds may have ({@code IsExtendedValueType}). */
    private static final Set<Integer> KINDS = Set.of(0, 1, 2, 7, 0xf, 0x11, 0x14, 0x16, 0x18, 0x1a);

    RocksDbEditDecoder(String file, Log.Record record) {
        super(file, record);
    }

    /** Any number: how many levels there are is an option of RocksDB. */
    @Override
    int levels() {
        return Integer.MAX_VALUE;
    }

    @Override
    boolean isKind(int kind) {
        return KINDS.contains(kind);
    }

    /** Two bytes would have to be damaged. */
    @Override
    boolean isDistinctive(long tag) {
        return tag >= COLUMN_FAMILY && (tag & MAY_BE_SKIPPED) == 0;
    }

    @Override
    boolean ownField(long tag) throws CorruptDatabaseException {
        switch ((int) tag) {
            case MIN_LOG_NUMBER_TO_KEEP -> fields.number("the smallest log number to keep");
            case NEW_FILE_2 -> newFile2();
            case NEW_FILE_3 -> newFile3();
            case NEW_FILE_4 -> newFile4();
            case COLUMN_FAMILY -> edit.family((int) fields.number32("a column family"));
            case COLUMN_FAMILY_ADD -> edit.addFamily(fields.text("the name of a column family"));
            case COLUMN_FAMILY_DROP -> edit.dropFamily();
            case MAX_COLUMN_FAMILY -> fields.number32("the largest column family");
            case IN_ATOMIC_GROUP -> edit.remainingInGroup((int) fields.number32("the rest of an atomic group"));
            case BLOB_FILE_ADDITION, OLD_BLOB_FILE_ADDITION -> blobFileAddition();
            case BLOB_FILE_GARBAGE, OLD_BLOB_FILE_GARBAGE -> blobFileGarbage();
            case OLD_WAL_ADDITION -> walAddition();
            case OLD_WAL_DELETION -> fields.number("the number of a write-ahead log");
            default -> {
                return skipped(tag);
            }
        }
        return true;
    }

    private boolean skipped(long tag) throws CorruptDatabaseException {
        if ((tag & MAY_BE_SKIPPED) == 0) {
            return false;
        }
        fields.skipPrefixed("a field with the tag " + tag);
        return true;
    }

    private void newFile2() throws CorruptDatabaseException {
        Sized table = sizedTable();
        edit.newTables().add(table.with(boundsAndSequences(), Origin.OF_ITS_NUMBER));
    }

    private void newFile3() throws CorruptDatabaseException {
        Place place = place("a new table");
        int path = (int) fields.number32("the path of a new table");
        Sized table = sized(place);
        edit.newTables().add(table.with(boundsAndSequences(), Origin.inPath(path)));
    }

    private void newFile4() throws CorruptDatabaseException {
        Sized table = sizedTable();
        Bounds bounds = boundsAndSequences();
        edit.newTables().add(table.with(bounds, RocksDbTableFields.read(fields)));
    }

    private Bounds boundsAndSequences() throws CorruptDatabaseException {
        Bounds bounds = bounds();
        long least = fields.sequence("the smallest sequence number of a new table");
        return bounds.withSequences(least, fields.sequence("the largest sequence number of a new table"));
    }

    private void blobFileAddition() throws CorruptDatabaseException {
        edit.newBlobFiles().add(blobs("a blob file"));
        fields.skipPrefixed("the name of a blob file's checksum");
        fields.skipPrefixed("the checksum of a blob file");
        skipOfBlobFile();
    }

    private void blobFileGarbage() throws CorruptDatabaseException {
        edit.blobGarbage().add(blobs("the garbage of a blob file"));
        skipOfBlobFile();
    }

    private Blobs blobs(String what) throws CorruptDatabaseException {
        long number = fields.number(what);
        long count = fields.number(what);
        return new Blobs(number, count, fields.number(what));
    }

    private void skipOfBlobFile() throws CorruptDatabaseException {
        for (long tag = blobTag(); tag != 0; tag = blobTag()) {
            if ((tag & MUST_BE_KNOWN) != 0) {
                throw fields.corrupt("a blob file has the unknown field " + tag + ", which must be understood");
            }
            fields.skipPrefixed("a field of a blob file");
        }
    }

    private long blobTag() throws CorruptDatabaseException {
        return fields.number32("the tag of a field of a blob file");
    }

    private long walTag() throws CorruptDatabaseException {
        return fields.number32("the tag of a field of a write-ahead log");
    }

    private void walAddition() throws CorruptDatabaseException {
        fields.number("the number of a write-ahead log");
        for (long tag = walTag(); tag != END; tag = walTag()) {
            if (tag != SYNCED_SIZE) {
                throw fields.corrupt("a write-ahead log has the unknown field " + tag);
            }
            fields.number("the length of a write-ahead log");
        }
    }
}
