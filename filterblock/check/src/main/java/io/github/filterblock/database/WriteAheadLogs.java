// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.database.DatabaseFiles.Name;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Compares the write-ahead logs in a directory with the MANIFEST (DB-1). LevelDB makes a log before the edit that names
 * it, and does not notice when it is gone. RocksDB may have its logs in another directory, and deletes those that a
 * column family without new writes still names.
 */
final class WriteAheadLogs {
    private WriteAheadLogs() {}

    /** Finds a log that cannot be. */
    static void check(Manifest manifest, Findings.Collector findings) {
        OptionalLong log = manifest.logNumber();
        if (isOfLevelDb(manifest) && log.isPresent() && !manifest.isBelowNextFile(log.getAsLong())) {
            findings.add(
                    Rule.DB_5,
                    0,
                    () -> "the log number " + Long.toUnsignedString(log.getAsLong())
                            + " is not below the next file number");
        }
    }

    /**
     * What a log that is missing means; empty if it is there. A new database names log 0, as one does that LevelDB has
     * repaired.
     */
    static Optional<String> note(Set<String> names, Manifest manifest) {
        long log = manifest.logNumber().orElse(0);
        boolean isMissing = isOfLevelDb(manifest)
                && log != 0
                && names.stream().map(Name::of).noneMatch(name -> isLog(name, log));
        return isMissing
                ? Optional.of("the write-ahead log " + Name.ofTable(log, ".log")
                        + ", which the MANIFEST names, is missing; keys that were written last may be missing too")
                : Optional.empty();
    }

    private static boolean isOfLevelDb(Manifest manifest) {
        return manifest.kind() == DatabaseKind.LEVELDB;
    }

    private static boolean isLog(Name name, long number) {
        return name.kind() == Name.Kind.WRITE_AHEAD_LOG && name.number() == number;
    }
}
