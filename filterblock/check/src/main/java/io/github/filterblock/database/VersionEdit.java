// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A record of a MANIFEST: how one version of the database, that is its set of tables, becomes the next (DB-5, DB-9,
 * DB-10). An {@link EditDecoder} fills it; it is not changed afterwards.
 */
final class VersionEdit {
    /** The numbers that an edit may state; the last one stated in a MANIFEST counts. */
    enum Counter {
        /** Write-ahead logs below it are obsolete. */
        LOG_NUMBER("log number"),
        /** No file has this number yet, nor one above it. */
        NEXT_FILE_NUMBER("next file number"),
        LAST_SEQUENCE("last sequence number"),
        /** A log that is needed beside those from the log number on; 0 for none. */
        PREV_LOG_NUMBER("previous log number");

        private final String words;

        Counter(String words) {
            this.words = words;
        }

        /** Its name in messages. */
        String words() {
            return words;
        }
    }

    /** What an edit shows of the kind of its writer. */
    enum Sign {
        /** A field that LevelDB does not have, which tells its writer from others. */
        OWN_FIELD,
        /** A field that does not come from another kind's tag by one flipped bit. */
        DISTINCTIVE_FIELD,
        /** A table that is added in the form of LevelDB. */
        TABLE_OF_LEVELDB
    }

    /**
     * A table's place in a version.
     *
     * @param level 0 or more
     * @param number the table's number, unsigned
     */
    record Place(int level, long number) {}

    /**
     * A table that an edit adds.
     *
     * @param place where
     * @param size the table's length in bytes, unsigned
     * @param sizeIndex index in the record of the varint that holds the size
     * @param sizeLimit index after it
     * @param bounds what the MANIFEST says of its keys
     * @param origin which file holds it
     */
    record NewTable(Place place, long size, int sizeIndex, int sizeLimit, Bounds bounds, Origin origin) {}

    /**
     * The smallest and the largest key of a table.
     *
     * @param smallest an internal key
     * @param largest an internal key, not below the other in the order of the database
     * @param sequences the range of the keys' sequence numbers; empty if the edit gives none
     */
    record Bounds(byte[] smallest, byte[] largest, Optional<Sequences> sequences) {
        Bounds(byte[] smallest, byte[] largest) {
            this(smallest, largest, Optional.empty());
        }

        /** The same with what RocksDB and Pebble say of the sequence numbers, unsigned. */
        Bounds withSequences(long least, long most) {
            return new Bounds(smallest, largest, Optional.of(new Sequences(least, most)));
        }

        /**
         * The sequence number of all keys, if the edit gives only one: an ingested table's own keys may have none;
         * empty if there are several, or the edit gives none.
         */
        OptionalLong commonSequence() {
            return sequences
                    .filter(each -> each.least() == each.most())
                    .map(each -> OptionalLong.of(each.least()))
                    .orElse(OptionalLong.empty());
        }
    }

    /** The smallest and the largest sequence number of a table, unsigned. */
    record Sequences(long least, long most) {}

    /**
     * Where a table comes from, if it is not simply the file of its number.
     *
     * @param path the number of RocksDB's {@code db_paths}; 0 is the database's directory by default
     * @param backing the number of the file of which a virtual table of Pebble is a part; empty for a whole file
     * @param prefix with which Pebble shows all keys of the file; not to be changed
     * @param replacesSuffixes whether Pebble shows the keys with another suffix than the file has
     * @param oldestBlobFile the number of the first blob file with values of this table; 0 for none
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Origin(int path, Optional<Long> backing, byte[] prefix, boolean replacesSuffixes, long oldestBlobFile) {
        static final byte[] NO_PREFIX = {};
        static final Origin OF_ITS_NUMBER = inPath(0);

        /** A whole file of which nothing else is said. */
        static Origin inPath(int path) {
            return new Origin(path, Optional.empty(), NO_PREFIX, false, 0);
        }

        /** Whether Pebble shows the keys with another prefix or suffix than the file has. */
        boolean replacesKeys() {
            return prefix.length > 0 || replacesSuffixes;
        }
    }

    /**
     * A blob file of RocksDB, or its garbage, the values to which no table leads any more.
     *
     * @param number of the file, unsigned
     * @param count number of values
     * @param bytes length of all of their records
     */
    record Blobs(long number, long count, long bytes) {}

    private final String file;
    private final Log.Record record;
    private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    private final List<Place> deletedTables = new ArrayList<>();
    private final List<NewTable> newTables = new ArrayList<>();
    private final List<Blobs> newBlobFiles = new ArrayList<>();
    private final List<Blobs> blobGarbage = new ArrayList<>();
    private final Map<Long, Long> createdBackings = new HashMap<>();
    private final List<Long> removedBackings = new ArrayList<>();

    /** The comparator's name, each character standing for one byte. */
    private Optional<String> comparator = Optional.empty();

    /** The column family that the edit is about; LevelDB and Pebble have only 0. */
    private int family;

    /** The name under which the edit adds the family. */
    private Optional<String> addedFamily = Optional.empty();

    private boolean dropsFamily;

    /** How many edits of an atomic group follow; empty outside one. */
    private Optional<Integer> remainingInGroup = Optional.empty();

    private final Set<Sign> signs = EnumSet.noneOf(Sign.class);

    /**
     * An edit that says nothing yet.
     *
     * @param file the MANIFEST's name, for messages
     */
    VersionEdit(String file, Log.Record record) {
        this.file = file;
        this.record = record;
    }

    Log.Record record() {
        return record;
    }

    /** An exception about this edit. */
    CorruptDatabaseException corrupt(Reason reason, String detail) {
        return new CorruptDatabaseException(file, record.offset(), reason, detail);
    }

    /** An exception about a table in this edit. */
    CorruptDatabaseException corrupt(long table, String detail) {
        return corrupt(Reason.BAD_TABLES, "table " + Long.toUnsignedString(table) + " " + detail);
    }

    Map<Counter, Long> counters() {
        return counters;
    }

    List<Place> deletedTables() {
        return deletedTables;
    }

    List<NewTable> newTables() {
        return newTables;
    }

    List<Blobs> newBlobFiles() {
        return newBlobFiles;
    }

    List<Blobs> blobGarbage() {
        return blobGarbage;
    }

    /** Files of Pebble's virtual tables that the edit adds, and their lengths in bytes. */
    Map<Long, Long> createdBackings() {
        return createdBackings;
    }

    List<Long> removedBackings() {
        return removedBackings;
    }

    Optional<String> comparator() {
        return comparator;
    }

    void comparator(String name) {
        comparator = Optional.of(name);
    }

    int family() {
        return family;
    }

    void family(int id) {
        family = id;
    }

    Optional<String> addedFamily() {
        return addedFamily;
    }

    void addFamily(String name) {
        addedFamily = Optional.of(name);
    }

    boolean dropsFamily() {
        return dropsFamily;
    }

    void dropFamily() {
        dropsFamily = true;
    }

    Optional<Integer> remainingInGroup() {
        return remainingInGroup;
    }

    void remainingInGroup(int edits) {
        remainingInGroup = Optional.of(edits);
    }

    /** What it shows of its writer; may be added to while it is decoded. */
    Set<Sign> signs() {
        return signs;
    }

    /** The same record with other sizes; everything but these is kept to the byte. */
    byte[] withSizes(Map<Long, Long> sizeOfNumber) {
        byte[] data = record.data();
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
}
