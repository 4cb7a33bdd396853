// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.rocksdb.FullFilter;
import java.util.Objects;
import java.util.Optional;

/**
 * One filter of a table: the full one, or that of a partition (RF-10). Immutable.
 *
 * @param separator a user key without timestamp, not below any key of the partition; empty for a full filter
 * @param tag the last 8 bytes of the stored separator, little-endian: entries of the user key up to this tag belong to
 *     the partition; 0, which is the last one, if separators are user keys, and for a full filter
 * @param handle where the filter lies
 * @param filter its bits; if they cannot be read, a filter that always matches
 * @param damage why it cannot be read
 */
public record FilterPartition(
        byte[] separator, long tag, BlockHandle handle, FullFilter filter, Optional<CorruptTableException> damage) {

    /** Checks that no part is missing. */
    public FilterPartition {
        Objects.requireNonNull(separator, "separator");
        Objects.requireNonNull(handle, "handle");
        Objects.requireNonNull(filter, "filter");
        Objects.requireNonNull(damage, "damage");
    }
}
