// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
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
    private static final Pattern TABLE_DIRECTORY = Pattern.compile("sst_[0-6]");
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
        return names.stream().anyMatch(name -> TABLE_DIRECTORY.matcher(name).matches()) ? BASHO : LEVELDB;
    }

    /** Whether names of files show this kind; LevelDB's files have no names that others lack. */
    boolean isToldByNames() {
        return this != LEVELDB;
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
