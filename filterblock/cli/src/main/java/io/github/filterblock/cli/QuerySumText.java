// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import com.google.common.base.Strings;
import io.github.filterblock.database.NewestEntries.State;
import java.util.List;

/** The sum of {@code query} over a directory as text: every key that is nowhere, and every one that is in dispute. */
final class QuerySumText {
    /** That of {@code present (deleted)}, and two blanks. */
    private static final int ANSWER_WIDTH = 19;

    /** How many reasons are named. */
    private static final int SHOWN = 20;

    private final QuerySum sum;
    private final Printer printer;

    QuerySumText(QuerySum sum, Printer printer) {
        this.sum = sum;
        this.printer = printer;
    }

    /** An answer in a column of its own. */
    static String padded(String answer) {
        return Strings.padEnd(answer, ANSWER_WIDTH, ' ');
    }

    /**
     * Prints all of it.
     *
     * @param isSummed whether the number of tables says something
     */
    void print(boolean isSummed) {
        sum.unheld().forEach(key -> printer.fields(padded(nowhere()) + key.text()));
        if (isSummed) {
            printer.heading(number(sum.tables(), "table"), words());
        }
        sum.keys().stream().filter(QuerySum.Key::disputed).forEach(key -> remark(key.text() + ": " + words(key)));
        remarks(sum.why(), "reason");
        remarks(sum.unreadLogs(), "log");
        remarks(sum.notes(), "note");
    }

    private void remark(String text) {
        printer.remark(sum.file(), text);
    }

    private void remarks(List<String> all, String what) {
        all.stream().limit(SHOWN).forEach(this::remark);
        if (all.size() > SHOWN) {
            remark(number(all.size() - SHOWN, "more " + what) + "; --json has all");
        }
    }

    /** Where a key is not that no table has; that it is in none is said only if every table was asked. */
    private String nowhere() {
        return sum.certain() ? sum.obsolete() > 0 ? "in no live table" : "in no table" : "not found";
    }

    private String words() {
        int keys = sum.count();
        long unheld = sum.unheld().count();
        String what = keys == 1 ? "the key" : "at least one of the " + number(keys, "key");
        String be = unheld == 1 ? "is " : "are ";
        String where = be + (sum.certain() ? nowhere() : "not found in the tables that were read");
        return number(sum.holding())
                + (sum.holding() == 1 ? " holds " : " hold ")
                + what
                + (sum.mayHold() == 0 ? "" : ", " + number(sum.mayHold()) + " may hold " + (keys == 1 ? "it" : "one"))
                + (unheld == 0 || keys == 1 ? "" : ", " + number(unheld) + " of them " + where)
                + deleted(keys)
                + (sum.skipped() == 0
                        ? ""
                        : "; " + number(sum.skipped())
                                + " not read: the keys lie outside the ranges that the MANIFEST gives");
    }

    private String deleted(int keys) {
        long deleted = sum.deleted();
        return deleted == 0
                ? ""
                : keys == 1 ? "; it is deleted" : ", " + number(deleted) + (deleted == 1 ? " is" : " are") + " deleted";
    }

    private static String words(QuerySum.Key key) {
        String entry = "its newest entry" + (key.table() == null ? "" : ", in " + key.table() + ",");
        String family = key.columnFamily();
        String where = family == null || family.equals("default") ? "" : " (column family " + family + ")";
        String state = key.state();
        String what = state.equals(Formats.word(State.KEPT))
                ? entry + " keeps it"
                : state.equals(Formats.word(State.DELETED))
                        ? entry + " deletes it"
                        : state.equals(Formats.word(State.IN_DELETED_RANGE))
                                ? entry + " is hidden by a range that " + key.rangeTable() + " deletes"
                                : "some entries delete it, and the newest is unknown";
        return what + where;
    }
}
