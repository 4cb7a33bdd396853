// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.Optional;

/**
 * Which part of a key RocksDB's filter has in addition to the whole key, or alone (RF-5; {@code util/slice.cc}).
 * Immutable.
 */
public final class PrefixExtractor {
    private static final String FIXED = "rocksdb.FixedPrefix.";
    private static final String CAPPED = "rocksdb.CappedPrefix.";
    private static final String NOOP = "rocksdb.Noop";

    private final String name;
    private final int maxLength;

    /** The fewest bytes of a key that has a prefix; shorter keys are outside the domain. */
    private final int minKeyLength;

    private PrefixExtractor(String name, int maxLength, int minKeyLength) {
        this.name = name;
        this.maxLength = maxLength;
        this.minKeyLength = minKeyLength;
    }

    /** The extractor of a name; none for one that is not RocksDB's own. */
    static Optional<PrefixExtractor> of(String name) {
        if (name.equals(NOOP)) {
            return Optional.of(new PrefixExtractor(name, Integer.MAX_VALUE, 0));
        }
        boolean fixed = name.startsWith(FIXED);
        if (!fixed && !name.startsWith(CAPPED)) {
            return Optional.empty();
        }
        String digits = name.substring(fixed ? FIXED.length() : CAPPED.length());
        if (!digits.matches("[0-9]{1,9}")) {
            return Optional.empty();
        }
        int length = Integer.parseInt(digits);
        return Optional.of(new PrefixExtractor(name, length, fixed ? length : 0));
    }

    /** {@return the name, as the properties of a table have it} */
    public String name() {
        return name;
    }

    /**
     * The length of a key's prefix.
     *
     * @param keyLength number of bytes of the key, 0 or more
     * @return 0 to {@code keyLength}; -1 if the key is outside the domain
     */
    public int lengthOf(int keyLength) {
        return keyLength < minKeyLength ? -1 : Math.min(maxLength, keyLength);
    }
}
