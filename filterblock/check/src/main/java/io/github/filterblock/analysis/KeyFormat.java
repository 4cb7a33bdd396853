// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.FilterMatcher;
import java.util.Arrays;

/** Which part of a stored key the filter was built over (TF-12). */
public enum KeyFormat {
    /** The whole stored key, as in tables written without a database. */
    WHOLE_KEY("whole-key", 0),

    /** The user key: the stored key without its 8-byte tag of sequence and kind, as in tables of a database. */
    USER_KEY("user-key", FilterMatcher.TAG_LENGTH);

    private final String id;
    private final int suffixLength;

    KeyFormat(String id, int suffixLength) {
        this.id = id;
        this.suffixLength = suffixLength;
    }

    /** {@return the format's short name, as the command line takes and prints it} */
    public String id() {
        return id;
    }

    /**
     * The format of a name.
     *
     * @param id as {@link #id()} gives it
     * @return the format
     * @throws IllegalArgumentException if there is no such format; its message names the formats
     */
    public static KeyFormat withId(String id) {
        for (KeyFormat format : values()) {
            if (format.id.equals(id)) {
                return format;
            }
        }
        throw new IllegalArgumentException("'" + id + "' is not a key format; choose whole-key or user-key");
    }

    /**
     * Whether a stored key is long enough to have the format.
     *
     * @param storedLength number of bytes of the stored key
     * @return {@code false} for a key that is too short for its tag
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
     * @param storedLength number of bytes of a stored key that the format {@linkplain #allows allows}
     * @return 0 or more
     */
    public int filterKeyLength(int storedLength) {
        return storedLength - suffixLength;
    }

    /**
     * Compares two stored keys in the order of their bytes; of two versions of a user key the higher tag comes first.
     * These are the orders that can be recognized without knowing the comparator (TF-15).
     */
    int compare(byte[] a, int aLength, byte[] b, int bLength) {
        int aKey = filterKeyLength(aLength);
        int bKey = filterKeyLength(bLength);
        int byKey = Arrays.compareUnsigned(a, 0, aKey, b, 0, bKey);
        return byKey != 0 || suffixLength == 0
                ? byKey
                : Long.compareUnsigned(InternalKey.tag(b, bLength), InternalKey.tag(a, aLength));
    }
}
