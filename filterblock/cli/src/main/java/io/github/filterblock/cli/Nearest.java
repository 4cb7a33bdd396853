// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The word that somebody meant who misspelt it. */
final class Nearest {
    private Nearest() {}

    /**
     * Finds the word with the fewest letters inserted, left out, changed, or swapped with the next one.
     *
     * @param words the right ones; of equally near ones, the first
     * @return the word; empty if even the nearest differs in more than a third of its letters
     */
    static Optional<String> to(String misspelt, Collection<String> words) {
        return words.stream()
                .filter(word ->
                        distance(misspelt, word) <= word.replaceFirst("^-+", "").length() / 3.0)
                .min(Comparator.comparingInt(word -> distance(misspelt, word)));
    }

    /** The distance of Damerau and Levenshtein where no part is edited twice; capital letters do not matter. */
    static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int changed = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                edits[i][j] = Math.min(changed, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[a.length()][b.length()];
    }
}
