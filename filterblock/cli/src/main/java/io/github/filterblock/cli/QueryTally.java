// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.database.NewestEntries;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which keys are in which tables of a directory, by their places in the order of the questions. Thread-safe. */
final class QueryTally {
    private final BitSet held = new BitSet();
    private final BitSet possible = new BitSet();
    private final List<String> failed = new ArrayList<>();
    private final List<String> unreadRanges = new ArrayList<>();
    private final NewestEntries newest = new NewestEntries();
    private long tables;
    private final Set<String> holding = new HashSet<>();
    private final Set<String> passing = new HashSet<>();
    private long skipped;
    private long obsolete;
    private long unaskedObsolete;

    /**
     * Adds the answers of a table that may be live.
     *
     * @param file the table's name
     * @param places those of the keys that were asked, in the order of the answers
     */
    synchronized void add(String file, List<Integer> places, List<Answer> answers) {
        BitSet present = new BitSet();
        BitSet mayBe = new BitSet();
        for (int i = 0; i < answers.size(); i++) {
            present.set(places.get(i), answers.get(i).isPresent());
            mayBe.set(places.get(i), answers.get(i).mayMatch());
        }
        held.or(present);
        possible.or(mayBe);
        tables++;
        if (!present.isEmpty()) {
            holding.add(file);
        }
        if (!mayBe.isEmpty()) {
            passing.add(file);
        }
    }

    /** Adds the answers of a write-ahead log. */
    synchronized void addLog(List<Answer> answers) {
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).isPresent()) {
                held.set(i);
            } else if (answers.get(i).mayMatch()) {
                possible.set(i);
            }
        }
    }

    /** Adds a table that the database does not read: a key that only it has is not in the database. */
    synchronized void addObsolete(boolean isAsked) {
        tables++;
        obsolete++;
        unaskedObsolete += isAsked ? 0 : 1;
    }

    /** Takes note that a table is asked after all that was added as skipped, or of keys outside its range. */
    synchronized void addAgain(boolean wasSkipped) {
        tables--;
        skipped -= wasSkipped ? 1 : 0;
    }

    /** Adds a table that was not read, since all keys lie outside its range. */
    synchronized void addSkipped() {
        tables++;
        skipped++;
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

    /** The tables that could not be asked, in the order of their names. */
    synchronized List<String> failed() {
        return failed.stream().sorted().toList();
    }

    /** Which entries of keys are the newest. */
    NewestEntries newest() {
        return newest;
    }

    synchronized long tables() {
        return tables;
    }

    /** How many tables have at least one of the keys. */
    synchronized long holding() {
        return holding.size();
    }

    /** How many other tables may have one. */
    synchronized long mayHold() {
        return passing.stream().filter(file -> !holding.contains(file)).count();
    }

    synchronized long skipped() {
        return skipped;
    }

    synchronized long obsolete() {
        return obsolete;
    }

    /** How many obsolete tables were not asked. */
    synchronized long unaskedObsolete() {
        return unaskedObsolete;
    }

    /** Whether a live table has a key. */
    synchronized boolean isHeld(int place) {
        return held.get(place);
    }

    /** Whether no live table that was asked has a key, or may have it. */
    synchronized boolean isUnheld(int place) {
        return !held.get(place) && !possible.get(place);
    }

    /** Whether a live table may have a key. */
    synchronized boolean isPossible(int place) {
        return possible.get(place);
    }
}
