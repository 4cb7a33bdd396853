// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.FilterEstimate.Windowed;
import io.github.filterblock.bloom.BloomFilterPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Estimates a table's filter with other parameters. The length of the block is exact, because it follows from the
 * offsets of the data blocks and their numbers of keys (FB-5, FB-17); the rate is that of {@link ExpectedRate}.
 *
 * <p>Thread-safe; keeps nothing of the file.
 */
final class WindowEstimator {
    /** Base lgs that are estimated beside the one in use: small windows, and one filter for the whole table. */
    static final List<Integer> BASE_LGS = Stream.concat(
                    IntStream.rangeClosed(8, 16).boxed(), Stream.of(FilterBlockBuilder.WHOLE_TABLE))
            .toList();

    /** Bits per key that are estimated beside those in use. */
    static final List<Integer> BITS_PER_KEY = Stream.concat(
                    IntStream.rangeClosed(1, 20).boxed(), Stream.of(24, 30, 40))
            .toList();

    private final long[] offsets;
    private final int[] keys;
    private final long end;

    WindowEstimator(long[] offsets, int[] keys, long end) {
        this.offsets = offsets;
        this.keys = keys;
        this.end = end;
    }

    /** Estimates with the usual parameters, and those in use if a policy can have them; empty if {@link #of} is. */
    static List<FilterEstimate> estimates(TableReport report) {
        TreeSet<Integer> baseLgs = new TreeSet<>(BASE_LGS);
        TreeSet<Integer> bitsPerKey = new TreeSet<>(BITS_PER_KEY);
        Optional<ExaminedFilter> filter = report.filter();
        filter.flatMap(ExaminedFilter::windows).map(Windows::baseLg).ifPresent(baseLgs::add);
        filter.flatMap(ExaminedFilter::bitsPerKey)
                .filter(range -> range.least() > 0 && range.least() <= BloomFilterPolicy.MAX_BITS_PER_KEY)
                .ifPresent(range -> bitsPerKey.add(range.least()));
        return of(report)
                .map(estimator -> estimator.estimates(List.copyOf(baseLgs), List.copyOf(bitsPerKey)))
                .orElse(List.of());
    }

    /**
     * An estimator for a table.
     *
     * @param report the table
     * @return empty if data blocks are damaged, out of order, or the index cannot be read
     */
    static Optional<WindowEstimator> of(TableReport report) {
        List<DataBlock> blocks = report.facts().blocks();
        long[] offsets = new long[blocks.size()];
        int[] keys = new int[offsets.length];
        long end = 0;
        for (int i = 0; i < offsets.length; i++) {
            DataBlock block = blocks.get(i);
            offsets[i] = block.offset();
            keys[i] = block.keyCount();
            end = block.handle().end();
        }
        return report.facts().hasAllKeys() ? Optional.of(new WindowEstimator(offsets, keys, end)) : Optional.empty();
    }

    /**
     * The size and rate with each of several parameters.
     *
     * @param baseLgs base-2 logarithms of windows, 0 to 63
     * @param bitsPerKey numbers of bits per key, 1 to 1000
     * @return an estimate for each pair, in the order given; without those whose filter block would exceed 2 GiB
     */
    List<FilterEstimate> estimates(List<Integer> baseLgs, List<Integer> bitsPerKey) {
        List<FilterEstimate> estimates = new ArrayList<>();
        for (int baseLg : baseLgs) {
            Windows windows = new Windows(baseLg);
            SortedMap<Long, Long> filters = filtersByKeys(windows);
            for (int bits : bitsPerKey) {
                estimate(windows, bits, filters).ifPresent(estimates::add);
            }
        }
        return List.copyOf(estimates);
    }

    /** The number of filters that have this number of keys, for each number of keys above 0. */
    private SortedMap<Long, Long> filtersByKeys(Windows windows) {
        SortedMap<Long, Long> filters = new TreeMap<>();
        long inWindow = 0;
        for (int i = 0; i < keys.length; i++) {
            inWindow += keys[i];
            boolean closes = i + 1 == keys.length || windows.of(offsets[i]) != windows.of(offsets[i + 1]);
            if (closes && inWindow > 0) {
                filters.merge(inWindow, 1L, Long::sum);
                inWindow = 0;
            }
        }
        return filters;
    }

    private Optional<FilterEstimate> estimate(Windows windows, int bitsPerKey, SortedMap<Long, Long> filters) {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(bitsPerKey);
        long filterBytes = 0;
        long allKeys = 0;
        double expected = 0;
        for (Map.Entry<Long, Long> entry : filters.entrySet()) {
            long inWindow = entry.getKey();
            long count = entry.getValue();
            if (inWindow > Integer.MAX_VALUE) {
                return Optional.empty();
            }
            filterBytes += count * policy.filterSize((int) inWindow);
            allKeys += count * inWindow;
            expected += ExpectedRate.ofWriter(inWindow, bitsPerKey) * (count * inWindow);
        }
        long bytes = FilterBlockLayout.length(filterBytes, windows.filterCount(lastStart(), end));
        return bytes > Integer.MAX_VALUE
                ? Optional.empty()
                : Optional.of(new FilterEstimate(
                        new Windowed(windows.baseLg()), bitsPerKey, 1, allKeys, bytes, Math.min(expected, (double)
                                allKeys)));
    }

    private OptionalLong lastStart() {
        int last = keys.length - 1;
        while (last >= 0 && keys[last] == 0) {
            last--;
        }
        return last < 0 ? OptionalLong.empty() : OptionalLong.of(offsets[last]);
    }
}
