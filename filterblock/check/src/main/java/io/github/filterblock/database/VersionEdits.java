// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads the edits of a MANIFEST, one after another, as those of one kind of database. */
final class VersionEdits {
    private VersionEdits() {}

    /** Receives an edit. */
    interface Visitor {
        void edit(VersionEdit edit) throws CorruptDatabaseException;
    }

    /**
     * Shows all edits, and returns the length of the file.
     *
     * @param file the MANIFEST's name, for messages
     */
    static long forEach(String file, InputStream in, DatabaseKind kind, Visitor visitor) throws IOException {
        Log.Reader log = Log.Reader.ofManifest(file, in);
        for (Log.@Nullable Record record = log.next(); record != null; record = log.next()) {
            visitor.edit(decode(file, record, kind));
        }
        return log.offset();
    }

    /** Decodes a record. */
    static VersionEdit decode(String file, Log.Record record, DatabaseKind kind) throws CorruptDatabaseException {
        EditDecoder decoder = switch (kind) {
            case LEVELDB -> new EditDecoder(file, record);
            case BASHO -> new EditDecoder.Basho(file, record);
            case ROCKSDB -> new RocksDbEditDecoder(file, record);
            case PEBBLE -> new PebbleEditDecoder(file, record);
        };
        return decoder.decode();
    }
}
