// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Objects;

/**
 * A block cannot be decompressed; the caller, which knows file and offset, adds them in a {@link
 * CorruptTableException}. It has no stack trace, which nobody would see: a damaged block throws several, one for each
 * way to read it.
 */
final class UndecodableBlockException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final long made;

    UndecodableBlockException(Reason reason, String message) {
        this(reason, message, 0);
    }

    private UndecodableBlockException(Reason reason, String message, long made) {
        super(message, null, false, false);
        this.reason = Objects.requireNonNull(reason, "reason");
        this.made = made;
    }

    /** The same failure, found after so many more bytes of contents were made. */
    UndecodableBlockException afterMaking(long more) {
        return new UndecodableBlockException(reason, String.valueOf(getMessage()), made + more);
    }

    /** Compressed bytes that are damaged. */
    static UndecodableBlockException damaged(String message) {
        return new UndecodableBlockException(Reason.BAD_COMPRESSION, message);
    }

    /** Contents that a decompressor refuses to make. */
    static UndecodableBlockException tooLarge(long length, int limit) {
        return new UndecodableBlockException(
                Reason.TOO_LARGE, "the block has " + Long.toUnsignedString(length) + " bytes, the limit is " + limit);
    }

    /** A kind of compression that is not decoded, or not here. */
    static UndecodableBlockException unknown(String message) {
        return new UndecodableBlockException(Reason.UNKNOWN_COMPRESSION, message);
    }

    Reason reason() {
        return reason;
    }

    /** How many bytes of contents were made, or room for them, before the failure was found. */
    long made() {
        return made;
    }
}
