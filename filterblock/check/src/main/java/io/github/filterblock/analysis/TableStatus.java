// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.Optional;
import java.util.stream.Stream;

/** The result of examining a table, in one word. */
public enum TableStatus {
    /** The filter was read, and every key of the table matches. */
    OK("ok"),
    /** Nothing is damaged, but something differs from what a writer should have written. */
    FINDINGS("findings"),
    /** Nothing is damaged, but blocks could not be decoded, so not all keys were looked at. */
    INCOMPLETE("incomplete"),
    /** The table has no filter block. */
    NO_FILTER("no-filter"),
    /** The table has a filter block of a policy that is not built in. */
    UNKNOWN_POLICY("unknown-policy"),
    /** A part of the file is damaged, or the filter denies keys that are in the table. */
    CORRUPT("corrupt"),
    /** The file has no footer of a LevelDB table. */
    NOT_A_TABLE("not-a-table"),
    /** The file could not be read. */
    UNREADABLE("unreadable");

    private final String id;

    TableStatus(String id) {
        this.id = id;
    }

    /** {@return the status as the command line prints it: lower case, words joined by hyphens} */
    public String id() {
        return id;
    }

    /**
     * The status that the command line prints as a word.
     *
     * @param id as {@link #id()} gives it
     * @return the status; empty for any other text
     */
    public static Optional<TableStatus> withId(String id) {
        return Stream.of(values()).filter(status -> status.id.equals(id)).findFirst();
    }
}
