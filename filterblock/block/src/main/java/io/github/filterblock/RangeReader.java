// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterMatcher;

/** Reads a block within an array, such as that of a pooled buffer, as {@link ArrayReader} reads a whole one. */
@SuppressWarnings("NullAway") // there is a hash
final class RangeReader extends GeneralReader {
    private final int base;

    RangeReader(BlockMemory memory, int length, FilterMatcher matcher, boolean ofWholeTable) {
        super(memory, length, matcher, ofWholeTable);
        this.base = memory.base;
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        return probe(blockOffset, hash.hash(key, keyOffset, keyLength));
    }

    @Override
    boolean probe(long blockOffset, int keyHash) {
        byte[] array = memory.array;
        if (array == null) {
            throw BlockMemory.closed();
        }
        int entry = entry(blockOffset);
        if (entry < 0) {
            return true;
        }
        long startAndLimit = (long) ArrayReader.LONG.get(array, base + entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        return !isFilter(start, limit) || BloomFilterMatcher.hashMayMatch(keyHash, array, base + start, limit - start);
    }
}
