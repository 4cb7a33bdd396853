// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Locale;
import java.util.Optional;

/** What the keys of a table's data blocks are (TF-12). */
public enum KeyKind {
    /** A user key followed by 8 bytes of sequence number and type; filters were built over the user key alone. */
    INTERNAL,
    /** A key as it was given to the table writer; filters were built over the whole of it. */
    RAW;

    /** Returns the kind that an oracle names; empty for another word. */
    static Optional<KeyKind> of(String word) {
        for (KeyKind kind : values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
