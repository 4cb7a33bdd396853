// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.RandomAccess;

/**
 * The filters of a block, in its order. Each row is computed when it is taken: a compressed block of a few kilobytes
 * can claim millions, and memory grows with the number of data blocks, not of windows.
 */
final class FilterRows extends AbstractList<FilterRow> implements RandomAccess {
    /** Larger filters are not summed up: some writers cannot count further. */
    private static final int MAX_FILTER = 500 << 20;

    /**
     * Basho's second filter has a prime below its bits: fewer than this many are left over, since primes are no rarer.
     */
    private static final int BASHO_ROUNDING = 1024;

    private final LocatedFilterBlock filter;
    private final Optional<Windows> windows;

    /** The windows in which blocks with keys start, ascending, and the number of keys up to the end of each. */
    private final long[] withKeys;

    private final long[] keysUpTo;

    /** Counts the keys of blocks, which come in the order of their offsets, as every pass over a table has them. */
    FilterRows(LocatedFilterBlock filter, List<DataBlock> blocks) {
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
    public FilterRow get(int index) {
        OptionalLong start = windows.isPresent() ? windows.get().start(index) : OptionalLong.empty();
        return new FilterRow(
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

    /**
     * The smallest and the largest whole number of bits per key that gives every filter its length and its probes
     * (FB-4, FB-5); empty if none fits. Tries the numbers that give the first filter its length: free of the corner
     * cases of solving for all.
     *
     * @param writer the dialect whose arithmetic applies
     */
    Optional<ExaminedFilter.BitsPerKey> fitting(FilterDialect writer) {
        FilterRow first = stream().filter(FilterRow::hasBytes).findFirst().orElse(null);
        if (first == null || first.keys() == 0) {
            return Optional.empty();
        }
        long bits = first.info().bits();
        long leastBits = Byte.SIZE * (writer.filterSize(0, 0) - 1);
        int rounding = writer == FilterDialect.BASHO_2 ? BASHO_ROUNDING : Byte.SIZE;
        long from = bits <= leastBits + rounding ? 1 : Math.max(1, (bits - rounding) / first.keys());
        long to = Math.min(Integer.MAX_VALUE - 1, bits / first.keys());
        int least = 0;
        int most = 0;
        for (int bitsPerKey = (int) Math.min(from, to + 1); bitsPerKey <= to; bitsPerKey++) {
            if (fits(writer, bitsPerKey)) {
                least = least == 0 ? bitsPerKey : least;
                most = bitsPerKey;
            }
        }
        return most > 0 || fits(writer, 0) ? Optional.of(new ExaminedFilter.BitsPerKey(least, most)) : Optional.empty();
    }

    private boolean fits(FilterDialect writer, int bitsPerKey) {
        int probes = writer.probes(Math.min(bitsPerKey, BloomFilterPolicy.MAX_BITS_PER_KEY)); // which gives the most
        return stream()
                .filter(FilterRow::hasBytes)
                .allMatch(row -> row.keys() > 0
                        && row.keys() * bitsPerKey <= 8L * MAX_FILTER
                        && row.keys() <= Integer.MAX_VALUE
                        && probes == row.info().probes()
                        && writer.filterSize((int) row.keys(), bitsPerKey) == row.length());
    }
}
