// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterMatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads a block in a buffer without an array as {@link ArrayReader} reads one in an array. */
@SuppressWarnings("NullAway") // there is a hash
final class DirectReader extends GeneralReader {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    DirectReader(BlockMemory memory, int length, FilterMatcher matcher, boolean ofWholeTable) {
        super(memory, length, matcher, ofWholeTable);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        return probe(blockOffset, hash.hash(key, keyOffset, keyLength));
    }

    @Override
    boolean probe(long blockOffset, int keyHash) {
        ByteBuffer view = memory.view;
        if (view == null) {
            throw BlockMemory.closed();
        }
        int entry = entry(blockOffset);
        if (entry < 0) {
            return true;
        }
        long startAndLimit = (long) LONG.get(view, entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        return !isFilter(start, limit) || BloomFilterMatcher.hashMayMatch(keyHash, view, start, limit - start);
    }
}
