// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Rule;
import io.github.filterblock.table.CorruptFileException;

/**
 * A directory is not a LevelDB database, or CURRENT, the MANIFEST or a table of it is damaged; names file, offset and
 * reason.
 */
public final class CorruptDatabaseException extends CorruptFileException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, for use in a switch. */
    public enum Reason {
        /** The directory has no CURRENT, so it is not a database. */
        NO_DATABASE(Rule.DB_1),
        /** CURRENT does not name an existing MANIFEST, or is not the only file of its kind. */
        BAD_CURRENT(Rule.DB_2),
        /** A record of the MANIFEST's log is damaged. */
        BAD_RECORD(Rule.DB_3),
        /** The log ends inside a record, or in zeros: its writer was stopped, or its end is lost. */
        TORN_LOG(Rule.DB_4),
        /** A version edit cannot be decoded, or a required one is missing. */
        BAD_EDIT(Rule.DB_5),
        /** The version edits contradict each other, or the existing tables. */
        BAD_TABLES(Rule.DB_6),
        /** A record of a write-ahead log is not a write batch. */
        BAD_BATCH(Rule.DB_8);

        private final Rule rule;

        Reason(Rule rule) {
            this.rule = rule;
        }

        /** {@return the rule of DATABASE.md that is broken, of family DB} */
        public Rule rule() {
            return rule;
        }
    }

    private final Reason reason;

    /**
     * An exception about a place in a file.
     *
     * @param file the file's name, for display
     * @param offset offset in the file of the damage, in bytes, unsigned
     * @param reason the kind of failure
     * @param detail one line that says what is wrong there
     */
    public CorruptDatabaseException(String file, long offset, Reason reason, String detail) {
        super(file, offset, reason.rule(), detail);
        this.reason = reason;
    }

    /** {@return the kind of failure} */
    public Reason reason() {
        return reason;
    }
}
