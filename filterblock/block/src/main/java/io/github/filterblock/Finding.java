// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.util.Objects;

/**
 * One deviation from what the format requires.
 *
 * @param rule the rule that is broken
 * @param offset where, in bytes from the start of the file, or of the block where only a block was looked at
 * @param message what is wrong there, in one line
 */
public record Finding(Rule rule, long offset, String message) {
    /** Checks that no part is missing. */
    public Finding {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(message, "message");
    }

    /**
     * The same finding counted from another start.
     *
     * @param distance what to add to the offset, in bytes
     * @return a new finding
     */
    public Finding shiftedBy(long distance) {
        return new Finding(rule, offset + distance, message);
    }

    @Override
    public String toString() {
        return rule + " at offset " + Long.toUnsignedString(offset) + ": " + message;
    }
}
