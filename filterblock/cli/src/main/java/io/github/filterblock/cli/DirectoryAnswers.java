// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import com.google.common.base.Strings;
import com.google.common.io.Closer;
import io.github.filterblock.Finding;
import io.github.filterblock.cli.QueryDocument.Question;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.NewestEntries.Newest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What {@code query} says of a directory, after its tables. */
final class DirectoryAnswers {
    /** That of {@code present (deleted)}, and two blanks. */
    private static final int ANSWER_WIDTH = 19;

    /** How many keys or reasons are named. */
    private static final int SHOWN = 20;

    private final Verb<QueryDocument> verb;
    private final Path path;
    private final QueryTally tally;
    private final Questions questions;

    /** All questions, read anew. */
    interface Questions {
        Iterator<Question> all(Closer lists) throws IOException;
    }

    DirectoryAnswers(Verb<QueryDocument> verb, Path path, QueryTally tally, Questions questions) {
        this.verb = verb;
        this.path = path;
        this.tally = tally;
        this.questions = questions;
    }

    /** An answer in a column of its own. */
    static String padded(String answer) {
        return Strings.padEnd(answer, ANSWER_WIDTH, ' ');
    }

    /**
     * Prints the sum as text; of JSON nothing.
     *
     * @return the exit status
     */
    int print(boolean isWithoutTables) throws IOException {
        List<String> unknown = unknown();
        if (!verb.json()) {
            printUnheld(unknown.isEmpty());
            if (isWithoutTables || tally.tables() > 0) {
                verb.printer(verb.out()).heading(number(tally.tables(), "table"), tally.words(unknown.isEmpty()));
            }
            printDeleted();
            unknown.stream().limit(SHOWN).forEach(this::remark);
            notes(isWithoutTables).forEach(this::remark);
        }
        int found = tally.areAllHeld() ? ExitStatus.WELL : ExitStatus.FOUND;
        return unknown.isEmpty() ? found : ExitStatus.UNREADABLE;
    }

    private void remark(String text) {
        verb.printer(verb.out()).remark(TerminalText.name(path), text);
    }

    /** What is worth knowing of the databases. */
    private List<String> notes(boolean areWithoutTables) {
        List<String> notes = new ArrayList<>();
        for (DatabaseReport database : verb.databases().below(List.of(path))) {
            if (areWithoutTables && database.isComplete()) {
                notes.addAll(database.notes());
            }
            faults(database).ifPresent(notes::add);
            verb.databasesOfTables().noteOnHashes(database).ifPresent(notes::add);
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

    /** Says of keys that some tables keep and some delete what holds for the database. */
    private void printDeleted() throws IOException {
        try (Closer lists = Closer.create()) {
            Iterator<Question> all = questions.all(lists);
            int shown = 0;
            for (int i = 0; all.hasNext() && shown <= SHOWN; i++) {
                String key = all.next().text();
                for (Newest newest : disputed(i)) {
                    if (shown++ < SHOWN) {
                        remark(key + ": " + words(newest));
                    }
                }
            }
            if (shown > SHOWN) {
                remark("there are more keys that some tables keep and others delete");
            }
        }
        tally.unreadRanges().stream()
                .limit(SHOWN)
                .forEach(file -> remark(file + " deletes ranges of keys, which were not read; they may hide entries"));
    }

    /** Where the lines of tables do not tell what becomes of a key. */
    private List<Newest> disputed(int key) {
        List<Newest> all = tally.newest().of(key);
        boolean differ = all.stream().map(Newest::state).distinct().count() > 1;
        return differ ? all : all.stream().filter(Newest::isDisputed).toList();
    }

    private static String words(Newest newest) {
        String entry = "its newest entry in the tables"
                + newest.table().map(table -> ", in " + table + ",").orElse("");
        String family = newest.family().name();
        String where = family.isEmpty() || family.equals("default") ? "" : " (column family " + family + ")";
        return switch (newest.state()) {
                    case KEPT -> entry + " keeps it";
                    case DELETED -> entry + " deletes it";
                    case IN_DELETED_RANGE ->
                        entry + " is hidden by a range that "
                                + newest.rangeTable().orElseThrow() + " deletes";
                    case UNKNOWN -> "some entries delete it, and which is the newest is not known";
                }
                + where;
    }

    /** Why keys may be in a table that was not asked. */
    private List<String> unknown() {
        List<String> reasons = new ArrayList<>();
        for (DatabaseReport database : verb.databases().below(List.of(path))) {
            String where = whereBelow(database);
            if (!database.isComplete()) {
                reasons.add(where + "it is not known which tables are live, and one may be missing");
                database.findings().first().stream().limit(1).forEach(finding -> reasons.add(finding.message()));
                reasons.addAll(database.notes());
            }
            for (LiveTable table : database.unreadable()) {
                boolean isLost = table.state() == LiveTable.State.EMPTY;
                reasons.add(where + "the live table " + TerminalText.escaped(table.description())
                        + (isLost ? "; it may have held them" : "; it may hold them"));
            }
        }
        List<String> skipped = new ArrayList<>();
        new TableFiles(List.of(path).iterator(), skipped::add).forEachRemaining(file -> {});
        if (!skipped.isEmpty() && tally.tables() > 0) {
            reasons.add("what was skipped may hold them");
        }
        tally.failed().forEach(file -> reasons.add(file + " could not be read, and may hold them"));
        return reasons;
    }

    /** Where a database lies below the directory that was named, and a colon. */
    private String whereBelow(DatabaseReport database) {
        Path named = path.toAbsolutePath().normalize();
        Path found = database.directory().toAbsolutePath().normalize();
        if (found.equals(named)) {
            return "";
        }
        return (found.startsWith(named)
                        ? TerminalText.name(named.relativize(found))
                        : NearbyDatabases.name(database, List.of(path)))
                + ": ";
    }

    /** Names the keys that no table has. */
    private void printUnheld(boolean certain) throws IOException {
        if (tally.unheld() == 0) {
            return;
        }
        try (Closer lists = Closer.create()) {
            Iterator<Question> all = questions.all(lists);
            int shown = 0;
            for (int i = 0; all.hasNext(); i++) {
                Question question = all.next();
                if (tally.isUnheld(i) && shown++ < SHOWN) {
                    verb.printer(verb.out()).fields(padded(tally.nowhere(certain)) + question.text());
                }
            }
            if (shown > SHOWN) {
                verb.printer(verb.out()).fields("... and " + number(shown - SHOWN, "more key"));
            }
        }
    }
}
