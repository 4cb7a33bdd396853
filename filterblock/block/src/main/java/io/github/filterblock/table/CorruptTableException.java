// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.Rule;

/** A part of a table file is damaged, or is something that a table may not contain; names file, offset and reason. */
public final class CorruptTableException extends CorruptFileException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, for use in a switch. */
    public enum Reason {
        /** The file is shorter than a footer, so it is not a table. */
        TOO_SHORT(Rule.TF_1),
        /**
         * The last eight bytes are not LevelDB's magic number: the file is not a table, or is a table of another kind.
         */
        BAD_MAGIC(Rule.TF_1),
        /** The footer is of a version of RocksDB that this library does not read. */
        FOREIGN_FORMAT(Rule.TF_1),
        /** A block handle, or the varint in it, cannot be decoded. */
        BAD_HANDLE(Rule.TF_2),
        /** A block handle points outside the file. */
        OUTSIDE_FILE(Rule.TF_5),
        /** The bytes of a block do not have the checksum that is stored with them. */
        CHECKSUM(Rule.TF_4),
        /** Compressed bytes cannot be decompressed. */
        BAD_COMPRESSION(Rule.TF_6),
        /** The block is compressed in a way that this library does not decode, or that needs an optional library. */
        UNKNOWN_COMPRESSION(Rule.TF_6),
        /** A block is larger than this library, or the limit that it was given, allows. */
        TOO_LARGE(Rule.TF_5),
        /** The entries of a block do not follow the form of a key/value block. */
        BAD_ENTRIES(Rule.TF_7),
        /** The data blocks lie in another file, which this library does not read. */
        DATA_ELSEWHERE(Rule.TF_11),
        /** The keys of a block are stored in a form that this library does not read. */
        UNKNOWN_KEYS(Rule.PB_7),
        /** A block overlaps another one, or is out of order. */
        BAD_ORDER(Rule.TF_11);

        private final Rule rule;

        Reason(Rule rule) {
            this.rule = rule;
        }

        /**
         * {@return whether the part may be sound, but was not looked at, since this library cannot decode it: it has an
         * unknown compression or form of keys, is too large, or lies in another file}
         */
        public boolean isUndecoded() {
            return this == UNKNOWN_COMPRESSION || this == UNKNOWN_KEYS || this == TOO_LARGE || this == DATA_ELSEWHERE;
        }

        /**
         * {@return whether the file as a whole is not a LevelDB table: it lacks LevelDB's footer, so nothing in it can
         * be interpreted}
         */
        public boolean isNotATable() {
            return this == TOO_SHORT || this == BAD_MAGIC || this == FOREIGN_FORMAT;
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
    public CorruptTableException(String file, long offset, Reason reason, String detail) {
        super(file, offset, reason.rule, detail);
        this.reason = reason;
    }

    /**
     * The same failure, with a consequence.
     *
     * @param consequence a clause that follows the detail, after a semicolon
     * @return the failure whose detail says both, with the cause and the stack trace of this one
     */
    public CorruptTableException with(String consequence) {
        CorruptTableException both = new CorruptTableException(file(), offset(), reason, detail() + "; " + consequence);
        both.setStackTrace(getStackTrace());
        if (getCause() != null) {
            both.initCause(getCause());
        }
        return both;
    }

    /** {@return the kind of failure} */
    public Reason reason() {
        return reason;
    }
}
