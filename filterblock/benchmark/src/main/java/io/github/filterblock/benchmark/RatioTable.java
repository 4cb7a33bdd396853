// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The rows of all forks, one line for each operation, variant and peer. */
final class RatioTable {
    private final Map<List<String>, List<Row>> rows = new LinkedHashMap<>();

    void add(Row row) {
        rows.computeIfAbsent(List.of(row.operation(), row.variant(), row.peer()), key -> new ArrayList<>())
                .add(row);
    }

    /** The lines of ratios.tsv. */
    List<String> tsv() {
        List<String> lines = new ArrayList<>();
        lines.add("operation\tvariant\tpeer\tratio\tworst\tns");
        rows.forEach((key, forks) -> lines.add(
                String.join("\t", key) + "\t" + ratios(forks, 3, "\t") + "\t" + median(forks, Row::nanos, 2)));
        return lines;
    }

    /** The lines of a table in Markdown, with the goals beside. */
    List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| operation | variant | peer | ratio | worst | goal | ns |");
        lines.add("|---|---|---|---:|---:|---:|---:|");
        rows.forEach((key, forks) -> lines.add("| " + String.join(" | ", key) + " | " + ratios(forks, 2, " | ") + " | "
                + goal(forks.get(0)) + " | " + median(forks, Row::nanos, 2) + " |"));
        return lines;
    }

    /** The median of the forks, and the worst of them. */
    private static String ratios(List<Row> forks, int digits, String between) {
        double least = forks.stream().mapToDouble(Row::ratio).min().orElseThrow();
        double most = forks.stream().mapToDouble(Row::ratio).max().orElseThrow();
        return median(forks, Row::ratio, digits) + between + number(forks.get(0).lessIsBetter() ? most : least, digits);
    }

    private static String median(List<Row> forks, ToDoubleFunction<Row> value, int digits) {
        return number(Fork.median(forks.stream().mapToDouble(value).toArray()), digits);
    }

    private static String goal(Row row) {
        return Double.isNaN(row.goal()) ? "" : (row.lessIsBetter() ? "≤ " : "≥ ") + number(row.goal(), 2);
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? "not measured" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
