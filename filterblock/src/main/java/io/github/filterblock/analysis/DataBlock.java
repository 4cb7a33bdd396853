// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.IndexEntry;
import java.util.List;
import java.util.Optional;

/**
 * One data block of a table, as it was found. Immutable; arrays are not to be changed.
 *
 * @param entry the index entry that leads to it
 * @param type the type byte, 0 to 255; -1 if it could not be read
 * @param keyCount number of keys, all versions and deletions included; 0 if the block is damaged
 * @param contentsLength number of decompressed bytes; 0 if the block is damaged
 * @param firstKey the first stored key, without the expiry that Basho may store in it; empty if there is none
 * @param lastKey the last stored key, likewise; empty if there is none
 * @param findings what else is wrong with it, by the offset of the block
 * @param damage why its keys could not be read, if so
 */
public record DataBlock(
        IndexEntry entry,
        int type,
        int keyCount,
        int contentsLength,
        byte[] firstKey,
        byte[] lastKey,
        List<Finding> findings,
        Optional<CorruptTableException> damage) {

    /**
     * Where the block lies.
     *
     * @return its handle
     */
    public BlockHandle handle() {
        return entry.handle();
    }

    /**
     * The offset that the filter is asked with.
     *
     * @return offset in the file of the block's first byte
     */
    public long offset() {
        return entry.handle().offset();
    }
}
