// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.InternalKeyFilterPolicy;

/** Which part of a stored key the filter was built over (TF-12). */
public enum KeyDomain {
    /** The whole stored key, as in tables written without a database. The command line says {@code user}. */
    WHOLE_KEY("user", 0),

    /**
     * The user key: the stored key without its 8-byte tag of sequence and kind, as in tables of a database. The command
     * line says {@code internal}, since the stored keys are internal ones.
     */
    USER_KEY("internal", InternalKeyFilterPolicy.TAG_LENGTH);

    private final String id;
    private final int suffixLength;

    KeyDomain(String id, int suffixLength) {
        this.id = id;
        this.suffixLength = suffixLength;
    }

    /**
     * {@return the domain's short name, as the command line takes and prints it: {@code "user"} or {@code "internal"}}
     */
    public String id() {
        return id;
    }

    /**
     * Whether a stored key is long enough to belong to the domain.
     *
     * @param storedLength number of bytes of the stored key
     * @return {@code false} for an internal key without room for its tag
     */
    public boolean allows(int storedLength) {
        return storedLength >= suffixLength;
    }

    /** The number of bytes at the end of a stored key that are not the filter's. */
    int suffixLength() {
        return suffixLength;
    }

    /**
     * The number of bytes at the front of a stored key that are the filter's key.
     *
     * @param storedLength number of bytes of a stored key that the domain {@linkplain #allows allows}
     * @return 0 or more
     */
    public int filterKeyLength(int storedLength) {
        return storedLength - suffixLength;
    }
}
