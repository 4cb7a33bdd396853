// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.database.VersionEdit.Origin;
import java.util.Map;
import java.util.Optional;

/**
 * The additional fields of a table that RocksDB adds (DB-9). Those whose form is known must have it, as RocksDB refuses
 * the database if they do not ({@code DecodeNewFile4From}).
 */
final class RocksDbTableFields {
    private static final int END = 1;
    private static final int PATH_ID = 65;
    private static final int OLDEST_BLOB_FILE = 4;

    /** A field with this bit must be understood. */
    private static final int MUST_BE_KNOWN = 1 << 6;

    /** The form of a field's bytes. */
    private enum Form {
        BYTE,
        AT_LEAST_8_BYTES,
        EXACTLY_16_BYTES,
        NUMBER;

        boolean fits(byte[] value) {
            return switch (this) {
                case BYTE -> value.length == 1;
                case AT_LEAST_8_BYTES -> value.length >= Long.BYTES;
                case EXACTLY_16_BYTES -> value.length == 2 * Long.BYTES;
                case NUMBER -> Varint.length(value, 0, value.length) >= 0;
            };
        }
    }

    /** A field whose form is known. */
    private record Known(String name, Form form) {}

    private static final Map<Integer, Known> KNOWN = Map.ofEntries(
            Map.entry(2, new Known("mark for compaction", Form.BYTE)),
            Map.entry(3, new Known("smallest log number to keep", Form.AT_LEAST_8_BYTES)),
            Map.entry(OLDEST_BLOB_FILE, new Known("oldest blob file", Form.NUMBER)),
            Map.entry(5, new Known("time of the oldest ancestor", Form.NUMBER)),
            Map.entry(6, new Known("time of creation", Form.NUMBER)),
            Map.entry(9, new Known("temperature", Form.BYTE)),
            Map.entry(12, new Known("unique id", Form.EXACTLY_16_BYTES)),
            Map.entry(13, new Known("epoch number", Form.NUMBER)),
            Map.entry(14, new Known("size of range deletions", Form.NUMBER)),
            Map.entry(15, new Known("size of the tail", Form.NUMBER)),
            Map.entry(16, new Known("mark for timestamps", Form.BYTE)));

    private final RecordFields fields;
    private int path;
    private long oldestBlobFile;

    private RocksDbTableFields(RecordFields fields) {
        this.fields = fields;
    }

    /** Reads the fields of a table up to their end. */
    static Origin read(RecordFields fields) throws CorruptDatabaseException {
        RocksDbTableFields all = new RocksDbTableFields(fields);
        for (long tag = all.tag(); tag != END; tag = all.tag()) {
            all.field(tag);
        }
        return new Origin(all.path, Optional.empty(), Origin.NO_PREFIX, false, all.oldestBlobFile);
    }

    private long tag() throws CorruptDatabaseException {
        return fields.number32("the tag of an additional field");
    }

    private void field(long tag) throws CorruptDatabaseException {
        if (tag == PATH_ID) {
            path = pathId();
        } else {
            other(tag);
        }
    }

    private void other(long tag) throws CorruptDatabaseException {
        if ((tag & MUST_BE_KNOWN) != 0) {
            throw fields.corrupt("a new table has the unknown field " + tag + ", which must be understood");
        }
        Known known = KNOWN.get((int) tag);
        if (known == null) {
            fields.skipPrefixed("a field of a new table");
            return;
        }
        byte[] value = fields.prefixed("the " + known.name() + " of a new table");
        if (!known.form().fits(value)) {
            throw fields.corrupt("the " + known.name() + " of a new table is malformed");
        }
        if (tag == OLDEST_BLOB_FILE) {
            oldestBlobFile = Varint.value(value, 0, Varint.length(value, 0, value.length));
        }
    }

    private int pathId() throws CorruptDatabaseException {
        byte[] value = fields.prefixed("the path of a new table");
        if (value.length != 1 || value[0] < 0 || value[0] > 3) {
            throw fields.corrupt("the path of a new table is not 0 to 3");
        }
        return value[0];
    }
}
