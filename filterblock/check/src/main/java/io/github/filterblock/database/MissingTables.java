// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.database.LiveTable.State;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The live tables without a file that can be examined (DB-6). If all are missing and there are other tables instead,
 * the MANIFEST is not that of these tables, and one finding says so.
 */
final class MissingTables {
    /** How many of many are named. */
    private static final int NAMED = 3;

    private MissingTables() {}

    static void check(List<LiveTable> tables, Set<String> names, Manifest manifest, Findings.Collector findings) {
        List<String> others = names.stream()
                .filter(name -> DatabaseFileName.of(name).kind() == DatabaseFileName.Kind.TABLE)
                .sorted()
                .toList();
        boolean allMissing = tables.size() > 1 && tables.stream().allMatch(table -> table.state() == State.MISSING);
        if (allMissing && !others.isEmpty()) {
            findings.add(Rule.DB_6, 0, () -> ofAnotherDatabase(tables, others, manifest));
            return;
        }
        for (LiveTable table : tables) {
            if (!table.isReadable() && !table.isElsewhere()) {
                findings.add(Rule.DB_6, table.recordOffset(), () -> table.description());
            }
        }
    }

    private static String ofAnotherDatabase(List<LiveTable> tables, List<String> others, Manifest manifest) {
        List<String> missing = tables.stream()
                .map(table -> String.valueOf(table.file().getFileName()))
                .toList();
        return "none of the " + tables.size() + " live tables of "
                + manifest.path().getFileName() + " is here (" + some(missing) + "), but "
                + (others.size() == 1 ? "another table is (" : others.size() + " other tables are (") + some(others)
                + "): the MANIFEST is of another database or of another time";
    }

    private static String some(List<String> names) {
        String first = names.stream().limit(NAMED).collect(Collectors.joining(", "));
        return names.size() <= NAMED ? first : first + " and " + (names.size() - NAMED) + " more";
    }
}
