// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import java.util.Objects;

/**
 * A block cannot be decompressed; the caller, which knows file and offset, adds them. It has no stack trace, which
 * nobody would see: a damaged block throws several, one for each way to read it.
 */
public final class UndecodableBlockException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Why a block is not decompressed. */
    public enum Reason {
        /** The compressed bytes are damaged. */
        DAMAGED,
        /** The contents are larger than the limit. */
        TOO_LARGE,
        /** The compression is of a kind that is not decoded, or not here. */
        UNKNOWN
    }

    private final Reason reason;
    private final long producedBytes;

    private UndecodableBlockException(Reason reason, String message, long producedBytes) {
        super(message, null, false, false);
        this.reason = Objects.requireNonNull(reason, "reason");
        this.producedBytes = producedBytes;
    }

    /** The same failure, found after so many more bytes of contents were produced. */
    UndecodableBlockException afterProducing(long more) {
        return new UndecodableBlockException(reason, String.valueOf(getMessage()), producedBytes + more);
    }

    static UndecodableBlockException damaged(String message) {
        return new UndecodableBlockException(Reason.DAMAGED, message, 0);
    }

    static UndecodableBlockException tooLarge(long length, int limit) {
        return tooLarge("the block has " + Long.toUnsignedString(length) + " bytes, the limit is " + limit);
    }

    static UndecodableBlockException tooLarge(String message) {
        return new UndecodableBlockException(Reason.TOO_LARGE, message, 0);
    }

    static UndecodableBlockException unknown(String message) {
        return new UndecodableBlockException(Reason.UNKNOWN, message, 0);
    }

    /** {@return why the block is not decompressed} */
    public Reason reason() {
        return reason;
    }

    /** {@return how many bytes of contents were produced, or room for them made, before the failure was found} */
    public long producedBytes() {
        return producedBytes;
    }
}
