// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.database.VersionEdit.Origin;
import io.github.filterblock.database.VersionEdit.Place;
import java.util.Optional;

/** Decodes Pebble's version edits (DB-10; cockroachdb/pebble f82e3ff, {@code internal/manifest/version_edit.go}). */
final class PebbleEditDecoder extends EditDecoder {
    private static final int EXCISE_BOUNDS = 10;
    private static final int MARKED_FOR_COMPACTION = 11;
    private static final int NEW_FILE_2 = 100;
    private static final int NEW_FILE_3 = 102;
    private static final int NEW_FILE_4 = 103;
    private static final int NEW_FILE_5 = 104;
    private static final int CREATED_BACKING = 105;
    private static final int REMOVED_BACKING = 106;
    private static final int NEW_BLOB_FILE = 107;
    private static final int DELETED_BLOB_FILE = 108;

    private static final int END = 1;

    /** An additional field with this bit must be understood, and has a form of its own. */
    private static final int MUST_BE_KNOWN = 1 << 6;

    private static final int VIRTUAL = 66;
    private static final int SYNTHETIC_PREFIX = 67;
    private static final int SYNTHETIC_SUFFIX = 68;
    private static final int BLOB_REFERENCES = 69;
    private static final int BLOB_REFERENCES_2 = 70;

    /** Of a table with range keys: point keys have bounds too; which of the bounds are those of point keys. */
    private static final int HAS_POINT_KEYS = 1;

    private static final int SMALLEST_IS_POINT = 1 << 1;
    private static final int LARGEST_IS_POINT = 1 << 2;

    PebbleEditDecoder(String file, Log.Record record) {
        super(file, record);
    }

    @Override
    long tag() throws CorruptDatabaseException {
        return fields.number("a tag");
    }

    /** Pebble reads any bytes here. */
    @Override
    void compactPointer() throws CorruptDatabaseException {
        fields.skipPrefixed("a compact pointer");
    }

    @Override
    boolean ownField(long tag) throws CorruptDatabaseException {
        if (tag < 0 || tag > DELETED_BLOB_FILE) {
            return false;
        }
        switch ((int) tag) {
            case EXCISE_BOUNDS -> exciseBounds();
            case MARKED_FOR_COMPACTION -> numbers(2, "a table marked for compaction");
            case NEW_FILE_2, NEW_FILE_3, NEW_FILE_4, NEW_FILE_5 -> newFile((int) tag);
            case CREATED_BACKING -> {
                long number = fields.number("the number of a backing table");
                edit.createdBackings().put(number, fields.number("the size of a backing table"));
            }
            case REMOVED_BACKING -> edit.removedBackings().add(fields.number("the number of a backing table"));
            case NEW_BLOB_FILE -> numbers(5, "a blob file");
            case DELETED_BLOB_FILE -> numbers(2, "a deleted blob file");
            default -> {
                return false;
            }
        }
        return true;
    }

    private void exciseBounds() throws CorruptDatabaseException {
        fields.skipPrefixed("the start of an excised range");
        fields.skipPrefixed("the end of an excised range");
        numbers(2, "an excised range");
    }

    private void numbers(int count, String what) throws CorruptDatabaseException {
        for (int i = 0; i < count; i++) {
            fields.number(what);
        }
    }

    private void newFile(int tag) throws CorruptDatabaseException {
        Place place = place("a new table");
        if (tag == NEW_FILE_3) {
            fields.number("the path of a new table");
        }
        Sized table = sized(place);
        Bounds bounds = tag == NEW_FILE_5 ? boundsWithRangeKeys() : bounds();
        long least = fields.sequence("the smallest sequence number of a new table");
        bounds = bounds.withSequences(least, fields.sequence("the largest sequence number of a new table"));
        Origin origin = tag == NEW_FILE_4 || tag == NEW_FILE_5 ? additionalFields() : Origin.OF_ITS_NUMBER;
        edit.newTables().add(table.with(bounds, origin));
    }

    /** A table may have keys for points, for ranges, or both; its bounds are the outermost. */
    private Bounds boundsWithRangeKeys() throws CorruptDatabaseException {
        int marker = fields.next("the kinds of bounds of a new table");
        Optional<Bounds> points = (marker & HAS_POINT_KEYS) != 0 ? Optional.of(bounds()) : Optional.empty();
        if (points.isEmpty() && (marker & (SMALLEST_IS_POINT | LARGEST_IS_POINT)) != 0) {
            throw fields.corrupt("a new table without point keys has their bounds");
        }
        Bounds ranges = bounds();
        return new Bounds(
                (marker & SMALLEST_IS_POINT) != 0 ? points.orElseThrow().smallest() : ranges.smallest(),
                (marker & LARGEST_IS_POINT) != 0 ? points.orElseThrow().largest() : ranges.largest());
    }

    private Origin additionalFields() throws CorruptDatabaseException {
        Optional<Long> backing = Optional.empty();
        byte[] prefix = Origin.NO_PREFIX;
        boolean replacesSuffixes = false;
        long firstBlobFile = 0;
        for (long tag = additionalTag(); tag != END; tag = additionalTag()) {
            if (tag == VIRTUAL) {
                backing = Optional.of(fields.number("the backing of a virtual table"));
            } else if (tag == SYNTHETIC_PREFIX) {
                prefix = fields.prefixed("the prefix of all keys");
            } else if (tag == SYNTHETIC_SUFFIX) {
                replacesSuffixes = fields.skipPrefixed("the suffix of all keys") > 0;
            } else if (tag == BLOB_REFERENCES || tag == BLOB_REFERENCES_2) {
                firstBlobFile = blobReferences(tag == BLOB_REFERENCES ? 2 : 3);
            } else if ((tag & MUST_BE_KNOWN) != 0) {
                throw fields.corrupt("a new table has the unknown field " + Long.toUnsignedString(tag)
                        + ", which must be understood");
            } else {
                fields.skipPrefixed("a field of a new table");
            }
        }
        return new Origin(0, backing, prefix, replacesSuffixes, firstBlobFile);
    }

    private long additionalTag() throws CorruptDatabaseException {
        return fields.number("the tag of an additional field");
    }

    /**
     * The first blob file that is referred to; 0 for none. The count is not believed: each reference takes at least two
     * bytes, so the record ends first.
     */
    private long blobReferences(int numbersEach) throws CorruptDatabaseException {
        fields.number("the depth of references to blob files");
        long count = fields.number("the number of references to blob files");
        long first = 0;
        for (long i = 0; Long.compareUnsigned(i, count) < 0; i++) {
            long file = fields.number("a reference to a blob file");
            numbers(numbersEach - 1, "a reference to a blob file");
            first = i == 0 ? file : first;
        }
        return first;
    }
}
