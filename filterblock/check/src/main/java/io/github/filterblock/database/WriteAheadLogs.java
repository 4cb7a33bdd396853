// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the write-ahead logs in a directory with the MANIFEST (DB-1). LevelDB makes a log before the edit that names
 * it, and does not notice when it is gone. RocksDB may have its logs in another directory, and deletes those that a
 * column family without new writes still names.
 */
final class WriteAheadLogs {
    /** A part of Pebble's log, which goes on in another file where a disk was slow. */
    private static final Pattern SEGMENT = Pattern.compile("([0-9]{1,18})-[0-9]+\\.log");

    private WriteAheadLogs() {}

    /**
     * What a log that is missing means; empty if it is there. A new database names log 0, as one does that LevelDB has
     * repaired.
     */
    static Optional<String> note(Set<String> names, Manifest manifest) {
        long log = manifest.logNumber().orElse(0);
        boolean isMissing = manifest.kind().hasKnownLogs()
                && log != 0
                && names.stream().map(DatabaseFileName::of).noneMatch(name -> isLog(name, log));
        return isMissing
                ? Optional.of("the write-ahead log " + DatabaseFileName.ofTable(log, ".log")
                        + ", which the MANIFEST names, is missing; keys that were written last may be missing too")
                : Optional.empty();
    }

    /** The logs that are needed and not empty, by their numbers. */
    static List<WriteAheadLog> needed(Path directory, Set<String> names, Manifest manifest) {
        return names.stream()
                .filter(name ->
                        number(name, manifest).filter(manifest::needsLog).isPresent())
                .sorted(Comparator.comparing(name -> number(name, manifest).orElseThrow(), Long::compareUnsigned))
                .map(directory::resolve)
                .map(file -> new WriteAheadLog(file, size(file), manifest.kind().hasKnownLogs()))
                .filter(log -> log.size() != 0)
                .toList();
    }

    private static Optional<Long> number(String name, Manifest manifest) {
        DatabaseFileName of = DatabaseFileName.of(name);
        if (of.kind() == DatabaseFileName.Kind.WRITE_AHEAD_LOG) {
            return Optional.of(of.number());
        }
        Matcher segment = SEGMENT.matcher(name);
        return manifest.kind().splitsLogs() && segment.matches()
                ? Optional.of(Long.parseUnsignedLong(segment.group(1)))
                : Optional.empty();
    }

    /** One that is gone was needed a moment ago, so that it is not empty. */
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }

    private static boolean isLog(DatabaseFileName name, long number) {
        return name.kind() == DatabaseFileName.Kind.WRITE_AHEAD_LOG && name.number() == number;
    }
}
