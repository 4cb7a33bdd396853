// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterSummary.Range;
import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which numbers of bits per key give every filter of a table its length and its probes (FB-4, FB-5).
 *
 * @param writer the dialect whose arithmetic applies
 * @param rows the filters, each row worked out when it is taken
 */
record FittingBits(FilterDialect writer, List<Row> rows) {
    /** Larger filters are not summed up: some writers cannot count further. */
    private static final int MAX_FILTER = 500 << 20;

    /**
     * Basho's second filter has a prime below its bits: fewer than this many are left over, since primes are no rarer.
     */
    private static final int BASHO_ROUNDING = 1024;

    /** The smallest and the largest of the numbers, or nothing if none fits. */
    static Optional<Range> of(List<Row> rows, FilterIdentification reading) {
        return new FittingBits(writer(reading), rows).range();
    }

    /**
     * The dialect whose arithmetic applies; goleveldb's, if possible, because it wraps where no other's does (FB-4).
     */
    private static FilterDialect writer(FilterIdentification reading) {
        List<FilterDialect> dialects = reading.dialects();
        return dialects.contains(FilterDialect.GOLEVELDB)
                ? FilterDialect.GOLEVELDB
                : dialects.stream().findFirst().orElse(FilterDialect.LEVELDB);
    }

    /** Tries the numbers that give the first filter its length: free of the corner cases of solving for all. */
    private Optional<Range> range() {
        Optional<Row> first = filters().findFirst();
        if (first.isEmpty() || first.get().keys() == 0) {
            return Optional.empty();
        }
        int[] fitting = candidates(first.get()).filter(this::fits).toArray();
        if (fitting.length > 0) {
            return Optional.of(new Range(fitting[0], fitting[fitting.length - 1]));
        }
        return fits(0) ? Optional.of(new Range(0, 0)) : Optional.empty();
    }

    private Stream<Row> filters() {
        return rows.stream().filter(Row::hasBytes);
    }

    private IntStream candidates(Row filter) {
        long bits = filter.info().bits();
        long leastBits = Byte.SIZE * (writer.filterSize(0, 0) - 1);
        int rounding = writer == FilterDialect.BASHO_2 ? BASHO_ROUNDING : Byte.SIZE;
        long least = bits <= leastBits + rounding ? 1 : Math.max(1, (bits - rounding) / filter.keys());
        long most = Math.min(BloomFilterPolicy.MAX_BITS_PER_KEY, bits / filter.keys());
        return IntStream.rangeClosed((int) Math.min(least, BloomFilterPolicy.MAX_BITS_PER_KEY), (int) most);
    }

    private boolean fits(int bitsPerKey) {
        int probes = writer.probes(bitsPerKey);
        return filters()
                .allMatch(row -> row.keys() > 0
                        && row.keys() * bitsPerKey <= 8L * MAX_FILTER
                        && row.keys() <= Integer.MAX_VALUE
                        && probes == row.info().probes()
                        && writer.filterSize((int) row.keys(), bitsPerKey) == row.length());
    }
}
