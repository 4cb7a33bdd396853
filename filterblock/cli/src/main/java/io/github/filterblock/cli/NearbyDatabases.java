// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The databases around tables, each directory read once. Safe for use by several threads. */
final class NearbyDatabases {
    private final Map<Path, Optional<DatabaseReport>> reports = new ConcurrentHashMap<>();

    /** The database to which a table belongs; empty if there is none, or it cannot be read. */
    Optional<DatabaseReport> around(Path table) {
        return DatabaseReport.directoryOf(table).flatMap(this::in);
    }

    /** The database in a directory. */
    Optional<DatabaseReport> in(Path directory) {
        return reports.computeIfAbsent(directory.toAbsolutePath().normalize(), NearbyDatabases::read);
    }

    private static Optional<DatabaseReport> read(Path directory) {
        try {
            return DatabaseReport.of(directory);
        } catch (IOException e) {
            return Optional.empty(); // the table is examined all the same
        }
    }

    /** Whether the MANIFEST beside a table does not name it; null where there is none that can be read. */
    @Nullable
    Boolean isObsolete(Path table) {
        return around(table).flatMap(database -> database.isObsolete(table)).orElse(null);
    }

    /** What is wrong with a table of a database, beside what is wrong with the file alone. */
    Findings check(Path file, TableFile table, TableReport report) throws IOException {
        Optional<DatabaseReport> database = around(file);
        Optional<LiveTable> live = database.flatMap(each -> each.liveTable(file));
        return live.isEmpty() ? Findings.NONE : database.orElseThrow().check(live.get(), table, report);
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

    /**
     * Reads the database in a directory on the way to the tables: it may have lost all of its own.
     */
    void enter(Path directory, List<Path> entries) {
        Set<String> names =
                entries.stream().map(path -> String.valueOf(path.getFileName())).collect(toUnmodifiableSet());
        if (DatabaseReport.isLikelyDatabase(names)) {
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
