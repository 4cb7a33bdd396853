// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.OptionalLong;

/**
 * How much a table has, as the properties of RocksDB and Pebble say (RF-5). Each number is unsigned, and empty if it is
 * not stored. Immutable.
 */
public final class StatedCounts {
    static final StatedCounts NONE = new StatedCounts(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    private final OptionalLong entries;
    private final OptionalLong rangeDeletions;
    private final OptionalLong deletions;

    StatedCounts(OptionalLong entries, OptionalLong rangeDeletions, OptionalLong deletions) {
        this.entries = entries;
        this.rangeDeletions = rangeDeletions;
        this.deletions = deletions;
    }

    /**
     * {@return {@code rocksdb.num.entries}: entries of all kinds, and deletions of ranges, which lie beside the data}
     */
    public OptionalLong entries() {
        return entries;
    }

    /** {@return {@code rocksdb.num.range-deletions}} */
    public OptionalLong rangeDeletions() {
        return rangeDeletions;
    }

    /**
     * {@return {@code rocksdb.deleted.keys}: entries that delete their key; most writers add deletions of ranges}
     */
    public OptionalLong deletions() {
        return deletions;
    }

    /**
     * {@return how many entries the data blocks have, from 0 on; a negative number if the properties contradict
     * themselves; empty if they do not say it}
     */
    public OptionalLong dataEntries() {
        return entries.isEmpty() ? entries : OptionalLong.of(entries.getAsLong() - rangeDeletions.orElse(0));
    }
}
