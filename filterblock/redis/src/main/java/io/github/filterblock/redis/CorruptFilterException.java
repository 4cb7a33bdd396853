// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.Rule;
import io.github.filterblock.table.CorruptFileException;

/** Bytes of a Redis filter are damaged, or of a kind that must not be guessed; names place and reason. */
public final class CorruptFilterException extends CorruptFileException {
    private static final long serialVersionUID = 1L;

    /** The kind of trouble, for programs to switch on. */
    public enum Reason {
        /** A string that cannot be a go-zero filter of these bits: too long, or with a bit beyond the last. */
        FOREIGN_BITMAP(Rule.RB_5),
        /** The header is that of a RedisBloom before 2.2.1, which later versions refuse too. */
        OLD_LAYOUT(Rule.RB_12),
        /** The header is of a length that no version writes. */
        UNKNOWN_LENGTH(Rule.RB_12),
        /** The header has options that {@code BF.RESERVE} does not write. */
        UNKNOWN_OPTIONS(Rule.RB_12),
        /** The numbers of a layer contradict each other. */
        BAD_LAYER(Rule.RB_12),
        /** The sizes of the layers do not add up to that of the filter. */
        BAD_SIZE(Rule.RB_12),
        /** A layer is larger than a Java array. */
        TOO_LARGE(Rule.RB_12),
        /** A piece, or the end of the last one, is missing. */
        MISSING_PIECE(Rule.RB_11),
        /** A piece holds bytes that an earlier one held. */
        OVERLAPPING_PIECE(Rule.RB_11),
        /** A piece reaches from one layer into the next. */
        STRADDLING_PIECE(Rule.RB_11),
        /** A piece beyond the end, or one without bytes. */
        SURPLUS_PIECE(Rule.RB_11),
        /** The file of pieces ends within one. */
        TRUNCATED_FILE(Rule.RB_13);

        private final Rule rule;

        Reason(Rule rule) {
            this.rule = rule;
        }

        /**
         * The rule of REDIS.md that is broken.
         *
         * @return a rule of family RB
         */
        public Rule rule() {
            return rule;
        }
    }

    private final Reason reason;

    /**
     * An exception about a place in a filter.
     *
     * @param file the name of the bytes, for people: a file, a Redis key
     * @param offset offset of the damage in the string, the dump or the file, in bytes
     * @param reason the kind of trouble
     * @param detail one line that says what is wrong there
     */
    public CorruptFilterException(String file, long offset, Reason reason, String detail) {
        super(file, offset, reason.rule(), detail);
        this.reason = reason;
    }

    /** {@return the kind of trouble} */
    public Reason reason() {
        return reason;
    }
}
