// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.database.Database.LiveTable;
import io.github.filterblock.rewrite.RebuildReport.FilterInfo;
import java.util.List;
import java.util.Optional;

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

    /**
     * The result for one table of a database. Immutable.
     *
     * @param file the table's name, in the database and in the new one
     * @param change what was done to its filter
     * @param keys number of keys in its data blocks, all versions and deletions included
     * @param manifestSize size of the table according to the database's MANIFEST, in bytes; iq80 states 4 more than a
     *     table has, so LevelDB does not open it
     * @param oldSize size of the table in bytes
     * @param newSize size of the new table in bytes
     * @param filter the filter that was built; empty if none was
     */
    public record TableResult(
            String file,
            Change change,
            long keys,
            long manifestSize,
            long oldSize,
            long newSize,
            Optional<FilterInfo> filter) {

        /** What was done to a table's filter. */
        public enum Change {
            /** It had none, and has one. */
            ADDED("added"),
            /** It has another one. */
            REPLACED("replaced"),
            /** It has the one that it had. */
            KEPT("kept"),
            /** It had one, and has none. */
            DROPPED("dropped"),
            /** It had none, and has none. */
            NONE("none");

            private final String id;

            Change(String id) {
                this.id = id;
            }

            /** {@return the change in one word of lower-case ASCII} */
            public String id() {
                return id;
            }

            static Change of(RebuildReport report) {
                if (report.filter().isEmpty()) {
                    return report.oldPolicyName().isPresent() ? DROPPED : NONE;
                }
                if (report.oldPolicyName().isEmpty()) {
                    return ADDED;
                }
                return report.identical() ? KEPT : REPLACED;
            }
        }

        static TableResult of(LiveTable table, RebuildReport report) {
            return new TableResult(
                    table.file().getFileName().toString(),
                    Change.of(report),
                    report.keys(),
                    table.manifestSize(),
                    report.oldSize(),
                    report.newSize(),
                    report.filter());
        }

        /** {@return whether the MANIFEST stated a wrong size, which the new one does not} */
        public boolean hadWrongSize() {
            return manifestSize != oldSize;
        }
    }

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
