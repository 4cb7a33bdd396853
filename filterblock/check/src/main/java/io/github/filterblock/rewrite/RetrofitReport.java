// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.util.List;

/**
 * The result of a retrofit. Immutable.
 *
 * @param manifest name of the MANIFEST, in the database and in the new one
 * @param versionEdits number of version edits in it
 * @param comparator the comparator's name, each character standing for one byte
 * @param tables the live tables, by their numbers
 * @param copied names of the files that were copied as they are: CURRENT, write-ahead logs, files that are not
 *     LevelDB's
 * @param leftOut names of files that were not copied, since no engine would read them again: obsolete tables, logs and
 *     MANIFESTs, temporary files; and of entries that are not regular files, each with its kind in parentheses
 */
public record RetrofitReport(
        String manifest,
        int versionEdits,
        String comparator,
        List<TableResult> tables,
        List<String> copied,
        List<String> leftOut) {

    /** Copies the lists. */
    public RetrofitReport {
        tables = List.copyOf(tables);
        copied = List.copyOf(copied);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Counts the tables with one kind of change.
     *
     * @param change the kind
     * @return 0 or more
     */
    public long count(TableResult.Change change) {
        return tables.stream().filter(table -> table.change() == change).count();
    }

    /**
     * {@return the tables whose size was wrong in the database's MANIFEST, by their numbers; the new one has the right
     * sizes}
     */
    public List<TableResult> correctedSizes() {
        return tables.stream().filter(TableResult::hadWrongSize).toList();
    }

    /** A line with the numbers; the tables and files are only counted. */
    @Override
    public String toString() {
        return "RetrofitReport[" + manifest + " with " + versionEdits + " version edits, " + tables.size() + " tables, "
                + correctedSizes().size() + " of them with a wrong size in it, " + copied.size()
                + " other files copied, "
                + leftOut.size() + " left out]";
    }
}
