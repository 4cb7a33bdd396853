// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The program to which a database belongs, as far as its files tell it (DB-1). */
public enum DatabaseKind {
    /** LevelDB, and programs with the same files: goleveldb, the Java engines, HyperLevelDB. */
    LEVELDB("LevelDB"),
    /** Basho's LevelDB, which Riak uses: tables in directories {@code sst_0} to {@code sst_6}. */
    BASHO("Basho's LevelDB"),
    /** RocksDB: column families, and fields of its own in the MANIFEST. */
    ROCKSDB("RocksDB"),
    /** Pebble: marker files, and fields of its own in the MANIFEST. */
    PEBBLE("Pebble");

    private static final Pattern MARKER = Pattern.compile("marker\\.[a-z-]+\\.[0-9]+\\..+");
    private static final Pattern OPTIONS = Pattern.compile("OPTIONS-[0-9]+");

    private static final int OPTIONS_FRONT = 1000;

    private final String words;

    DatabaseKind(String words) {
        this.words = words;
    }

    /** {@return the program's name, for display} */
    public String words() {
        return words;
    }

    /**
     * Judges by the names in a directory. A database may lack all of the files that tell; then only its MANIFEST can.
     *
     * @param names the names in the directory
     */
    static DatabaseKind of(Path directory, Set<String> names) {
        if (names.stream().anyMatch(name -> MARKER.matcher(name).matches())) {
            return PEBBLE;
        }
        Optional<String> options =
                names.stream().filter(name -> OPTIONS.matcher(name).matches()).max(Comparator.naturalOrder());
        if (names.contains("IDENTITY") || options.isPresent()) {
            return options.isPresent() && isOfPebble(directory.resolve(options.get())) ? PEBBLE : ROCKSDB;
        }
        return names.stream().anyMatch(name -> DatabaseFileName.of(name).isLevelFolder()) ? BASHO : LEVELDB;
    }

    /** Whether names of files show this kind; LevelDB's files have no names that others lack. */
    boolean isToldByNames() {
        return this != LEVELDB;
    }

    /** Whether the program refuses edits that delete a table which is not there, or add one twice. */
    boolean isStrict() {
        return this == ROCKSDB || this == PEBBLE;
    }

    /** Whether the last key of a table that ends inside a deleted range has the largest sequence number there is. */
    boolean hasSentinels() {
        return this == ROCKSDB || this == PEBBLE;
    }

    /** The first level whose tables do not overlap; Basho's do in level 1 as well. */
    int firstOrderedLevel() {
        return this == BASHO ? 2 : 1;
    }

    /** Whether the MANIFEST must state the comparator; RocksDB states none in that of a new database. */
    boolean statesComparator() {
        return this == LEVELDB || this == BASHO;
    }

    /** Whether the MANIFEST must state the log number, the last sequence number and the next file number. */
    boolean statesCounters() {
        return this != PEBBLE;
    }

    /** Whether a last sequence number that falls is damage ({@code ExtractInfoFromVersionEdit} in RocksDB). */
    boolean sequenceNeverFalls() {
        return this == ROCKSDB;
    }

    /** Whether a table has one size wherever edits add it, and a number below the next. */
    boolean addsTablesAsOne() {
        return this == LEVELDB;
    }

    /** Whether a table may be 4 bytes shorter than stated, as iq80's writer does, and a MANIFEST end in zeros. */
    boolean hasLooseWriters() {
        return this == LEVELDB;
    }

    /** Whether a bound of a table may have this kind in its tag; LevelDB has deletions, 0, and values, 1. */
    boolean hasBoundsOf(int kind) {
        return this != LEVELDB || kind <= 1;
    }

    /** Whether the form of its write-ahead logs is known, and a missing one is worth a word. */
    boolean hasKnownLogs() {
        return this == LEVELDB;
    }

    /** Whether a write-ahead log may go on in another file. */
    boolean splitsLogs() {
        return this == PEBBLE;
    }

    /** Whether the MANIFEST before the present one stays. */
    boolean keepsOldManifest() {
        return this == PEBBLE;
    }

    /** Whether tables lie in a folder for each level. */
    boolean hasTableFolders() {
        return this == BASHO;
    }

    /** Whether options say how many levels there are, and in which directories tables lie. */
    boolean hasPlacesByOption() {
        return this == ROCKSDB;
    }

    /** Whether no size may be stated for the file of a table. */
    boolean hasUnstatedSizes() {
        return this == PEBBLE;
    }

    /** Whether the number of a blob file is in its name. */
    boolean namesBlobFiles() {
        return this != PEBBLE;
    }

    /** The endings of tables, in the order in which the program looks for them. RocksDB also reads LevelDB's. */
    List<String> tableEndings() {
        return switch (this) {
            case LEVELDB -> List.of(".ldb", ".sst");
            case BASHO -> List.of(".sst");
            case ROCKSDB, PEBBLE -> List.of(".sst", ".ldb");
        };
    }

    /** Both RocksDB and Pebble write {@code OPTIONS-}<i>n</i>; Pebble's starts with its version. */
    private static boolean isOfPebble(Path options) {
        try {
            byte[] front = ManifestPointer.front(options, OPTIONS_FRONT);
            return new String(front, StandardCharsets.ISO_8859_1).contains("pebble_version");
        } catch (IOException e) {
            return false;
        }
    }

    /** The kinds to try if the MANIFEST cannot be decoded as one of this kind. */
    Stream<DatabaseKind> others() {
        return Stream.of(LEVELDB, ROCKSDB, PEBBLE, BASHO).filter(kind -> kind != this);
    }
}
