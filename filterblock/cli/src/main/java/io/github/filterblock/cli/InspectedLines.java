// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.rocksdb.FullFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How full the lines of a table's full Bloom filters are. The bits of a key all lie in one line, so a line that has
 * more keys than others lets more absent keys pass. As long for many lines as for few.
 *
 * @param lines number of lines of all filters
 * @param fills how many of them have a share of set bits from 0 to 1/40, from 1/40 to 2/40, and so on; the last
 *     includes 1
 * @param group how many neighbours are put together in each of {@code along} but the last; null where that is
 * @param along the lines of a full filter from its beginning to its end; null for a partitioned filter
 */
record InspectedLines(
        long lines,
        List<Long> fills,
        @Nullable Long group,
        @Nullable List<Group> along) {
    private static final int FILLS = 40;
    private static final int MAX_GROUPS = 150;

    /** Neighbouring lines: shares of set bits, of the emptiest, of the fullest, and of all. */
    record Group(double least, double most, double mean) {
        private static Group of(FullFilter filter, long from, long to) {
            double bits = 8.0 * filter.geometry().lineBytes();
            IntSummaryStatistics set =
                    LongStream.range(from, to).mapToInt(filter::setBitsOfLine).summaryStatistics();
            return new Group(set.getMin() / bits, set.getMax() / bits, set.getAverage() / bits);
        }
    }

    /**
     * What is said about the lines of some filters.
     *
     * @param filters the filters, of any kinds
     * @param whole whether they are one full filter
     * @return null if none of them has lines
     */
    static @Nullable InspectedLines of(List<FullFilter> filters, boolean whole) {
        long lines = filters.stream().mapToLong(each -> each.geometry().lines()).sum();
        if (lines == 0) {
            return null;
        }
        long[] fills = new long[FILLS];
        filters.forEach(filter -> count(filter, fills));
        long group = (lines + MAX_GROUPS - 1) / MAX_GROUPS;
        return new InspectedLines(
                lines,
                Arrays.stream(fills).boxed().toList(),
                whole ? group : null,
                whole ? along(filters.get(0), group) : null);
    }

    private static void count(FullFilter filter, long[] fills) {
        int bits = Byte.SIZE * filter.geometry().lineBytes();
        for (long line = 0; line < filter.geometry().lines(); line++) {
            fills[Math.min(FILLS - 1, (int) ((long) FILLS * filter.setBitsOfLine(line) / bits))]++;
        }
    }

    private static List<Group> along(FullFilter filter, long group) {
        List<Group> along = new ArrayList<>();
        long lines = filter.geometry().lines();
        for (long from = 0; from < lines; from += group) {
            along.add(Group.of(filter, from, Math.min(lines, from + group)));
        }
        return along;
    }
}
