// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.TableLines;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/**
 * The sum of results, in any order and grouping.
 *
 * @param statuses how many results have a status
 * @param lines the sums of what the lines say
 */
record JobTotals(EnumMap<TableStatus, Long> statuses, TableLines.Totals lines) implements Serializable {

    /** The sum of no results. */
    static JobTotals none(TableLines<?> verb) {
        return new JobTotals(new EnumMap<>(TableStatus.class), verb.none());
    }

    /** With one more result. */
    JobTotals plus(TableLines.Result result) {
        EnumMap<TableStatus, Long> one = new EnumMap<>(Map.of(result.status(), 1L));
        return plus(new JobTotals(one, result.totals()));
    }

    /** Both together. */
    JobTotals plus(JobTotals other) {
        EnumMap<TableStatus, Long> sum = new EnumMap<>(statuses);
        other.statuses.forEach((status, count) -> sum.merge(status, count, Long::sum));
        return new JobTotals(sum, lines.plus(other.lines));
    }
}
