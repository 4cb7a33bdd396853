// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Rule;
import io.github.filterblock.database.LiveTable.State;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is worth knowing of a database and breaks no rule. */
final class DatabaseNotes {
    private static final int USUAL_LEVELS = 7;

    /** How many files of a kind are named. */
    private static final int NAMED = 3;

    private DatabaseNotes() {}

    /**
     * The notes of a database.
     *
     * @param first what is to be said first; null for nothing
     * @param directory where it lies
     * @param names the names in its directory
     */
    static List<String> of(
            @Nullable String first, DatabaseContents contents, DatabaseKind kind, Path directory, Set<String> names) {
        List<String> all = new ArrayList<>();
        if (first != null) {
            all.add(first);
        }
        if (contents.isComplete() && contents.tables().isEmpty()) {
            all.add("the database has no live table: what it holds is in its write-ahead logs");
        }
        Stream.of("CURRENT", nameOf(contents.manifest()))
                .filter(names::contains)
                .forEach(name -> linkElsewhere(directory, name).ifPresent(all::add));
        if (!kind.keepsOldManifest()) {
            otherManifests(contents.manifest(), names).ifPresent(all::add);
        }
        levels(contents, kind).ifPresent(all::add);
        contents.noteOnEnd().ifPresent(all::add);
        contents.noteOnLogs().ifPresent(all::add);
        contents.noteOnBlobs().ifPresent(all::add);
        long shown = contents.stated().values().stream()
                .filter(table -> table.origin().replacesKeys())
                .count();
        if (shown > 0) {
            all.add("the MANIFEST shows the keys of " + shown + (shown == 1 ? " table" : " tables")
                    + " with another prefix or suffix than the files have (" + Rule.DB_10 + ")");
        }
        contents.logs().stream()
                .filter(log -> !log.isReadable())
                .map(WriteAheadLog::unread)
                .forEach(all::add);
        names.stream()
                .filter(name -> DatabaseFileName.of(name).kind() == DatabaseFileName.Kind.PENDING_CURRENT)
                .sorted()
                .forEach(name -> all.add(name + " is left over; goleveldb would use it instead of CURRENT"));
        contents.comparators().values().stream()
                .distinct()
                .filter(name -> !name.isEmpty() && Order.of(name) == Order.UNKNOWN)
                .forEach(name -> all.add("the order of keys was not checked: it is that of the comparator "
                        + MetaindexEntry.printable(name)));
        long ofIq80 = contents.tables().stream()
                .filter(table -> table.state() == State.PRESENT
                        && kind.hasLooseWriters()
                        && table.size() != table.manifestSize())
                .count();
        if (ofIq80 > 0) {
            all.add("the MANIFEST gives 4 bytes more than the file has for " + ofIq80 + " of the "
                    + contents.tables().size() + " live tables, as iq80's writer does; LevelDB refuses them ("
                    + Rule.DB_6 + ")");
        }
        if (kind.hasPlacesByOption() && !BackupFolder.isBackup(directory) && isEveryOtherMissing(contents)) {
            all.add("no live table is in this directory: the missing ones may lie in the first of RocksDB's"
                    + " db_paths, which need not be the database's own directory");
        }
        return List.copyOf(all);
    }

    /** That tables lie elsewhere, where nobody looked at them. */
    static Optional<String> elsewhere(long count, Path directory) {
        boolean isBackup = BackupFolder.isBackup(directory);
        String where = isBackup ? "with those that all backups share" : "in another directory";
        String unchecked = isBackup ? "compared with the MANIFEST" : "looked for";
        return count == 0
                ? Optional.empty()
                : Optional.of(
                        count == 1
                                ? "1 of the live tables lies " + where + ", and was not " + unchecked
                                : count + " of the live tables lie " + where + ", and were not " + unchecked);
    }

    /** Whether some tables are missing, and none is there: the first of {@code db_paths} is not in the MANIFEST. */
    private static boolean isEveryOtherMissing(DatabaseContents contents) {
        List<State> here = contents.tables().stream()
                .filter(table -> !table.isElsewhere())
                .map(LiveTable::state)
                .toList();
        return !here.isEmpty() && here.stream().allMatch(State.MISSING::equals);
    }

    private static String nameOf(@Nullable Path manifest) {
        return manifest == null ? "" : String.valueOf(manifest.getFileName());
    }

    /** That CURRENT or the MANIFEST is a link out of the directory: it may be another database's. */
    private static Optional<String> linkElsewhere(Path directory, String name) {
        Path file = directory.resolve(name);
        try {
            if (!Files.isSymbolicLink(file)
                    || directory.toRealPath().equals(file.toRealPath().getParent())) {
                return Optional.empty();
            }
            return Optional.of(name + " is a link to " + Files.readSymbolicLink(file)
                    + ", a file of another directory; the tables are those of this one");
        } catch (IOException e) {
            return Optional.empty(); // that it leads nowhere is a finding
        }
    }

    private static Optional<String> otherManifests(@Nullable Path manifest, Set<String> names) {
        if (manifest == null) {
            return Optional.empty();
        }
        List<String> others = names.stream()
                .filter(name -> DatabaseFileName.of(name).kind() == DatabaseFileName.Kind.MANIFEST)
                .filter(name -> !name.equals(nameOf(manifest)))
                .sorted()
                .toList();
        if (others.isEmpty()) {
            return Optional.empty();
        }
        String more = others.size() == 1 ? " is there too, and was not read" : " are there too, and were not read";
        return Optional.of(String.join(", ", others.subList(0, Math.min(others.size(), NAMED)))
                + (others.size() > NAMED ? " and " + (others.size() - NAMED) + " more MANIFESTs" : "") + more
                + ": the tables are those of " + nameOf(manifest));
    }

    /** How many levels RocksDB has is an option, 7 by default. */
    private static Optional<String> levels(DatabaseContents contents, DatabaseKind kind) {
        int highest =
                contents.tables().stream().mapToInt(LiveTable::level).max().orElse(0);
        return kind.hasPlacesByOption() && highest >= USUAL_LEVELS
                ? Optional.of("tables lie in level " + highest + ": RocksDB opens the database only if its option"
                        + " num_levels is " + (highest + 1L) + " or more")
                : Optional.empty();
    }
}
