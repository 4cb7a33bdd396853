// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.ExpectedRate;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The filters of one table in the numbers that the page shows.
 *
 * @param bloom whether the filters are Bloom filters; the numbers of fill, probes and rate mean nothing otherwise
 * @param baseLg the base lg
 * @param filters number of filters
 * @param empty how many have no bytes
 * @param damaged how many have offsets that are damaged
 * @param blind how many of the others have bytes and deny nothing
 * @param keys keys of the windows that have a filter
 * @param keysMet keys in the filter of a key, on average over all keys of the table
 * @param fill fill ratios of the filters with bytes
 * @param probes the probes of the filters with bytes
 * @param filterBytes bytes of filters
 * @param offsetBytes bytes of the offset array and of what follows it
 * @param rate the expected rate of false positives, for lookups that are spread like the keys; nothing if there is no
 *     filter with bytes and keys, or none that is understood
 */
record TableFigures(
        boolean bloom,
        int baseLg,
        int filters,
        int empty,
        int damaged,
        int blind,
        long keys,
        double keysMet,
        DoubleSummaryStatistics fill,
        DoubleSummaryStatistics probes,
        long filterBytes,
        long offsetBytes,
        OptionalDouble rate) {

    static TableFigures of(TableReport analysis, FilterSummary summary) {
        TableFilter filter = analysis.filter().orElseThrow();
        List<Row> rows = summary.rows();
        List<Row> filled = rows.stream().filter(Row::hasBytes).toList();
        boolean bloom = filter.isBuiltin();
        return new TableFigures(
                bloom,
                filter.layout().baseLg(),
                rows.size(),
                (int) rows.stream().filter(row -> row.length() == 0).count(),
                (int) rows.stream().filter(row -> row.length() < 0).count(),
                (int) filled.stream()
                        .filter(row -> row.info().matchesEverything())
                        .count(),
                rows.stream().mapToLong(Row::keys).sum(),
                keysMet(rows),
                filled.stream().mapToDouble(row -> row.info().fillRatio()).summaryStatistics(),
                filled.stream().mapToDouble(row -> row.info().probes()).summaryStatistics(),
                summary.filterBytes(),
                filter.layout().offsetBytes(),
                bloom && !filled.isEmpty() ? ExpectedRate.ofLookups(analysis, summary) : OptionalDouble.empty());
    }

    private static double keysMet(List<Row> rows) {
        double keys = rows.stream().mapToDouble(Row::keys).sum();
        double squares = rows.stream()
                .mapToDouble(row -> (double) row.keys() * row.keys())
                .sum();
        return keys == 0 ? 0 : squares / keys;
    }

    /** What is drawn of a filter: its fill ratio, or its bytes if it is no Bloom filter. */
    ToDoubleFunction<Row> height() {
        return bloom ? row -> row.info().fillRatio() : Row::length;
    }

    /** The number of filters with bytes. */
    int filled() {
        return filters - empty - damaged;
    }

    /** Bits for each key, as they are; 0 if no key is known. */
    double bitsPerKey() {
        return keys == 0 ? 0 : 8.0 * (filterBytes - filled()) / keys;
    }

    /** Keys of a filter with bytes, on average; 0 where there is none. */
    double keysPerFilter() {
        return filled() == 0 ? 0 : (double) keys / filled();
    }
}
