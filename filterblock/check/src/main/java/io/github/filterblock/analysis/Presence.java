// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

/** Whether a table has a key, as far as its data blocks and its filter tell. */
public enum Presence {
    /** An entry of the key was read, be it a deletion. */
    PRESENT("present"),
    /** The table has no entry of the key. */
    ABSENT("absent"),
    /** The table has no entry of the key, but the filter lets it pass. */
    FALSE_POSITIVE("false-positive"),
    /** Not all entries are known, or not in the form in which the key was asked for. */
    MAY_MATCH("may-match");

    private final String id;

    Presence(String id) {
        this.id = id;
    }

    /** {@return the short name, lower case} */
    public String id() {
        return id;
    }
}
