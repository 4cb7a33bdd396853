// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.MetaindexEntry;
import java.util.List;

/**
 * Tells a comparator's name that was damaged from one of a comparator that is not known: a program refuses a database
 * whose comparator has another name than its own (DB-5).
 */
final class ComparatorName {
    private static final List<String> KNOWN = List.of(FilterContents.BYTEWISE, FilterContents.REVERSE_BYTEWISE);

    /** Names that people choose differ in more. */
    private static final int MOST_DAMAGED = 4;

    private ComparatorName() {}

    /** Finds a name that differs from a known one in a few bytes. */
    static void check(String name, Findings.Collector findings) {
        for (String known : KNOWN) {
            if (isDamaged(name, known)) {
                findings.add(
                        Rule.DB_5,
                        0,
                        () -> "the comparator " + MetaindexEntry.printable(name) + " differs slightly from " + known
                                + "; a program refuses the database");
                return;
            }
        }
    }

    private static boolean isDamaged(String name, String known) {
        return name.length() == known.length()
                ? !name.equals(known) && differences(name, known) <= MOST_DAMAGED
                : Math.abs(name.length() - known.length()) == 1 && isOneLongerOrShorter(name, known);
    }

    private static int differences(String one, String other) {
        int count = 0;
        for (int i = 0; i < one.length(); i++) {
            count += one.charAt(i) == other.charAt(i) ? 0 : 1;
        }
        return count;
    }

    /** Whether a name lacks a character, or has one too many; one that is added at the end makes another name. */
    private static boolean isOneLongerOrShorter(String name, String known) {
        int front = 0;
        int shorter = Math.min(name.length(), known.length());
        while (front < shorter && name.charAt(front) == known.charAt(front)) {
            front++;
        }
        int nameRest = name.length() - shorter;
        int knownRest = known.length() - shorter;
        return (front < shorter || knownRest > 0)
                && name.substring(front + nameRest).equals(known.substring(front + knownRest));
    }
}
