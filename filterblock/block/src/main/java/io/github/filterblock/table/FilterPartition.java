// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.rocksdb.FullFilter;
import java.util.Objects;
import java.util.Optional;

/**
 * One filter of a table: the full one, or that of a partition (RF-10). Immutable.
 */
public final class FilterPartition {
    private final byte[] separator;
    private final long tag;
    private final BlockHandle handle;
    private final FullFilter filter;
    private final Optional<CorruptTableException> damage;

    FilterPartition(
            byte[] separator, long tag, BlockHandle handle, FullFilter filter, Optional<CorruptTableException> damage) {
        this.separator = Objects.requireNonNull(separator, "separator");
        this.tag = tag;
        this.handle = Objects.requireNonNull(handle, "handle");
        this.filter = Objects.requireNonNull(filter, "filter");
        this.damage = Objects.requireNonNull(damage, "damage");
    }

    /** {@return a user key without timestamp, not below any key of the partition; empty for a full filter} */
    public byte[] separator() {
        return separator;
    }

    /**
     * {@return the last 8 bytes of the stored separator, little-endian: entries of the user key up to this tag
     * belong to the partition; 0, which is the last one, if separators are user keys, and for a full filter}
     */
    public long tag() {
        return tag;
    }

    /** {@return where the filter lies} */
    public BlockHandle handle() {
        return handle;
    }

    /** {@return the filter; if it cannot be read, one that always matches} */
    public FullFilter filter() {
        return filter;
    }

    /** {@return why it cannot be read} */
    public Optional<CorruptTableException> damage() {
        return damage;
    }

    /** {@return where the filter lies, and its form or damage, for logs} */
    @Override
    public String toString() {
        return handle + ": " + damage.map(CorruptTableException::detail).orElseGet(() -> filter.geometry() + "");
    }
}
