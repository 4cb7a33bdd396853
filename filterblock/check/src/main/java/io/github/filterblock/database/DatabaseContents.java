// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a MANIFEST says.
 *
 * @param manifest its file
 * @param edits number of version edits
 * @param comparators their names by the names of column families
 * @param sequences what sequence numbers the tables may have
 * @param stated what it says of each table, by their numbers
 * @param tables the same as they lie in the directory, by the numbers of their files
 * @param isComplete whether it was read to its end
 * @param noteOnEnd what is worth knowing of its end
 * @param noteOnLogs what is worth knowing of its write-ahead logs
 * @param logs those that are needed and not empty
 * @param noteOnBlobs that there are files with values
 */
record DatabaseContents(
        @Nullable Path manifest,
        int edits,
        SortedMap<String, String> comparators,
        SequenceLimit sequences,
        SortedMap<Long, AddedTable> stated,
        List<LiveTable> tables,
        boolean isComplete,
        Optional<String> noteOnEnd,
        Optional<String> noteOnLogs,
        List<WriteAheadLog> logs,
        Optional<String> noteOnBlobs) {
    static final DatabaseContents NONE = new DatabaseContents(
            null,
            0,
            new TreeMap<>(),
            SequenceLimit.NONE,
            new TreeMap<>(),
            List.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty());

    /**
     * Compares a MANIFEST with the files of its directory.
     *
     * @param names the names in the directory
     * @param collector takes what is wrong
     */
    static DatabaseContents of(Path directory, Set<String> names, Manifest manifest, Findings.Collector collector)
            throws IOException {
        List<LiveTable> tables = TableLocations.of(directory, names, manifest);
        Optional<String> noteOnEnd = AllocatedAhead.note(manifest, names, tables);
        Optional<CorruptDatabaseException> damage = noteOnEnd.isEmpty() ? manifest.damage() : Optional.empty();
        if (damage.isPresent()) {
            add(damage.get(), collector);
        }
        boolean comparable = damage.isEmpty() || damage.get().reason() == CorruptDatabaseException.Reason.TORN_LOG;
        if (comparable) {
            MissingTables.check(tables, names, manifest, collector);
            BlobFileChecks.check(directory, manifest, collector);
            LevelOrder.check(tables, manifest, collector);
        }
        SortedMap<String, String> comparators = new TreeMap<>();
        manifest.families()
                .values()
                .forEach(family ->
                        comparators.put(family.name(), family.comparator().orElse("")));
        return new DatabaseContents(
                manifest.path(),
                manifest.editCount(),
                comparators,
                SequenceLimit.of(manifest),
                manifest.tables(),
                tables,
                damage.isEmpty(),
                noteOnEnd,
                damage.isEmpty() ? WriteAheadLogs.note(names, manifest) : Optional.empty(),
                WriteAheadLogs.needed(directory, names, manifest),
                BlobFileChecks.note(manifest));
    }

    /** The name of a table's comparator, each character standing for one byte; empty if none is stated. */
    String comparator(LiveTable live) {
        return comparators.getOrDefault(live.columnFamily(), "");
    }

    /** Takes damage of CURRENT or the MANIFEST. */
    static void add(CorruptDatabaseException e, Findings.Collector collector) {
        String file = String.valueOf(Path.of(e.file()).getFileName());
        String prefix = e.detail().startsWith(file) ? "" : file + ": ";
        collector.add(e.rule(), e.offset(), () -> prefix + e.detail());
    }
}
