// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The filters of a table in numbers. Immutable.
 *
 * @param rows one for each filter, in the order of the block
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
     * @param info what its bytes say of themselves, if it is a Bloom filter
     * @param reachable whether any 64-bit offset lies in its window; not so for base lg above 63 and behind 2^64
     */
    public record Row(int index, long firstOffset, int length, long keys, BloomFilterInfo info, boolean reachable) {
        /**
         * Whether the filter has bytes.
         *
         * @return {@code false} for empty and for damaged ones
         */
        public boolean hasBytes() {
            return length > 0;
        }
    }

    /**
     * Whole numbers from one to another.
     *
     * @param least the smallest, 1 or more
     * @param most the largest
     */
    public record Range(int least, int most) {
        @Override
        public String toString() {
            return least == most ? Integer.toString(least) : least + " to " + most;
        }
    }

    /**
     * The bytes of all filters, each with its k.
     *
     * @return 0 or more; nothing is counted for filters whose offsets are damaged
     */
    public long filterBytes() {
        return rows.stream().filter(Row::hasBytes).mapToLong(Row::length).sum();
    }

    /**
     * Sums up the filters of a table.
     *
     * @param analysis the table
     * @return the numbers, or nothing if it has no filter block that could be read
     */
    public static Optional<FilterSummary> of(TableAnalysis analysis) {
        return analysis.filter().filter(filter -> filter.damage().isEmpty()).map(filter -> of(filter, analysis));
    }

    private static FilterSummary of(TableFilter filter, TableAnalysis analysis) {
        long[] keys = keysOfWindows(filter, analysis.dataBlocks());
        List<Row> rows = new ArrayList<>(keys.length);
        Optional<Windows> windows = filter.layout().windows();
        for (int i = 0; i < keys.length; i++) {
            OptionalLong start = windows.isPresent() ? windows.get().start(i) : OptionalLong.empty();
            rows.add(new Row(
                    i, start.orElse(0), filter.layout().filterLength(i), keys[i], filter.info(i), start.isPresent()));
        }
        boolean complete = filter.isBuiltin() && analysis.damage().isEmpty();
        return new FilterSummary(
                List.copyOf(rows), complete ? fittingBits(rows, writer(analysis.reading())) : Optional.empty());
    }

    private static long[] keysOfWindows(TableFilter filter, List<DataBlock> blocks) {
        long[] keys = new long[filter.layout().filterCount()];
        for (DataBlock block : blocks) {
            int window = filter.layout().lookup(block.offset()).filter();
            if (window >= 0) {
                keys[window] += block.keyCount();
            }
        }
        return keys;
    }

    /** Larger filters are not summed up: some writers count no further. */
    private static final int MAX_FILTER = 500 << 20;

    /** Tries every number of bits: few, cheap, and free of the corner cases that solving for it has (FB-4, FB-5). */
    private static Optional<Range> fittingBits(List<Row> rows, FilterDialect writer) {
        List<Row> filled = rows.stream().filter(Row::hasBytes).toList();
        int[] fitting = IntStream.rangeClosed(1, BloomFilterPolicy.MAX_BITS_PER_KEY)
                .filter(bits -> fits(writer, bits, filled))
                .toArray();
        return filled.isEmpty() || fitting.length == 0
                ? Optional.empty()
                : Optional.of(new Range(fitting[0], fitting[fitting.length - 1]));
    }

    private static boolean fits(FilterDialect writer, int bitsPerKey, List<Row> filled) {
        int probes = writer.probes(bitsPerKey);
        return filled.stream()
                .allMatch(row -> row.keys() > 0
                        && row.keys() * bitsPerKey <= 8L * MAX_FILTER
                        && row.keys() <= Integer.MAX_VALUE
                        && probes == row.info().probes()
                        && writer.filterSize((int) row.keys(), bitsPerKey) == row.length());
    }

    /** The dialect whose arithmetic counts; where goleveldb is possible, its own wraps where no other's does (FB-4). */
    private static FilterDialect writer(FilterReading reading) {
        List<FilterDialect> dialects = reading.dialects();
        return dialects.contains(FilterDialect.GOLEVELDB)
                ? FilterDialect.GOLEVELDB
                : dialects.stream().findFirst().orElse(FilterDialect.LEVELDB);
    }
}
