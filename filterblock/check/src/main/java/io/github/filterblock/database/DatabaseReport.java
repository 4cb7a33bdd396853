// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the files around the tables of a database say about them, and what is wrong with these files: CURRENT or a
 * marker, the MANIFEST and the names in the directory (DB-1 to DB-11). The databases of LevelDB, Basho, RocksDB and
 * Pebble are read. Nothing is refused: damage is a finding. The tables themselves are not opened.
 *
 * <p>The directory is read without a lock. If a program changes the MANIFEST meanwhile, and a table is missing or
 * something else is wrong, all is read again, at most {@value #MAX_READINGS} times.
 *
 * <p>Immutable; safe for use by any number of threads.
 */
public final class DatabaseReport {
    /** So often a database that changes is read. */
    static final int MAX_READINGS = 5;

    private final Path directory;
    private final Optional<ManifestStamp> stamp;
    private final Optional<DatabaseKind> kind;
    private final Findings findings;
    private final List<String> notes;
    private final DatabaseContents contents;
    private final Map<Path, LiveTable> liveByFile = new HashMap<>();
    private final Map<String, EqualKeys> equalKeys = new ConcurrentHashMap<>();

    private DatabaseReport(Path directory, DatabaseKind expected, Set<String> names, Runnable manifestRead)
            throws IOException {
        this.directory = directory;
        this.stamp = ManifestStamp.of(directory, names);
        Findings.Collector collector = new Findings.Collector(Findings.USUAL_LIMIT);
        DatabaseKind found = expected;
        DatabaseContents read = DatabaseContents.NONE;
        String note = null;
        try {
            ManifestPointer pointer = ManifestPointer.read(directory, names);
            Manifest manifest = Manifest.readAsAny(pointer.manifest(), expected);
            manifestRead.run();
            found = manifest.kind();
            read = DatabaseContents.of(directory, names, manifest, collector);
        } catch (CorruptDatabaseException e) {
            DatabaseContents.add(e, collector);
        } catch (FileSystemException e) {
            collector.add(Rule.DB_2, 0, () -> unreadable(e));
        } catch (OutOfMemoryError e) {
            note = "the MANIFEST does not fit into the heap of Java; it is not known which tables are live";
        }
        boolean isTold = found.isToldByNames() || read.manifest() != null && read.edits() > 0;
        this.kind = isTold ? Optional.of(found) : Optional.empty();
        this.contents = read;
        this.findings = collector.findings();
        this.notes = DatabaseNotes.of(note, read, found, directory, names);
        read.tables().forEach(table -> liveByFile.put(table.file(), table));
    }

    /**
     * Reads a directory.
     *
     * @param directory any directory
     * @return the report; empty if no name in the directory is CURRENT, a MANIFEST's or a marker's, if there is only a
     *     file CURRENT that no database has, or if it has no CURRENT and is the directory {@code lost} of a database,
     *     where a repair puts what it replaced
     * @throws IOException if the directory cannot be read, or reading a file of it fails
     */
    public static Optional<DatabaseReport> of(Path directory) throws IOException {
        return of(directory, () -> {});
    }

    /**
     * The same.
     *
     * @param manifestRead runs each time after the MANIFEST was read, before the tables are looked for
     */
    static Optional<DatabaseReport> of(Path directory, Runnable manifestRead) throws IOException {
        Optional<DatabaseReport> report = once(directory, manifestRead);
        for (int i = 1;
                i < MAX_READINGS && report.filter(DatabaseReport::isOvertaken).isPresent();
                i++) {
            report = once(directory, manifestRead);
        }
        return report;
    }

    /** Whether what is wrong may be so because the database changed while it was read. */
    private boolean isOvertaken() {
        return (!findings.isEmpty() || !unreadable().isEmpty()) && !isCurrent();
    }

    /** {@return whether the MANIFEST is still the one that was read, without a change} */
    public boolean isCurrent() {
        try {
            return ManifestStamp.of(directory, DatabaseDirectory.namesIn(directory))
                    .equals(stamp);
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<DatabaseReport> once(Path directory, Runnable manifestRead) throws IOException {
        Set<String> names = DatabaseDirectory.namesIn(directory);
        return DatabaseDirectory.isIn(names)
                        && !DatabaseDirectory.isSetAside(directory, names)
                        && !ManifestPointer.isOfAnotherProgram(directory, names)
                ? Optional.of(new DatabaseReport(directory, DatabaseKind.of(directory, names), names, manifestRead))
                : Optional.empty();
    }

    /** What lies where CURRENT or the MANIFEST should be. */
    private static String unreadable(FileSystemException e) {
        String file = e.getFile() == null ? "CURRENT" : e.getFile().replaceFirst(".*/", "");
        String reason = e instanceof NoSuchFileException ? "is a link that leads nowhere" : e.getReason();
        return file + " " + (reason != null ? reason : "cannot be read");
    }

    /** {@return the directory, as it was given} */
    public Path directory() {
        return directory;
    }

    /** {@return whose database it is; empty if no version edit could be read and no names of files tell} */
    public Optional<DatabaseKind> kind() {
        return kind;
    }

    /** {@return the MANIFEST that counts; empty if it is not known or was not read} */
    public Optional<Path> manifest() {
        return Optional.ofNullable(contents.manifest());
    }

    /** {@return the number of version edits that were read} */
    public int versionEdits() {
        return contents.edits();
    }

    /**
     * {@return the comparators' names by the names of column families, of which LevelDB and Pebble have one, {@code
     * default}; each character is one byte; an empty name if none is stated}
     */
    public SortedMap<String, String> comparators() {
        return Collections.unmodifiableSortedMap(contents.comparators());
    }

    /** {@return the live tables by their numbers, whether or not their files are there} */
    public List<LiveTable> tables() {
        return contents.tables();
    }

    /**
     * {@return whether all live tables are known, so that what is not among them is obsolete} They are not if the
     * MANIFEST is damaged or missing.
     */
    public boolean isComplete() {
        return contents.isComplete();
    }

    /** {@return the live tables that cannot be read: missing, empty, or elsewhere} */
    public List<LiveTable> unreadable() {
        return contents.tables().stream().filter(table -> !table.isReadable()).toList();
    }

    /**
     * {@return what is wrong with CURRENT, the MANIFEST, and the set of tables} An offset is one in the file that the
     * message names, else in the MANIFEST. Those about a table that is there are made by {@link #check}.
     */
    public Findings findings() {
        return findings;
    }

    /** {@return what is worth knowing and breaks no rule} */
    public List<String> notes() {
        return notes(table -> false);
    }

    /**
     * The same for a caller who looks at tables in other directories.
     *
     * @param wasRead tells whether a live table was read that does not lie in the database's directory
     * @return what is worth knowing and breaks no rule
     */
    public List<String> notes(Predicate<LiveTable> wasRead) {
        long unread = tables().stream()
                .filter(table -> table.isElsewhere() && !wasRead.test(table))
                .count();
        return Stream.concat(DatabaseNotes.elsewhere(unread, directory).stream(), notes.stream())
                .toList();
    }

    /** {@return that there are files with values, which nobody looked at; empty if there are none} */
    public Optional<String> noteOnBlobs() {
        return contents.noteOnBlobs();
    }

    /** {@return the write-ahead logs that the program replays and that are not empty, by their numbers} */
    public List<WriteAheadLog> logs() {
        return contents.logs();
    }

    /**
     * Reads the write-ahead logs whose form is known.
     *
     * @return what is damaged in them, with offsets in the log that the message names
     * @throws IOException if a log cannot be read
     */
    public Findings checkLogs() throws IOException {
        Findings.Collector all = new Findings.Collector(Findings.USUAL_LIMIT);
        for (WriteAheadLog log : logs()) {
            if (log.isReadable()) {
                all.addAll(log.read((key, offset, length, sequence, deletes) -> {}));
            }
        }
        return all.findings();
    }

    /**
     * Finds a live table by its file.
     *
     * @param file a file in the directory or in one of Basho's folders
     * @return the table; empty if no live table has this file
     */
    public Optional<LiveTable> liveTable(Path file) {
        Path directoryOfFile = file.toAbsolutePath().normalize();
        Path relative = directory.toAbsolutePath().normalize().relativize(directoryOfFile);
        return Optional.ofNullable(liveByFile.get(directory.resolve(relative)));
    }

    /**
     * Why keys of a table may not be those of the database.
     *
     * @param file a table's file
     * @param equalBytes whether keys that the comparator calls equal are said to have equal bytes
     * @return that Pebble shows them with another prefix or suffix (DB-10), or that keys which the comparator calls
     *     equal may differ in bytes, as a clause; empty if the keys are what they seem, or no live table has this file
     * @throws IOException if a table cannot be read
     */
    public Optional<String> doubtOfKeys(Path file, boolean equalBytes) throws IOException {
        Optional<LiveTable> live = liveTable(file);
        if (live.isEmpty()) {
            return Optional.empty();
        }
        if (view(live.get()).replacesKeys()) {
            return Optional.of("Pebble shows the keys of this table with another prefix or suffix than the file has ("
                    + Rule.DB_10 + ")");
        }
        return doubtOfEqualKeys(live.get(), equalBytes);
    }

    /**
     * Why keys of a table that the comparator calls equal may differ in bytes.
     *
     * @param live a live table of this database
     * @param equalBytes whether they are said not to, which does not count where keys have timestamps
     * @return why, as a clause; empty if they do not, or the table itself says so
     * @throws IOException if a table cannot be read
     */
    public Optional<String> doubtOfEqualKeys(LiveTable live, boolean equalBytes) throws IOException {
        String comparator = contents.comparator(live);
        EqualKeys known = equalKeys.get(comparator);
        if (known == null) {
            boolean isUnnamed = kind.equals(Optional.of(DatabaseKind.LEVELDB))
                    || kind.equals(Optional.of(DatabaseKind.BASHO)); // the tables of others name it
            known = isUnnamed ? EqualKeys.of(comparator, tables()) : EqualKeys.CERTAIN;
            equalKeys.put(comparator, known);
        }
        return known.doubt(equalBytes);
    }

    /**
     * Whether a table of the directory is obsolete.
     *
     * @param file any file
     * @return whether no live table has this file; empty if the live tables are not known, or if the name of the file
     *     is that of CURRENT, a MANIFEST, a log, or another file of the database that is no table
     */
    public Optional<Boolean> isObsolete(Path file) {
        DatabaseFileName name = DatabaseFileName.of(String.valueOf(file.getFileName()));
        return isComplete() && name.mayBeTable() ? Optional.of(liveTable(file).isEmpty()) : Optional.empty();
    }

    /**
     * Compares a live table with what the MANIFEST says of it.
     *
     * @param live a live table of this database
     * @param table its file
     * @param report what was read of it
     * @return that it has another length, another comparator, keys without tags, keys outside its
     *     range, where the database's program does not look for them, or keys out of order; offsets are those in the
     *     MANIFEST, but that of keys out of order is the offset of a data block
     * @throws IOException if its properties, or its first or last data block cannot be read
     */
    public Findings check(LiveTable live, TableFile table, TableReport report) throws IOException {
        return LiveTableChecks.of(live, table, report, contents);
    }

    /**
     * Which keys of a live table's file the database shows.
     *
     * @param live a live table of this database
     * @return the view
     */
    public KeyView view(LiveTable live) {
        String comparator = contents.comparator(live);
        return KeyView.of(live.number(), contents.stated().values(), TableLocations.order(comparator));
    }

    /**
     * Whether a table may have keys outside the range that the MANIFEST gives; its first and its last data block are
     * read.
     *
     * @param live a live table of this database
     * @param table its file
     * @param structure that of the file
     * @return whether its first or last key lies outside, or is not known; false if there is no range
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public boolean mayHaveKeysOutside(LiveTable live, TableFile table, TableStructure structure) throws IOException {
        return HiddenKeys.mayBeOutside(live, table, structure);
    }

    /**
     * What it means for the database that a file could not be read as a table.
     *
     * @param file a file in the directory or in one of Basho's folders
     * @return that it is a live table's, and has another length than the MANIFEST gives, or none; empty if no live
     *     table has this file
     */
    public Optional<Finding> unreadable(Path file) {
        return liveTable(file)
                .map(table -> LiveTableChecks.length(table, contents.manifest())
                        .orElseGet(() -> new Finding(
                                Rule.DB_6,
                                table.recordOffset(),
                                table.name() + " is a live table, but cannot be read as one")));
    }
}
