// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files in a database's directory, sorted by whether an engine needs them (DB-1).
 *
 * @param tables the live tables, by their numbers
 * @param others CURRENT, write-ahead logs that are needed, and files that do not belong to LevelDB
 * @param obsolete files that no engine would read again: obsolete tables, logs and MANIFESTs, temporary files,
 *     directories
 * @param states size and time of each table and each other file, by which a later change is noticed
 */
record DatabaseFiles(List<LiveTable> tables, List<Path> others, List<Path> obsolete, Map<Path, State> states) {
    /** Size and time of a file. */
    record State(long size, FileTime modified) {
        static State of(Path file) throws IOException {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new State(attributes.size(), attributes.lastModifiedTime());
        }
    }

    /**
     * Lists a directory and compares it with the MANIFEST.
     *
     * @throws CorruptDatabaseException if a live table is missing or has another size, or if it is uncertain which
     *     MANIFEST is the right one
     */
    static DatabaseFiles list(Path database, Manifest manifest) throws IOException {
        DatabaseFiles files =
                new DatabaseFiles(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
        Set<Path> known = new HashSet<>();
        known.add(manifest.path());
        SortedSet<Path> entries = entries(database);
        Set<String> names =
                entries.stream().map(file -> String.valueOf(file.getFileName())).collect(Collectors.toSet());
        for (LiveTable table : TableLocations.of(database, names, manifest)) {
            files.tables.add(table);
            known.add(table.file());
        }
        checkTables(files.tables, manifest);
        for (Path file : entries) {
            if (!known.contains(file)) {
                files.sort(file, manifest);
            }
        }
        for (Path file : files.others) {
            files.states.put(file, State.of(file));
        }
        for (LiveTable table : files.tables) {
            files.states.put(table.file(), State.of(table.file()));
        }
        return files;
    }

    /** Whether nothing has changed since the other list was made from the same MANIFEST. */
    boolean isSameAs(DatabaseFiles other) {
        return others.equals(other.others) && obsolete.equals(other.obsolete) && states.equals(other.states);
    }

    /** The write-ahead logs that are needed, by their numbers. */
    List<Path> logs() {
        return others.stream()
                .filter(file -> nameOf(file).kind() == DatabaseFileName.Kind.WRITE_AHEAD_LOG)
                .sorted((one, other) ->
                        Long.compareUnsigned(nameOf(one).number(), nameOf(other).number()))
                .toList();
    }

    private static DatabaseFileName nameOf(Path file) {
        return DatabaseFileName.of(file.getFileName().toString());
    }

    private static SortedSet<Path> entries(Path database) throws IOException {
        try (Stream<Path> entries = Files.list(database)) {
            return entries.collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
        }
    }

    private static void checkTables(List<LiveTable> tables, Manifest manifest) throws IOException {
        List<LiveTable> wrong = tables.stream()
                .filter(table -> table.state() != LiveTable.State.PRESENT)
                .toList();
        if (!wrong.isEmpty()) {
            LiveTable first = wrong.get(0);
            if (first.state() == LiveTable.State.NOT_A_FILE) {
                RegularFiles.check(first.file());
            }
            String more = wrong.size() == 1
                    ? ""
                    : "; of the " + tables.size() + " live tables, " + wrong.size() + " differ from the MANIFEST";
            throw new CorruptDatabaseException(
                    manifest.path().toString(), first.recordOffset(), Reason.BAD_TABLES, first.description() + more);
        }
    }

    private void sort(Path file, Manifest manifest) throws IOException {
        DatabaseFileName name = nameOf(file);
        switch (name.kind()) {
            case LOCK, INFO_LOG -> {} // every engine makes its own
            case PENDING_CURRENT ->
                throw new CorruptDatabaseException(
                        file.toString(),
                        0,
                        Reason.BAD_CURRENT,
                        "goleveldb was stopped before it renamed this to CURRENT; let it open the database once, and"
                                + " try again");
            case CURRENT, OPTIONS, IDENTITY, MARKER, BLOBS, LEVEL_FOLDER, REMOTE_CATALOG, OTHER ->
                (Files.isRegularFile(file) ? others : obsolete).add(file);
            case WRITE_AHEAD_LOG -> sortLog(file, manifest.needsLog(name.number()));
            case MANIFEST, TABLE, TEMPORARY -> obsolete.add(file);
        }
    }

    private void sortLog(Path file, boolean needed) throws IOException {
        if (needed) {
            RegularFiles.check(file);
        }
        (needed ? others : obsolete).add(file);
    }
}
