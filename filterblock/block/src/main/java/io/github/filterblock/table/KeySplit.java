// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.Optional;

/**
 * Which part of a user key Pebble adds to a filter: the first bytes, as many as the {@code Split} of the table's
 * comparer says (PB-1). The file names the comparer, not its Split.
 */
public enum KeySplit {
    /** Pebble did not write the table, or the whole key is certainly added. */
    NONE(""),
    /** CockroachDB's: the key without its version, whose length is the last byte of the user key. */
    COCKROACH("cockroach_comparator"),
    /** That of Pebble's own tests: the key up to its last {@code @}. */
    TEST_KEYS("pebble.internal.testkeys"),
    /** Not known: any prefix may have been added, from the empty one to the whole key. */
    UNKNOWN("an unknown split");

    private final String label;

    KeySplit(String label) {
        this.label = label;
    }

    /** {@return the name of the comparer whose split it is, or words for an unknown one; empty for {@link #NONE}} */
    public String label() {
        return label;
    }

    /**
     * The split of a table's keys.
     *
     * @param comparer its name
     * @param keySchema that of its columns; empty if it has none. CockroachDB's also stands beside other comparers
     */
    static KeySplit of(String comparer, String keySchema) {
        if (!keySchema.isEmpty()) {
            Optional<KeySchema> schema = KeySchema.named(keySchema);
            return schema.isEmpty() ? UNKNOWN : schema.get() == KeySchema.COCKROACH ? COCKROACH : ofComparer(comparer);
        }
        return ofComparer(comparer);
    }

    private static KeySplit ofComparer(String name) {
        if (name.equals(COCKROACH.label)) {
            return COCKROACH;
        }
        return name.equals(TEST_KEYS.label) ? TEST_KEYS : UNKNOWN;
    }

    /**
     * How many bytes of a user key were added.
     *
     * @return 0 to {@code length}; all for {@link #NONE} and {@link #UNKNOWN}; -1 if the key has no such part, so that
     *     it may match
     */
    int lengthOf(byte[] key, int offset, int length) {
        return switch (this) {
            case NONE, UNKNOWN -> length;
            case COCKROACH -> withoutVersion(key, offset, length);
            case TEST_KEYS -> {
                int at = length - 1;
                while (at >= 0 && key[offset + at] != '@') {
                    at--;
                }
                yield at < 0 ? length : at;
            }
        };
    }

    private static int withoutVersion(byte[] key, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int version = key[offset + length - 1] & 0xff;
        return version < length ? length - version : -1;
    }
}
