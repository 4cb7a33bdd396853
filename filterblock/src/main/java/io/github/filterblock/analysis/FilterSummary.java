// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.stream.IntStream;

/**
 * The filters of a table in numbers. Immutable.
 *
 * @param rows one for each filter, in the order of the block. The list works out each row when it is taken: a
 *     compressed block of a few kilobytes can claim millions
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
     * @param reachable whether any 64-bit offset lies in its window; not so for base lg above 63 and beyond 2^64
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
    public static Optional<FilterSummary> of(TableAnalysis analysis) {
        return analysis.filter().filter(filter -> filter.damage().isEmpty()).map(filter -> of(filter, analysis));
    }

    private static FilterSummary of(TableFilter filter, TableAnalysis analysis) {
        List<Row> rows = new Rows(filter, analysis.dataBlocks());
        boolean complete = filter.isBuiltin() && analysis.damageCount() == 0;
        return new FilterSummary(rows, complete ? fittingBits(rows, writer(analysis.reading())) : Optional.empty());
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

    /** Larger filters are not summed up: some writers cannot count further. */
    private static final int MAX_FILTER = 500 << 20;

    private static final int MOST = BloomFilterPolicy.MAX_BITS_PER_KEY;

    /** Filters of fewer bits do not exist (FB-5). */
    private static final int LEAST_BITS = 64;

    /**
     * Basho's second filter has a prime below its bits: fewer than this many are left over, since primes are no rarer.
     */
    private static final int BASHO_ROUNDING = 1024;

    /** Tries the numbers of bits that give the first filter its length: free of the corner cases of solving for all. */
    private static Optional<Range> fittingBits(List<Row> rows, FilterDialect writer) {
        Optional<Row> first = rows.stream().filter(Row::hasBytes).findFirst();
        if (first.isEmpty() || first.get().keys() == 0) {
            return Optional.empty();
        }
        long bits = first.get().info().bits();
        long keys = first.get().keys();
        int rounding = writer == FilterDialect.BASHO_2 ? BASHO_ROUNDING : Byte.SIZE;
        int least = bits <= LEAST_BITS + rounding ? 1 : (int) Math.max(1, Math.min(MOST, (bits - rounding) / keys));
        int most = (int) Math.min(MOST, bits / keys);
        int[] fitting = IntStream.rangeClosed(least, most)
                .filter(bitsPerKey -> fits(writer, bitsPerKey, rows))
                .toArray();
        if (fitting.length > 0) {
            return Optional.of(new Range(fitting[0], fitting[fitting.length - 1]));
        }
        return fits(writer, 0, rows) ? Optional.of(new Range(0, 0)) : Optional.empty();
    }

    private static boolean fits(FilterDialect writer, int bitsPerKey, List<Row> rows) {
        int probes = writer.probes(bitsPerKey);
        return rows.stream()
                .filter(Row::hasBytes)
                .allMatch(row -> row.keys() > 0
                        && row.keys() * bitsPerKey <= 8L * MAX_FILTER
                        && row.keys() <= Integer.MAX_VALUE
                        && probes == row.info().probes()
                        && writer.filterSize((int) row.keys(), bitsPerKey) == row.length());
    }

    /**
     * The dialect whose arithmetic applies; goleveldb's, if possible, because it wraps where no other's does (FB-4).
     */
    private static FilterDialect writer(FilterReading reading) {
        List<FilterDialect> dialects = reading.dialects();
        return dialects.contains(FilterDialect.GOLEVELDB)
                ? FilterDialect.GOLEVELDB
                : dialects.stream().findFirst().orElse(FilterDialect.LEVELDB);
    }
}
