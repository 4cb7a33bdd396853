// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.LiveTable.State;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Tells zeros that a writer of LevelDB's MANIFEST had allocated ahead when it was stopped (DB-4) from an end that was
 * lost: such a writer allocates whole pages, and the edits before the zeros name every table of the directory.
 */
final class AllocatedAhead {
    private static final int PAGE = 4096;

    private AllocatedAhead() {}

    /**
     * What is to be said of the end of a MANIFEST that was allocated ahead.
     *
     * @param names the names in the directory
     * @param tables the live tables
     * @return empty if the MANIFEST has no such end
     */
    static Optional<String> note(Manifest manifest, Set<String> names, List<LiveTable> tables) throws IOException {
        long from = manifest.damage()
                .filter(e -> e.reason() == Reason.TORN_LOG)
                .map(CorruptDatabaseException::offset)
                .orElse(0L);
        long length = Files.size(manifest.path());
        boolean isAhead = from % Log.BLOCK_LENGTH != 0 // else a part of a record may come before
                && length % PAGE == 0
                && manifest.kind().hasLooseWriters()
                && manifest.hasAllCounters()
                && areAll(manifest, tables, names)
                && onlyZeros(manifest, from);
        return isAhead
                ? Optional.of(manifest.path().getFileName() + " ends with "
                        + String.format(Locale.ROOT, "%,d", length - from)
                        + " zeros, which its writer had allocated ahead; LevelDB takes them for the end, and the edits"
                        + " before name every table of the directory")
                : Optional.empty();
    }

    /** Whether all live tables are there, and no other but those that edits added and removed again. */
    private static boolean areAll(Manifest manifest, List<LiveTable> tables, Set<String> names) {
        return tables.stream().allMatch(table -> table.state() == State.PRESENT)
                && names.stream()
                        .map(DatabaseFileName::of)
                        .filter(name -> name.kind() == DatabaseFileName.Kind.TABLE)
                        .allMatch(name -> manifest.wasAdded(name.number()));
    }

    private static boolean onlyZeros(Manifest manifest, long from) throws IOException {
        byte[] zeros = new byte[Log.BLOCK_LENGTH];
        try (InputStream in = RegularFiles.open(manifest.path())) {
            in.skipNBytes(from);
            byte[] part = in.readNBytes(zeros.length);
            while (part.length > 0) {
                if (!Arrays.equals(part, 0, part.length, zeros, 0, part.length)) {
                    return false;
                }
                part = in.readNBytes(zeros.length);
            }
        }
        return true;
    }
}
