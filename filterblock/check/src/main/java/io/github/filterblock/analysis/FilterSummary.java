// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.AbstractList;
import java.util.Arrays;
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
 *     its probes (FB-4, FB-5); empty if none fits, or if data blocks could not be read
 */
public record FilterSummary(List<Row> rows, Optional<Range> bitsPerKey) {
    /** Larger filters are not summed up: some writers cannot count further. */
    private static final int MAX_FILTER = 500 << 20;

    /**
     * Basho's second filter has a prime below its bits: fewer than this many are left over, since primes are no rarer.
     */
    private static final int BASHO_ROUNDING = 1024;

    /**
     * One filter.
     *
     * @param index its number, and that of its window
     * @param firstOffset offset in the file at which its window starts, unsigned; 0 if it is not {@link #reachable}
     * @param length number of bytes; 0 for a window without keys, -1 if the offsets are damaged
     * @param keys how many keys the data blocks that start in its window hold
     * @param info what its bytes say about it, if it is a Bloom filter
     * @param reachable whether any 64-bit offset lies in its window; it is not if base lg is above 63 or the window
     *     lies beyond 2^64
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
     * @param least the smallest, 1 or more; 0 only if no other number fits
     * @param most the largest
     */
    public record Range(int least, int most) {
        @Override
        public String toString() {
            return least == most ? Integer.toString(least) : least + " to " + most;
        }
    }

    static FilterSummary of(TableFilter filter, TableReport report) {
        List<Row> rows = rows(filter, report);
        boolean complete = filter.isBuiltin() && report.damageCount() == 0;
        return new FilterSummary(
                rows, complete ? fitting(rows, writer(report.identification().dialects())) : Optional.empty());
    }

    static List<Row> rows(TableFilter filter, TableReport report) {
        return new Rows(filter, report.dataBlocks());
    }

    /** {@return the bytes of all filters, each with its k; nothing is counted for filters whose offsets are damaged} */
    public long filterBytes() {
        return rows.stream().filter(Row::hasBytes).mapToLong(Row::length).sum();
    }

    /**
     * The dialect whose arithmetic applies; goleveldb's, if possible, because it wraps where no other's does (FB-4).
     */
    private static FilterDialect writer(List<FilterDialect> dialects) {
        return dialects.contains(FilterDialect.GOLEVELDB)
                ? FilterDialect.GOLEVELDB
                : dialects.stream().findFirst().orElse(FilterDialect.LEVELDB);
    }

    /** Tries the numbers that give the first filter its length: free of the corner cases of solving for all. */
    private static Optional<Range> fitting(List<Row> rows, FilterDialect writer) {
        Row first = rows.stream().filter(Row::hasBytes).findFirst().orElse(null);
        if (first == null || first.keys() == 0) {
            return Optional.empty();
        }
        long bits = first.info().bits();
        long leastBits = Byte.SIZE * (writer.filterSize(0, 0) - 1);
        int rounding = writer == FilterDialect.BASHO_2 ? BASHO_ROUNDING : Byte.SIZE;
        long from = bits <= leastBits + rounding ? 1 : Math.max(1, (bits - rounding) / first.keys());
        long to = Math.min(BloomFilterPolicy.MAX_BITS_PER_KEY, bits / first.keys());
        int least = 0;
        int most = 0;
        for (int bitsPerKey = (int) Math.min(from, to + 1); bitsPerKey <= to; bitsPerKey++) {
            if (fits(rows, writer, bitsPerKey)) {
                least = least == 0 ? bitsPerKey : least;
                most = bitsPerKey;
            }
        }
        return most > 0 || fits(rows, writer, 0) ? Optional.of(new Range(least, most)) : Optional.empty();
    }

    private static boolean fits(List<Row> rows, FilterDialect writer, int bitsPerKey) {
        int probes = writer.probes(bitsPerKey);
        return rows.stream()
                .filter(Row::hasBytes)
                .allMatch(row -> row.keys() > 0
                        && row.keys() * bitsPerKey <= 8L * MAX_FILTER
                        && row.keys() <= Integer.MAX_VALUE
                        && probes == row.info().probes()
                        && writer.filterSize((int) row.keys(), bitsPerKey) == row.length());
    }

    /** A view of the filters of a block. Memory grows with the number of data blocks, not of windows. */
    private static final class Rows extends AbstractList<Row> implements RandomAccess {
        private final TableFilter filter;
        private final Optional<Windows> windows;

        /** The windows in which blocks with keys start, ascending, and the number of keys up to the end of each. */
        private final long[] withKeys;

        private final long[] keysUpTo;

        /** Counts the keys of blocks, which come in the order of their offsets, as every pass over a table has them. */
        Rows(TableFilter filter, List<DataBlock> blocks) {
            this.filter = filter;
            this.windows = filter.layout().windows();
            long[] ofBlocks = new long[blocks.size()];
            long[] sums = new long[ofBlocks.length];
            int count = 0;
            long keys = 0;
            for (DataBlock block : blocks) {
                if (block.keyCount() > 0 && windows.isPresent()) {
                    long window = windows.get().of(block.offset());
                    keys += block.keyCount();
                    count += count > 0 && ofBlocks[count - 1] == window ? 0 : 1;
                    ofBlocks[count - 1] = window;
                    sums[count - 1] = keys;
                }
            }
            this.withKeys = Arrays.copyOf(ofBlocks, count);
            this.keysUpTo = Arrays.copyOf(sums, count);
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
                    keysIn(index),
                    filter.info(index),
                    start.isPresent());
        }

        private long keysIn(long window) {
            int at = Arrays.binarySearch(withKeys, window);
            return at < 0 ? 0 : keysUpTo[at] - (at == 0 ? 0 : keysUpTo[at - 1]);
        }
    }
}
