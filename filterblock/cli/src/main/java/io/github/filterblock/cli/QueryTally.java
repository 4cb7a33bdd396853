// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.database.NewestEntries;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which keys are in which tables of a directory; of several threads. */
final class QueryTally {
    private final BitSet held = new BitSet();
    private final BitSet possible = new BitSet();
    private final List<String> failed = new ArrayList<>();
    private final List<String> unreadRanges = new ArrayList<>();
    private int keys;
    private long tables;
    private long holding;
    private long mayHold;
    private long skipped;
    private boolean anyObsolete;
    private final NewestEntries newest = new NewestEntries();

    /** The answers of a table, in the order of the questions. */
    static final class OfTable {
        private final BitSet present = new BitSet();
        private final BitSet possible = new BitSet();
        private int keys;

        void add(Answer answer) {
            present.set(keys, answer.isPresent());
            possible.set(keys, answer.mayMatch());
            keys = Math.addExact(keys, 1);
        }
    }

    /** Adds a table that may be live. */
    synchronized void add(OfTable table) {
        held.or(table.present);
        possible.or(table.possible);
        keys = Math.max(keys, table.keys);
        tables++;
        holding += table.present.isEmpty() ? 0 : 1;
        mayHold += table.present.isEmpty() && !table.possible.isEmpty() ? 1 : 0;
    }

    /** Adds a table that the database does not read: a key that only it has is not in the database. */
    synchronized void addObsolete(OfTable table) {
        keys = Math.max(keys, table.keys);
        tables++;
        anyObsolete = true;
    }

    /** Adds a table that was not read, since so many keys lie outside its range. */
    synchronized void addSkipped(int asked) {
        keys = Math.max(keys, asked);
        tables++;
        skipped++;
    }

    /** Takes note of how many keys are asked for, of which no table may learn. */
    synchronized void addKeys(int asked) {
        keys = Math.max(keys, asked);
    }

    /** Takes note of a table that could not be asked. */
    synchronized void addFailed(String file) {
        failed.add(file);
    }

    /** Takes note of a table whose deletions of ranges are not known. */
    synchronized void addUnreadRanges(String file) {
        unreadRanges.add(file);
    }

    /** The tables whose deletions of ranges are not known, in the order of their names. */
    synchronized List<String> unreadRanges() {
        return unreadRanges.stream().sorted().toList();
    }

    /** Which keys are deleted. */
    NewestEntries newest() {
        return newest;
    }

    long tables() {
        return tables;
    }

    int keys() {
        return keys;
    }

    /** Whether no live table has the key of this place in the order, or may have it. */
    boolean isUnheld(int place) {
        return !held.get(place) && !possible.get(place);
    }

    /** How many keys are in no live table. */
    int unheld() {
        BitSet all = (BitSet) held.clone();
        all.or(possible);
        return keys - all.cardinality();
    }

    /** Whether every key is in a live table. */
    boolean areAllHeld() {
        return held.cardinality() == keys;
    }

    /** The tables that could not be asked, in the order of their names. */
    synchronized List<String> failed() {
        return failed.stream().sorted().toList();
    }

    /** Where a key is not that no table has; that it is in none is said only if every table was asked. */
    String nowhere(boolean certain) {
        return certain ? anyObsolete ? "in no live table" : "in no table" : "not found";
    }

    private String deleted() {
        int deleted = newest.deleted();
        return deleted == 0
                ? ""
                : keys == 1 ? "; it is deleted" : ", " + number(deleted) + (deleted == 1 ? " is" : " are") + " deleted";
    }

    /** The sum in words. */
    String words(boolean certain) {
        String what = keys == 1 ? "the key" : "at least one of the " + number(keys, "key");
        String be = unheld() == 1 ? "is " : "are ";
        String where = certain ? be + nowhere(true) : be + "not found in the tables that were read";
        return number(holding)
                + (holding == 1 ? " holds " : " hold ")
                + what
                + (mayHold == 0 ? "" : ", " + number(mayHold) + " may hold " + (keys == 1 ? "it" : "one"))
                + (unheld() == 0 || keys == 1 ? "" : ", " + number(unheld()) + " of them " + where)
                + deleted()
                + (skipped == 0
                        ? ""
                        : "; " + number(skipped)
                                + " not read: the keys lie outside the ranges that the MANIFEST gives");
    }
}
