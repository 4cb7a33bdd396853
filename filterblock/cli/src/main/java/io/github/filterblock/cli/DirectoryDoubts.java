// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Finding;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.WriteAheadLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides what {@code query} may say of a key that was not found in a directory; has the notes on its databases. */
final class DirectoryDoubts {
    private final Path directory;
    private final NearbyDatabases databases;
    private final DatabasesOfTables ofTables;
    private final QueryTally tally;

    DirectoryDoubts(Path directory, NearbyDatabases databases, DatabasesOfTables ofTables, QueryTally tally) {
        this.directory = directory;
        this.databases = databases;
        this.ofTables = ofTables;
        this.tally = tally;
    }

    /** What was not read and may have keys, in clauses; if there is nothing, a key that was not found is nowhere. */
    List<String> unread() {
        List<String> reasons = new ArrayList<>();
        for (DatabaseReport database : databases.below(List.of(directory))) {
            String where = whereBelow(database);
            if (!database.isComplete()) {
                reasons.add(where + "it is not known which tables are live, and one may be missing");
                database.findings().first().stream().limit(1).forEach(finding -> reasons.add(finding.message()));
                reasons.addAll(databases.notes(database));
            }
            database.tables().stream()
                    .filter(table -> database.view(table).replacesSuffixes())
                    .forEach(table ->
                            reasons.add(where + "the live table " + table.file().getFileName()
                                    + " has keys that the MANIFEST shows with another suffix;"
                                    + " it may hold them"));
            for (LiveTable table : unasked(database)) {
                boolean isLost = table.state() == LiveTable.State.EMPTY;
                String why = table.isReadable() ? " was not asked, since the database changed" : "";
                reasons.add(where + "the live table " + TerminalText.escaped(table.description()) + why
                        + (isLost ? "; it may have held them" : "; it may hold them"));
            }
        }
        List<String> skipped = new ArrayList<>();
        new TableFiles(
                        List.of(directory).iterator(),
                        skipped::add,
                        (entered, entries) -> {},
                        databases::hasAny,
                        (unread, why) -> !TableFiles.isLeftOut(unread) && databases.isBesideTables(unread))
                .forEachRemaining(file -> {});
        if (!skipped.isEmpty()) {
            reasons.add(tally.tables() > 0 ? "what was skipped may hold them" : "no table was read");
        }
        tally.failed().forEach(file -> reasons.add(file + " could not be read, and may hold them"));
        return reasons;
    }

    /** The live tables that were not asked, neither here nor where a program's options have put them. */
    private List<LiveTable> unasked(DatabaseReport database) {
        return database.tables().stream()
                .filter(table -> table.isElsewhere() || table.isReadable() ? !databases.wasVisited(table) : true)
                .toList();
    }

    /** The write-ahead logs that were not read, and may add or delete keys. */
    List<String> unreadLogs() {
        List<String> unread = new ArrayList<>();
        for (DatabaseReport database : databases.below(List.of(directory))) {
            database.logs().stream()
                    .filter(log -> !log.isReadable())
                    .forEach(log -> unread.add(whereBelow(database) + log.unread()));
        }
        return unread;
    }

    /** What else is worth knowing of the databases. */
    List<String> notes(boolean areWithoutTables) {
        List<String> notes = new ArrayList<>();
        long obsolete = tally.unaskedObsolete();
        if (obsolete > 0) {
            notes.add(Formats.number(obsolete, "obsolete table") + (obsolete == 1 ? " was" : " were")
                    + " not asked; --obsolete does it");
        }
        tally.unreadRanges()
                .forEach(file ->
                        notes.add(file + " deletes ranges of keys, which were not read; they may hide entries"));
        for (DatabaseReport database : databases.below(List.of(directory))) {
            if (areWithoutTables && database.isComplete()) {
                List<String> unread =
                        database.logs().stream().map(WriteAheadLog::unread).toList();
                databases.notes(database).stream()
                        .filter(note -> !unread.contains(note))
                        .forEach(notes::add);
            }
            database.noteOnBlobs().filter(note -> !notes.contains(note)).ifPresent(notes::add);
            faults(database).ifPresent(notes::add);
            databases.noteOnUse(database).ifPresent(notes::add);
            ofTables.noteOnHashes(database).ifPresent(notes::add);
        }
        return notes;
    }

    /** What is wrong with a database whose live tables are known, beside tables that cannot be read. */
    private static Optional<String> faults(DatabaseReport database) {
        if (!database.isComplete()) {
            return Optional.empty();
        }
        List<String> said =
                database.unreadable().stream().map(LiveTable::description).toList();
        return database.findings().first().stream()
                .map(Finding::message)
                .filter(message -> !said.contains(message))
                .findFirst()
                .map(message -> message + "; the database's program may not find what the tables have");
    }

    /** Where a database lies below the directory that was named, and a colon. */
    private String whereBelow(DatabaseReport database) {
        Path named = directory.toAbsolutePath().normalize();
        Path found = database.directory().toAbsolutePath().normalize();
        if (found.equals(named)) {
            return "";
        }
        return (found.startsWith(named)
                        ? TerminalText.name(named.relativize(found))
                        : NearbyDatabases.name(database, List.of(directory)))
                + ": ";
    }
}
