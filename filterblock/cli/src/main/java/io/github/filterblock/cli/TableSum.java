// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Results of a verb for tables, added up in any order and grouping. Immutable. */
public interface TableSum extends Serializable {
    /** {@return how many results have which status} */
    Map<TableStatus, Long> statuses();

    /**
     * Both together.
     *
     * @param other a sum of the same verb
     * @throws ArithmeticException if a number exceeds 2^63
     */
    TableSum plus(TableSum other);

    /** {@return the sum as one JSON object, a line without its end} */
    String line();

    /** {@return how many results have which status, a word} */
    default Map<String, Long> statusWords() {
        Map<String, Long> words = new TreeMap<>();
        statuses().forEach((status, count) -> words.put(status.id(), count));
        return words;
    }

    /** {@return how many results there are} */
    default long results() {
        return statuses().values().stream().reduce(0L, Math::addExact);
    }

    /** {@return the statuses of one result} */
    static Map<TableStatus, Long> status(Document document) {
        return new EnumMap<>(
                Map.of(TableStatus.withId(String.valueOf(document.status())).orElseThrow(), 1L));
    }

    /** {@return the statuses of both sums} */
    static Map<TableStatus, Long> statuses(TableSum one, TableSum other) {
        Map<TableStatus, Long> sum = new EnumMap<>(TableStatus.class);
        sum.putAll(one.statuses());
        other.statuses().forEach((status, count) -> sum.merge(status, count, Math::addExact));
        return sum;
    }
}
