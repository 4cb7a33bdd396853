// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.Arrays;

/**
 * One entry of a table's index: a data block, and a key that separates it from the next one (TF-11). Immutable.
 *
 * @param key at or above the last key of the block and below the first key of the next; not to be changed
 * @param handle where the block lies
 */
public record IndexEntry(byte[] key, BlockHandle handle) {
    @Override
    public boolean equals(Object other) {
        return other instanceof IndexEntry that && Arrays.equals(key, that.key) && handle.equals(that.handle);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(key) + handle.hashCode();
    }
}
