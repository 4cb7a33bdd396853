// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * The data blocks of a table, each made when it is asked for: beside the index they take ten bytes for each entry. Does
 * not change once it is filled.
 */
final class BlockColumns extends AbstractList<DataBlock> implements RandomAccess {
    private static final Reason[] REASONS = Reason.values();
    private static final int UNREADABLE = -1;

    private final List<IndexEntry> index;
    private final short[] types;
    private final int[] keyCounts;

    /** Number of decompressed bytes; for a block that could not be read, the complement of the reason. */
    private final int[] contents;

    private int count;

    BlockColumns(List<IndexEntry> index) {
        this.index = index;
        this.types = new short[index.size()];
        this.keyCounts = new int[index.size()];
        this.contents = new int[index.size()];
    }

    void add(int type, int keyCount, int contentsLength) {
        types[count] = (short) type;
        keyCounts[count] = keyCount;
        contents[count++] = contentsLength;
    }

    @SuppressWarnings("EnumOrdinal") // a number of two bytes that stays here
    void addUnreadable(int type, Reason reason) {
        add(type, 0, UNREADABLE - reason.ordinal());
    }

    @Override
    public DataBlock get(int number) {
        Objects.checkIndex(number, count);
        int length = contents[number];
        return new DataBlock(
                index.get(number),
                types[number],
                keyCounts[number],
                Math.max(0, length),
                length < 0 ? Optional.of(REASONS[UNREADABLE - length]) : Optional.empty());
    }

    @Override
    public int size() {
        return count;
    }
}
