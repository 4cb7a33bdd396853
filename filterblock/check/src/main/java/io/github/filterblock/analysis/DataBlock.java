// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import java.util.Optional;

/**
 * One data block of a table, as it was found. Immutable.
 *
 * @param entry the index entry that leads to it
 * @param type the type byte, 0 to 255; -1 if it could not be read
 * @param keyCount number of keys, all versions and deletions included; 0 if the block could not be read
 * @param contentsLength number of decompressed bytes; 0 if the block could not be read
 * @param damage why its keys could not be read, if so; {@link TableReport#damage} says more of the first such blocks
 */
public record DataBlock(IndexEntry entry, int type, int keyCount, int contentsLength, Optional<Reason> damage) {

    /** {@return where the block lies} */
    public BlockHandle handle() {
        return entry.handle();
    }

    /** {@return the offset that the filter is asked with: that of the block's first byte in the file} */
    public long offset() {
        return entry.handle().offset();
    }
}
