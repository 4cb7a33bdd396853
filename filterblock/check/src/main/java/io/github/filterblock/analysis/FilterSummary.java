// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterInfo;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.RandomAccess;

/**
 * The filters of a table in numbers. Immutable.
 *
 * @param rows one for each filter, in the order of the block. The list computes each row when it is taken: a compressed
 *     block of a few kilobytes can claim millions
 * @param bitsPerKey the smallest and the largest whole number of bits per key that gives every filter its length and
 *     its probes; nothing if none fits, or where data blocks could not be read
 */
public record FilterSummary(List<Row> rows, Optional<Range> bitsPerKey) {

    /**
     * One filter.
     *
     * @param index its number, and that of its window
     * @param firstOffset offset in the file at which its window starts, unsigned; 0 where it is not {@link #reachable}
     * @param length number of bytes; 0 for a window without keys, -1 where the offsets are damaged
     * @param keys how many keys the data blocks that start in its window hold
     * @param info what its bytes say about it, if it is a Bloom filter
     * @param reachable whether any 64-bit offset lies in its window: none does if base lg is above 63, or beyond 2^64
     */
    public record Row(int index, long firstOffset, int length, long keys, BloomFilterInfo info, boolean reachable) {
        /** {@return whether the filter has bytes; empty and damaged ones have none} */
        public boolean hasBytes() {
            return length > 0;
        }
    }

    /**
     * A range of whole numbers.
     *
     * @param least the smallest, 1 or more; 0 only where no other number fits
     * @param most the largest
     */
    public record Range(int least, int most) {
        @Override
        public String toString() {
            return least == most ? Integer.toString(least) : least + " to " + most;
        }
    }

    /** {@return the bytes of all filters, each with its k; nothing is counted for filters whose offsets are damaged} */
    public long filterBytes() {
        return rows.stream().filter(Row::hasBytes).mapToLong(Row::length).sum();
    }

    /**
     * Sums up the filters of a table.
     *
     * @param analysis the table
     * @return the numbers, or nothing if it has no filter block that could be read
     */
    public static Optional<FilterSummary> of(TableReport analysis) {
        return analysis.filter().filter(filter -> filter.damage().isEmpty()).map(filter -> of(filter, analysis));
    }

    private static FilterSummary of(TableFilter filter, TableReport analysis) {
        List<Row> rows = new Rows(filter, analysis.dataBlocks());
        boolean complete = filter.isBuiltin() && analysis.damageCount() == 0;
        return new FilterSummary(rows, complete ? FittingBits.of(rows, analysis.identification()) : Optional.empty());
    }

    /** A view of the filters of a block. */
    private static final class Rows extends AbstractList<Row> implements RandomAccess {
        private final TableFilter filter;
        private final Optional<Windows> windows;
        private final WindowKeys keys;

        Rows(TableFilter filter, List<DataBlock> blocks) {
            this.filter = filter;
            this.windows = filter.layout().windows();
            this.keys = new WindowKeys(blocks, windows);
        }

        @Override
        public int size() {
            return filter.layout().filterCount();
        }

        @Override
        public Row get(int index) {
            OptionalLong start = windows.isPresent() ? windows.get().start(index) : OptionalLong.empty();
            return new Row(
                    index,
                    start.orElse(0),
                    filter.layout().filterLength(index),
                    keys.in(index),
                    filter.info(index),
                    start.isPresent());
        }
    }
}
