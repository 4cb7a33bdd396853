// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.database.Database.LiveTable;
import java.util.Optional;

/**
 * The result for one table of a database. Immutable.
 *
 * @param file the table's name, in the database and in the new one
 * @param change what was done to its filter
 * @param keys number of keys in its data blocks, all versions and deletions included
 * @param manifestSize size of the table according to the database's MANIFEST, in bytes; iq80 states 4 more than a table
 *     has, so that LevelDB does not open it
 * @param oldSize size of the table in bytes
 * @param newSize size of the new table in bytes
 * @param filter the filter that was built; nothing if none was
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
