// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterMatcher;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Reads a block in any memory, with any matcher. */
@SuppressWarnings("NullAway") // there is an array or a view
sealed class GeneralReader extends FilterBlockReader permits DirectReader, RangeReader {
    /*
     * Each kind of memory has a class, not a branch: in a program that has readers of several kinds, the compiler sees
     * at each call which kind is probed there. With branches it would put all ways into every lookup, which would then
     * be too large to be inlined where it is probed (see LargeBits in the module core).
     */
    private static final long NO_FILTER = -1;

    final BlockMemory memory;

    GeneralReader(BlockMemory memory, int length, FilterMatcher matcher, boolean ofWholeTable) {
        super(memory.block(length), matcher, ofWholeTable);
        this.memory = memory;
    }

    /** The kind of reader that suits memory and matcher. */
    static FilterBlockReader of(BlockMemory memory, int length, FilterMatcher matcher, boolean ofWholeTable) {
        if (!hasOneHash(matcher)) {
            return new GeneralReader(memory, length, matcher, ofWholeTable);
        }
        return memory.view == null
                ? new RangeReader(memory, length, matcher, ofWholeTable)
                : new DirectReader(memory, length, matcher, ofWholeTable);
    }

    /** A closed reader, whose bytes are gone, stays closed in every view. */
    @Override
    final FilterBlockReader with(boolean ofWholeTable) {
        return memory.isClosed() ? this : of(memory, length, matcher, ofWholeTable);
    }

    @Override
    final ByteBuffer block() {
        return memory.block(length);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
        long range = range(blockOffset);
        if (range < 0) {
            return true;
        }
        int start = memory.base + (int) (range >>> Integer.SIZE);
        return memory.array != null
                ? matcher.keyMayMatch(key, keyOffset, keyLength, memory.array, start, (int) range)
                : matcher.keyMayMatch(key, keyOffset, keyLength, memory.view, start, (int) range);
    }

    @Override
    boolean probe(long blockOffset, int keyHash) {
        long range = range(blockOffset);
        if (range < 0) {
            return true;
        }
        int start = memory.base + (int) (range >>> Integer.SIZE);
        return memory.array != null
                ? BloomFilterMatcher.hashMayMatch(keyHash, memory.array, start, (int) range)
                : BloomFilterMatcher.hashMayMatch(keyHash, memory.view, start, (int) range);
    }

    /** The filter of a data block, start in the upper and length in the lower half; less than 0 without one. */
    private long range(long blockOffset) {
        memory.checkOpen();
        int entry = entry(blockOffset);
        if (entry < 0) {
            return NO_FILTER;
        }
        long startAndLimit = memory.array != null
                ? (long) ArrayReader.LONG.get(memory.array, memory.base + entry)
                : memory.view.getLong(entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        return isFilter(start, limit) ? (long) start << Integer.SIZE | limit - start : NO_FILTER;
    }

    @Override
    void checkOpen() {
        memory.checkOpen();
    }

    @Override
    public void close() {
        memory.close();
    }
}
