// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.DatabaseDirectory;
import io.github.filterblock.database.DatabaseFileName;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.KeyView;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.WriteAheadLog;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The databases around tables, each directory read once. Safe for use by several threads. */
final class NearbyDatabases {
    private final Map<Path, Optional<DatabaseReport>> reports = new ConcurrentHashMap<>();

    /** The directories that were listed. */
    private final Set<Path> entered = ConcurrentHashMap.newKeySet();

    /** The directories in which live tables of databases lie that are in other directories. */
    private final Set<Path> withLiveTables = ConcurrentHashMap.newKeySet();

    /** The files that were examined while they were live, or not known to be obsolete. */
    private final Set<Path> visited = ConcurrentHashMap.newKeySet();

    /** The files that were listed, and gone when they were to be read. */
    private final Set<Path> gone = ConcurrentHashMap.newKeySet();

    /** The databases that were read again since they had changed. */
    private final Set<Path> changed = ConcurrentHashMap.newKeySet();

    /** A live table, and the database that names it. */
    record Live(DatabaseReport database, LiveTable table) {}

    /** The database to which a table belongs; empty if there is none, or it cannot be read. */
    Optional<DatabaseReport> around(Path table) {
        return DatabaseDirectory.directoryOf(table).flatMap(this::in);
    }

    /** The database in a directory. */
    Optional<DatabaseReport> in(Path directory) {
        return reports.computeIfAbsent(absolute(directory), NearbyDatabases::read);
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /**
     * The live table that a file is: of the database in its directory, or of another one whose tables lie in several
     * directories, as RocksDB's backups and {@code db_paths}.
     */
    Optional<Live> live(Path file) {
        Optional<Live> here =
                around(file).flatMap(database -> database.liveTable(file).map(table -> new Live(database, table)));
        if (here.isPresent() || around(file).isPresent()) {
            return here;
        }
        return elsewhere().filter(live -> isFileOf(live.table(), file)).findFirst();
    }

    /** The live tables that lie in other directories than their databases. */
    private Stream<Live> elsewhere() {
        return reports.values().stream()
                .flatMap(Optional::stream)
                .flatMap(database -> database.tables().stream()
                        .filter(LiveTable::isElsewhere)
                        .map(table -> new Live(database, table)));
    }

    /** What the database to which a table belongs shows of it. */
    KeyView view(Path file) {
        return live(file).map(live -> live.database().view(live.table())).orElse(KeyView.ALL);
    }

    /** Whether a file in another directory is a table: it has its number and its length. */
    private static boolean isFileOf(LiveTable table, Path file) {
        if (absolute(file).equals(absolute(table.file()))) {
            return true;
        }
        try {
            return String.valueOf(file.getFileName())
                            .equals(String.valueOf(table.file().getFileName()))
                    && Files.size(file) == table.manifestSize();
        } catch (IOException e) {
            return false;
        }
    }

    /** Takes note of a file that is to be examined. */
    void visit(Path file) {
        if (!Boolean.TRUE.equals(isObsolete(file))) {
            visited.add(absolute(file));
        }
    }

    /** Whether a live table was examined, wherever it lies. */
    boolean wasVisited(LiveTable table) {
        return visited.contains(absolute(table.file()))
                || table.isElsewhere() && visited.stream().anyMatch(file -> isFileOf(table, file));
    }

    /** Whether a file was listed, and a program that uses the database has removed it since. */
    boolean isGone(Path file) {
        Path absolute = absolute(file);
        Path directory = absolute.getParent();
        boolean isGone = directory != null
                && entered.contains(directory)
                && around(file).isPresent()
                && !Files.exists(absolute, LinkOption.NOFOLLOW_LINKS);
        if (isGone) {
            gone.add(absolute);
        }
        return isGone;
    }

    /** The write-ahead log that a file is, if its form is known. */
    Optional<WriteAheadLog> log(Path file) {
        return around(file)
                .flatMap(database -> database.logs().stream()
                        .filter(log -> log.isReadable() && absolute(log.file()).equals(absolute(file)))
                        .findFirst());
    }

    /**
     * The live tables that were not examined: a program has added them since the directory was listed. A database that
     * lost files meanwhile is read again.
     *
     * @param withLogs whether write-ahead logs are examined as well
     */
    List<Path> unvisited(List<Path> named, boolean withLogs) {
        List<Path> more = new ArrayList<>();
        for (DatabaseReport before : below(named)) {
            DatabaseReport database = refreshed(before);
            Stream.concat(
                            database.tables().stream()
                                    .filter(LiveTable::isReadable)
                                    .map(LiveTable::file),
                            database.logs().stream()
                                    .filter(log -> withLogs && log.isReadable())
                                    .map(WriteAheadLog::file))
                    .filter(file -> !visited.contains(absolute(file)))
                    .map(file -> shown(file, named))
                    .forEach(more::add);
        }
        return more;
    }

    private DatabaseReport refreshed(DatabaseReport database) {
        Path directory = absolute(database.directory());
        boolean hasLost = gone.stream()
                .anyMatch(file -> DatabaseDirectory.directoryOf(file).equals(Optional.of(directory)));
        boolean hasMissing = database.tables().stream().anyMatch(table -> table.state() == LiveTable.State.MISSING);
        if (!hasLost && (!hasMissing || database.isCurrent())) {
            return database;
        }
        Optional<DatabaseReport> again = read(directory);
        reports.put(directory, again);
        if (hasLost) {
            gone.forEach(visited::remove);
            changed.add(directory);
            gone.clear();
        }
        return again.orElse(database);
    }

    /** A file in the words of the paths that were named. */
    private static Path shown(Path file, List<Path> named) {
        return named.stream()
                .filter(path -> absolute(file).startsWith(absolute(path)))
                .findFirst()
                .map(path -> path.resolve(absolute(path).relativize(absolute(file))))
                .orElse(file);
    }

    /** That a program changed a database while it was read. */
    Optional<String> noteOnUse(DatabaseReport database) {
        return changed.contains(absolute(database.directory()))
                ? Optional.of("a program changed the database while its tables were read: it was read again, and"
                        + " tables that are gone were left out")
                : Optional.empty();
    }

    /** Whether a directory lies in a database whose live tables are known, so that it holds none of them. */
    boolean isBesideTables(Path directory) {
        for (Path above = absolute(directory).getParent(); above != null; above = above.getParent()) {
            Optional<DatabaseReport> database = reports.getOrDefault(above, Optional.empty());
            if (database.isPresent()) {
                return database.get().isComplete();
            }
        }
        return false;
    }

    private static Optional<DatabaseReport> read(Path directory) {
        try {
            return DatabaseReport.of(directory);
        } catch (IOException e) {
            return Optional.empty(); // the table is examined all the same
        }
    }

    /**
     * Whether the MANIFEST of a table's database does not name it; null where there is none that can be read. That
     * database is the one beside the table, or one of whose live tables another lies in the same directory.
     */
    @Nullable
    Boolean isObsolete(Path table) {
        Optional<DatabaseReport> database = around(table);
        if (database.isEmpty() && isAmongLiveTables(table)) {
            return live(table).isEmpty() ? true : null;
        }
        return database.flatMap(each -> each.isObsolete(table)).orElse(null);
    }

    private boolean isAmongLiveTables(Path table) {
        Path directory = absolute(table).getParent();
        if (directory == null) {
            return false;
        }
        if (!withLiveTables.contains(directory)
                && elsewhere()
                        .filter(live -> live.database().isComplete())
                        .anyMatch(live -> isFileOf(
                                live.table(),
                                directory.resolve(
                                        String.valueOf(live.table().file().getFileName()))))) {
            withLiveTables.add(directory);
        }
        return withLiveTables.contains(directory);
    }

    /** What is wrong with a table of a database, beside what is wrong with the file alone. */
    Findings check(Path file, TableFile table, TableReport report) throws IOException {
        Optional<Live> live = live(file);
        return live.isEmpty()
                ? Findings.NONE
                : live.get().database().check(live.get().table(), table, report);
    }

    /** What is wrong with the files around the tables of a database, its write-ahead logs included. */
    static Findings findings(DatabaseReport database) {
        Findings.Collector all = new Findings.Collector(Findings.USUAL_LIMIT);
        all.addAll(database.findings());
        try {
            all.addAll(database.checkLogs());
        } catch (IOException e) {
            all.add(Rule.DB_3, 0, () -> "a write-ahead log cannot be read: " + e.getMessage());
        }
        return all.findings();
    }

    /** What it means for a database that a file could not be read as a table. */
    Optional<Finding> unreadable(Path file) {
        return around(file).flatMap(database -> database.unreadable(file));
    }

    /** Why keys of a table may not be those of the database around it. */
    private Optional<String> doubtOfKeys(Path table, boolean equalBytes) throws IOException {
        Optional<DatabaseReport> database = around(table);
        return database.isEmpty() ? Optional.empty() : database.get().doubtOfKeys(table, equalBytes);
    }

    /** Whether keys of a table are doubtful until it is said that equal keys have equal bytes. */
    boolean needsEqualBytes(Path table, boolean equalBytes) throws IOException {
        return doubtOfKeys(table, equalBytes).isPresent()
                && doubtOfKeys(table, true).isEmpty();
    }

    /**
     * What is known of a table whose keys are to be written elsewhere: all keys of a live one have tags.
     *
     * @param given what the options say
     * @param equalBytes whether keys that the comparator calls equal are said to have equal bytes
     */
    FilterHints hints(Path table, FilterHints given, boolean equalBytes) throws IOException {
        boolean isLive =
                live(table).filter(live -> live.database().isComplete()).isPresent();
        FilterHints hints = isLive && given.keyFormat().isEmpty()
                ? new FilterHints(given.dialect(), Optional.of(KeyFormat.USER_KEY))
                : given;
        return hints.withDoubt(doubtOfKeys(table, equalBytes));
    }

    /**
     * Refuses a live table that the database's program does not read as it is.
     *
     * @throws CorruptDatabaseException if the MANIFEST contradicts the table
     */
    void refuseHidden(Path file, TableFile table, TableReport report) throws IOException {
        Optional<Finding> first = check(file, table, report).first().stream().findFirst();
        if (first.isPresent()) {
            DatabaseReport database = live(file).orElseThrow().database();
            throw new CorruptDatabaseException(
                    database.manifest()
                            .map(Path::getFileName)
                            .map(String::valueOf)
                            .orElse(""),
                    first.get().offset(),
                    CorruptDatabaseException.Reason.BAD_TABLES,
                    file.getFileName() + ": " + first.get().message());
        }
    }

    /** Why keys of a table that the comparator of its database calls equal may differ in bytes. */
    Optional<String> doubtOfEqualKeys(Path table) throws IOException {
        Optional<Live> live = live(table);
        return live.isEmpty()
                ? Optional.empty()
                : live.get().database().doubtOfEqualKeys(live.get().table(), false);
    }

    /** Column family and level of a live table, in words. */
    Optional<String> place(Path table) {
        return around(table)
                .flatMap(database -> database.liveTable(table))
                .map(live ->
                        "column family " + MetaindexEntry.printable(live.columnFamily()) + ", level " + live.level());
    }

    /** Why it is not known whether a table is live, if there is a database around it. */
    Optional<String> doubt(Path table) {
        return around(table).filter(database -> !database.isComplete()).map(NearbyDatabases::doubt);
    }

    /** Why it is not known which tables of a database are live. */
    static String doubt(DatabaseReport database) {
        return "it is not known whether the table is live: " + reason(database);
    }

    private static String reason(DatabaseReport database) {
        return database.findings().first().stream()
                .map(finding -> finding.message())
                .findFirst()
                .orElse(String.join("; ", database.notes()));
    }

    /** What is worth knowing of a database; if it is damaged, what lies in the place of CURRENT or the MANIFEST. */
    List<String> notes(DatabaseReport database) {
        List<String> notes = new ArrayList<>();
        if (!database.isComplete()) {
            try (Stream<Path> files = Files.list(database.directory())) {
                files.filter(NearbyDatabases::isCurrentOrManifest)
                        .sorted()
                        .forEach(file ->
                                inItsPlace(file).ifPresent(what -> notes.add(file.getFileName() + ": " + what)));
            } catch (IOException e) {
                notes.add(FailureReason.of(database.directory(), e));
            }
        }
        notes.addAll(database.notes(this::wasVisited));
        return notes;
    }

    private static boolean isCurrentOrManifest(Path file) {
        DatabaseFileName.Kind kind =
                DatabaseFileName.of(String.valueOf(file.getFileName())).kind();
        return kind == DatabaseFileName.Kind.CURRENT || kind == DatabaseFileName.Kind.MANIFEST;
    }

    private static Optional<String> inItsPlace(Path file) {
        try {
            Optional<String> told = OtherFile.ofContents(file);
            return (told.isPresent() ? told : FileHints.of(file)).map(TerminalText::escaped);
        } catch (IOException e) {
            return Optional.empty(); // that it cannot be read is a finding
        }
    }

    /**
     * Reads the database in a directory on the way to the tables: it may have lost all of its own.
     */
    void enter(Path directory, List<Path> entries) {
        entered.add(absolute(directory));
        Set<String> names =
                entries.stream().map(path -> String.valueOf(path.getFileName())).collect(toUnmodifiableSet());
        if (DatabaseDirectory.isLikelyIn(names)) {
            in(directory);
        }
    }

    /** Whether databases were found in a directory or below it, so that they say what is known of their tables. */
    boolean hasAny(Path directory) {
        return !below(List.of(directory)).isEmpty();
    }

    /** The databases in the directories that were named, and those found below them. */
    List<DatabaseReport> below(List<Path> named) {
        List<DatabaseReport> found = new ArrayList<>();
        List<Path> directories = named.stream().filter(Files::isDirectory).toList();
        directories.forEach(this::in);
        for (Path directory : new TreeSet<>(reports.keySet())) {
            boolean isBelow = directories.stream()
                    .anyMatch(each -> directory.startsWith(each.toAbsolutePath().normalize()));
            if (isBelow) {
                in(directory).ifPresent(found::add);
            }
        }
        return found;
    }

    /** The name of a database's directory, as far as possible in the words of the paths that were named. */
    static String name(DatabaseReport database, List<Path> paths) {
        Path directory = database.directory();
        for (Path path : paths) {
            Path base = Files.isDirectory(path) || path.getParent() == null ? path : path.getParent();
            Path absolute = base.toAbsolutePath().normalize();
            if (directory.startsWith(absolute) || absolute.startsWith(directory) && !Files.isDirectory(path)) {
                Path named = base.resolve(absolute.relativize(directory)).normalize();
                return named.toString().isEmpty() ? "." : TerminalText.name(named);
            }
        }
        return TerminalText.name(database.directory());
    }
}
