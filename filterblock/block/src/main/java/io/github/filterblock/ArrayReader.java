// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.LevelDbFilter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The usual reader: its block begins an array and is not released, and its matcher has one hash of the whole key. */
@SuppressWarnings("NullAway") // there is a hash, and a check of it costs in the hot path
final class ArrayReader extends FilterBlockReader {
    /** Two neighbours in the offset array: start in the lower half, limit in the upper one. */
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final byte[] array;

    /** A filter from this length on is probed without a division if it was opened before. */
    static final int LARGE = 2049;

    /** A large filter of a whole table, opened; none for all others. */
    final @Nullable LevelDbFilter tableFilter;

    ArrayReader(byte[] array, int length, FilterMatcher matcher, boolean ofWholeTable) {
        super(ByteBuffer.wrap(array, 0, length), matcher, ofWholeTable);
        this.array = array;
        this.tableFilter =
                ofWholeTable && arrayOffset >= LARGE ? LevelDbFilter.wrap(array, 0, arrayOffset, hash) : null;
    }

    @Override
    FilterBlockReader with(boolean ofWholeTable) {
        return new ArrayReader(array, length, matcher, ofWholeTable);
    }

    @Override
    ByteBuffer block() {
        return ByteBuffer.wrap(array, 0, length);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        return probe(blockOffset, hash.hash(key, keyOffset, keyLength));
    }

    @Override
    boolean probe(long blockOffset, int keyHash) {
        int entry = entry(blockOffset);
        if (entry < 0) {
            return true;
        }
        long startAndLimit = (long) LONG.get(array, entry);
        int start = (int) startAndLimit;
        int limit = (int) (startAndLimit >>> Integer.SIZE);
        return !isFilter(start, limit) || BloomFilterMatcher.hashMayMatch(keyHash, array, start, limit - start);
    }

    @Override
    public boolean tableMayMatch(byte[] key, int keyOffset, int keyLength) {
        return tableFilter != null
                ? tableFilter.hashMayMatch(hash.hash(key, keyOffset, keyLength))
                : super.tableMayMatch(key, keyOffset, keyLength);
    }

    @Override
    boolean probeTable(int keyHash) {
        return tableFilter != null ? tableFilter.hashMayMatch(keyHash) : probe(0, keyHash);
    }
}
