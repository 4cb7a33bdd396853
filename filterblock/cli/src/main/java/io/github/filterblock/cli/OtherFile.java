// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.database.DatabaseFileName;
import io.github.filterblock.database.DatabaseReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a file that is not a table is, and what for: its first bytes tell, or its name. Stateless. */
final class OtherFile {
    /** A pointer has less than 1024 bytes, as its specification says. */
    private static final int MAX_READ = 1024;

    /** The first line of the files that Git keeps in place of those of its Large File Storage. */
    private static final String LFS_POINTER = "version https://git-lfs.github.com/spec/v1\n";

    private static final Pattern LFS_SIZE = Pattern.compile("\nsize ([0-9]{1,18})\n");

    private OtherFile() {}

    /**
     * What a file is.
     *
     * @param file that is not a table
     * @param around the database in its directory
     * @return one clause; empty if it is not known
     */
    static Optional<String> of(Path file, Optional<DatabaseReport> around) {
        try {
            Optional<String> told = ofContents(file);
            return told.isPresent() ? told : ofName(file, around);
        } catch (IOException e) {
            return ofName(file, around); // that it cannot be read is said elsewhere
        }
    }

    /** What the first bytes of a file tell. */
    static Optional<String> ofContents(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String start;
        try (InputStream in = Files.newInputStream(file)) {
            start = new String(in.readNBytes(MAX_READ), StandardCharsets.ISO_8859_1);
        }
        if (start.startsWith("SQLite format 3\0")) {
            return Optional.of("it is a database of SQLite");
        }
        if (start.startsWith("PK\3\4") || start.startsWith("PK\5\6")) {
            return Optional.of("it is a ZIP file");
        }
        return start.startsWith(LFS_POINTER) ? Optional.of(pointer(start)) : Optional.empty();
    }

    private static String pointer(String start) {
        Matcher size = LFS_SIZE.matcher(start);
        String stated = size.find() ? " of " + Formats.number(Long.parseLong(size.group(1)), "byte") : "";
        return "it is a Git LFS pointer to a file" + stated + ": 'git lfs pull' fetches it";
    }

    private static Optional<String> ofName(Path file, Optional<DatabaseReport> around) {
        String what =
                switch (DatabaseFileName.of(String.valueOf(file.getFileName())).kind()) {
                    case CURRENT -> "CURRENT of a database, which names the MANIFEST that counts";
                    case PENDING_CURRENT -> "a file that goleveldb renames to CURRENT of a database";
                    case MANIFEST -> manifest(file, around);
                    case WRITE_AHEAD_LOG -> log(file, around);
                    case LOCK -> "LOCK of a database, which its program locks while it has the database open";
                    case INFO_LOG -> "a log of messages by a database's program";
                    case TEMPORARY -> "a temporary file of a database's program";
                    case OPTIONS -> "the options with which RocksDB or Pebble opened a database";
                    case IDENTITY -> "RocksDB's identity of a database";
                    case MARKER -> "a marker of Pebble, whose name tells which file counts";
                    case BLOBS -> "a blob file, where RocksDB or Pebble keeps large values";
                    case REMOTE_CATALOG -> "Pebble's list of tables in another store";
                    case TABLE, LEVEL_FOLDER, OTHER -> "";
                };
        return what.isEmpty()
                ? Optional.empty()
                : Optional.of((around.isPresent() ? "it is " : "by its name, it is ") + what);
    }

    private static String manifest(Path file, Optional<DatabaseReport> around) {
        Optional<Path> counting = around.flatMap(DatabaseReport::manifest);
        return counting.filter(manifest -> !isSame(manifest, file)).isPresent()
                ? "a MANIFEST of a database that does not count: "
                        + counting.get().getFileName() + " does"
                : "the MANIFEST of a database, which lists its live tables";
    }

    private static String log(Path file, Optional<DatabaseReport> around) {
        if (isEmpty(file)) {
            return "an empty write-ahead log of a database";
        }
        boolean isNeeded = around.isEmpty()
                || !around.get().isComplete()
                || around.get().logs().stream().anyMatch(log -> isSame(log.file(), file));
        return "a write-ahead log of a database"
                + (isNeeded
                        ? ", with what was written last and is in no table"
                        : ", which its program no longer reads");
    }

    private static boolean isEmpty(Path file) {
        try {
            return Files.size(file) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isSame(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }
}
