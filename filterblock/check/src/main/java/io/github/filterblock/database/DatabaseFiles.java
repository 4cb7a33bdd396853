// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.RegularFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files in a database's directory, sorted by whether an engine needs them (DB-1).
 *
 * @param tables the live tables, by their numbers
 * @param others CURRENT, write-ahead logs that are needed, and files that do not belong to LevelDB
 * @param obsolete files that no engine would read again: obsolete tables, logs and MANIFESTs, temporary files,
 *     directories
 */
record DatabaseFiles(List<LiveTable> tables, List<Path> others, List<Path> obsolete) {
    /**
     * A file that goleveldb renames to CURRENT, and prefers to CURRENT if it was stopped before. It does not prefer
     * {@code CURRENT.bak}.
     */
    private static final Pattern PENDING_CURRENT = Pattern.compile("CURRENT\\.[0-9]+");

    private static final int IQ80_SURPLUS = 4;

    /** In the order in which LevelDB looks for them. */
    private static final List<String> TABLE_EXTENSIONS = List.of(".ldb", ".sst");

    /**
     * Lists a directory and compares it with the MANIFEST.
     *
     * @throws CorruptDatabaseException if a live table is missing or has another size, or if it is uncertain which
     *     MANIFEST is the right one
     */
    static DatabaseFiles list(Path database, Manifest manifest) throws IOException {
        DatabaseFiles files = new DatabaseFiles(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Set<Path> known = new HashSet<>();
        known.add(manifest.path());
        for (AddedTable added : manifest.tables().values()) {
            LiveTable table = liveTable(database, manifest, added);
            files.tables.add(table);
            known.add(table.file());
        }
        for (Path file : entries(database)) {
            if (!known.contains(file)) {
                files.sort(file, manifest);
            }
        }
        return new DatabaseFiles(List.copyOf(files.tables), List.copyOf(files.others), List.copyOf(files.obsolete));
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

    private static LiveTable liveTable(Path database, Manifest manifest, AddedTable table) throws IOException {
        for (String extension : TABLE_EXTENSIONS) {
            Path file = database.resolve(DatabaseFileName.ofTable(table.number(), extension));
            if (Files.exists(file)) {
                RegularFiles.check(file);
                return new LiveTable(file, table.number(), checkedSize(file, manifest, table), table.size());
            }
        }
        throw new CorruptDatabaseException(
                manifest.path().toString(),
                table.recordOffset(),
                Reason.BAD_TABLES,
                "table " + DatabaseFileName.ofTable(table.number(), TABLE_EXTENSIONS.get(0)) + " is not there");
    }

    /**
     * A table that is cut short has no footer at its end, so the excess that iq80's writer claims does no harm: it adds
     * the estimate of an empty block to each size (iq80/leveldb 0.12, {@code TableBuilder.getFileSize}).
     */
    private static long checkedSize(Path file, Manifest manifest, AddedTable table) throws IOException {
        long size = Files.size(file);
        if (size != table.size() && size + IQ80_SURPLUS != table.size()) {
            throw new CorruptDatabaseException(
                    file.toString(),
                    size,
                    Reason.BAD_TABLES,
                    "the table ends here, but according to offset " + table.recordOffset() + " of "
                            + manifest.path().getFileName() + " it has " + Long.toUnsignedString(table.size())
                            + " bytes");
        }
        return size;
    }

    private void sort(Path file, Manifest manifest) throws IOException {
        String text = file.getFileName().toString();
        if (PENDING_CURRENT.matcher(text).matches()) {
            throw new CorruptDatabaseException(
                    file.toString(),
                    0,
                    Reason.BAD_CURRENT,
                    "goleveldb was stopped before it renamed this to CURRENT; let it open the database once, and try"
                            + " again");
        }
        DatabaseFileName name = DatabaseFileName.of(text);
        switch (name.kind()) {
            case LOCK, INFO_LOG -> {} // every engine makes its own
            case CURRENT, OTHER -> (Files.isRegularFile(file) ? others : obsolete).add(file);
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
