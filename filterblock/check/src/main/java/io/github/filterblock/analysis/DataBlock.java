// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * One data block of a table, as it was found. Immutable.
 *
 * @param entry the index entry that leads to it
 * @param type the type byte, 0 to 255; -1 if it could not be read
 * @param keyCount number of keys, all versions and deletions included; 0 if the block could not be read
 * @param contentsLength number of decompressed bytes; 0 if the block could not be read
 * @param damage why its keys could not be read; empty if they were. {@link TableReport#damage} says more of the first
 *     such blocks
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

    /**
     * The data blocks of a table, each made when it is asked for: beside the index they take ten bytes for each entry.
     * Does not change once it is filled.
     */
    static final class Columns extends AbstractList<DataBlock> implements RandomAccess {
        private static final Reason[] REASONS = Reason.values();
        private static final int UNREADABLE = -1;

        private final List<IndexEntry> index;
        private final short[] types;
        private final int[] keyCounts;

        /** Number of decompressed bytes; for a block that could not be read, the complement of the reason. */
        private final int[] contents;

        private int count;

        Columns(List<IndexEntry> index) {
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
}
