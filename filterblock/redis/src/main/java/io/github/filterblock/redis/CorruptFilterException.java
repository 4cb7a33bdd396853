// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.io.IOException;
import java.util.Objects;

/** Bytes of a Redis filter are damaged, or of a kind that must not be guessed; names place and reason. */
public final class CorruptFilterException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of damage, for use in a switch; each is described by a rule of REDIS.md. */
    public enum Reason {
        /** A string that cannot be a go-zero filter of these bits: too long, or with a bit beyond the last (RB-5). */
        FOREIGN_BITMAP,
        /** The header is that of a RedisBloom before 2.2.1, which later versions refuse too (RB-12). */
        OLD_LAYOUT,
        /** The header is of a length that no version writes (RB-12). */
        UNKNOWN_LENGTH,
        /** The header has options that {@code BF.RESERVE} does not write (RB-12). */
        UNKNOWN_OPTIONS,
        /** The numbers of a layer contradict each other (RB-12). */
        BAD_LAYER,
        /** The sizes of the layers do not add up to that of the filter (RB-12). */
        BAD_SIZE,
        /** A layer is larger than a Java array (RB-12). */
        TOO_LARGE,
        /** A piece, or the end of the last one, is missing (RB-11). */
        MISSING_PIECE,
        /** A piece holds bytes that an earlier one held (RB-11). */
        OVERLAPPING_PIECE,
        /** A piece reaches from one layer into the next (RB-11). */
        STRADDLING_PIECE,
        /** A piece beyond the end, or one without bytes (RB-11). */
        SURPLUS_PIECE,
        /** The file of pieces ends within one (RB-13). */
        TRUNCATED_FILE
    }

    private final String file;
    private final long offset;
    private final Reason reason;
    private final String detail;

    /**
     * An exception about a place in a filter.
     *
     * @param file the name of the bytes, for display: a file, a Redis key
     * @param offset offset of the damage in the string, the dump or the file, in bytes, unsigned
     * @param reason the kind of damage
     * @param detail one line that says what is wrong there
     */
    public CorruptFilterException(String file, long offset, Reason reason, String detail) {
        super(file + ": offset " + Long.toUnsignedString(offset) + ": " + detail);
        this.file = Objects.requireNonNull(file, "file");
        this.offset = offset;
        this.reason = Objects.requireNonNull(reason, "reason");
        this.detail = Objects.requireNonNull(detail, "detail");
    }

    /** {@return the name of the bytes, as given when they were read} */
    public String file() {
        return file;
    }

    /** {@return where the damage is: offset in bytes, unsigned} */
    public long offset() {
        return offset;
    }

    /** {@return the kind of damage} */
    public Reason reason() {
        return reason;
    }

    /** {@return what is wrong in one line, without name and offset} */
    public String detail() {
        return detail;
    }
}
