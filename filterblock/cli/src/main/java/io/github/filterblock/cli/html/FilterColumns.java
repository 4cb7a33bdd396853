// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.analysis.FilterSummary.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The filters of a table along the file, neighbours put together until there are few enough to be drawn.
 *
 * @param columns in the order of the file
 * @param windows how many windows a column stands for; the last may have fewer
 * @param total how many windows there are
 */
record FilterColumns(List<Column> columns, int windows, int total) {

    /**
     * Some neighbouring windows. Least, mean and most are those of the filters with bytes, and 0 if there are none.
     *
     * @param first the number of the first window
     * @param count how many windows, 1 or more
     * @param filled how many have a filter with bytes
     * @param damaged how many have damaged offsets
     */
    record Column(int first, int count, int filled, int damaged, double least, double mean, double most, long keys) {
        int empty() {
            return count - filled - damaged;
        }
    }

    static FilterColumns of(List<Row> rows, int atMost, ToDoubleFunction<Row> value) {
        int windows = Math.max(1, (rows.size() + atMost - 1) / atMost);
        List<Column> columns = new ArrayList<>();
        for (int first = 0; first < rows.size(); first += windows) {
            List<Row> some = rows.subList(first, Math.min(rows.size(), first + windows));
            columns.add(column(some, value));
        }
        return new FilterColumns(List.copyOf(columns), windows, rows.size());
    }

    private static Column column(List<Row> rows, ToDoubleFunction<Row> value) {
        var values = rows.stream().filter(Row::hasBytes).mapToDouble(value).summaryStatistics();
        boolean none = values.getCount() == 0;
        return new Column(
                rows.get(0).index(),
                rows.size(),
                (int) values.getCount(),
                (int) rows.stream().filter(row -> row.length() < 0).count(),
                none ? 0 : values.getMin(),
                none ? 0 : values.getAverage(),
                none ? 0 : values.getMax(),
                rows.stream().mapToLong(Row::keys).sum());
    }
}
