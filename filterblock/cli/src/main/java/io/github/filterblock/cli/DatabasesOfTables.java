// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.DatabaseDirectory;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is wrong with databases, collected while their tables are examined. Safe for use by several threads. */
final class DatabasesOfTables {
    private final NearbyDatabases databases;
    private final HashesOfDatabases hashes = new HashesOfDatabases();

    /** Findings on live tables, by their files. */
    private final Map<Path, Findings> ofTables = new ConcurrentHashMap<>();

    DatabasesOfTables(NearbyDatabases databases) {
        this.databases = databases;
    }

    /** Compares a table that was examined with the MANIFEST around it. */
    Findings add(Path file, TableFile table, TableReport report) throws IOException {
        DatabaseDirectory.directoryOf(file).ifPresent(directory -> hashes.add(directory, file, report));
        Findings found = databases.check(file, table, report);
        if (!found.isEmpty()) {
            ofTables.put(file.toAbsolutePath().normalize(), found);
        }
        return found;
    }

    /** A note on the hashes of the filters of a database. */
    Optional<String> noteOnHashes(DatabaseReport database) {
        return hashes.note(database.directory());
    }

    /**
     * One document for each database with something to be said: of a directory all of it, of a table that was named
     * only what is wrong with that.
     */
    List<DatabaseDocument> documents(List<Path> named, int limit) {
        Set<DatabaseReport> all = new LinkedHashSet<>(databases.below(named));
        ofTables.keySet().stream()
                .sorted()
                .map(databases::around)
                .flatMap(Optional::stream)
                .forEach(all::add);
        named.stream()
                .map(databases::around)
                .flatMap(Optional::stream)
                .filter(database -> !database.isComplete())
                .forEach(all::add);
        return documents(all, named, limit, ofTables);
    }

    /** The same without what is wrong with tables, which their own documents tell. */
    List<DatabaseDocument> documentsWithoutTables(List<Path> named, int limit) {
        return documents(databases.below(named), named, limit, Map.of());
    }

    private List<DatabaseDocument> documents(
            Collection<DatabaseReport> all, List<Path> named, int limit, Map<Path, Findings> withTables) {
        Set<DatabaseReport> whole = Set.copyOf(databases.below(named));
        List<DatabaseDocument> documents = new ArrayList<>();
        for (DatabaseReport database : all) {
            List<String> notes = new ArrayList<>();
            Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
            if (whole.contains(database)) {
                findings.addAll(NearbyDatabases.findings(database));
                notes.addAll(databases.notes(database));
                noteOnHashes(database).ifPresent(notes::add);
                databases.noteOnUse(database).ifPresent(notes::add);
            } else if (!database.isComplete()) {
                notes.add(NearbyDatabases.doubt(database));
            }
            withTables.entrySet().stream()
                    .filter(each -> databases
                            .live(each.getKey())
                            .filter(live -> live.database() == database)
                            .isPresent())
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(each -> findings.addAll(named(each.getKey(), each.getValue())));
            if (!findings.findings().isEmpty() || !notes.isEmpty()) {
                documents.add(DatabaseDocument.of(
                        NearbyDatabases.name(database, named), database, findings.findings(), notes, limit));
            }
        }
        return documents;
    }

    /** Findings that name their table. */
    private static Findings named(Path file, Findings findings) {
        String name = String.valueOf(file.getFileName());
        List<Finding> first = findings.first().stream()
                .map(each -> each.message().startsWith(name)
                        ? each
                        : new Finding(each.rule(), each.offset(), name + ": " + each.message()))
                .toList();
        return new Findings(first, findings.count());
    }
}
