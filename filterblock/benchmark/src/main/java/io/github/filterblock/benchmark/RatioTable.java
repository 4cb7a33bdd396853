// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of all forks, one line for each operation, variant and peer. */
final class RatioTable {
    private static final String NOT_MEASURED = "not measured";

    private final Map<List<String>, List<Row>> rows = new LinkedHashMap<>();

    void add(Row row) {
        rows.computeIfAbsent(List.of(row.operation(), row.variant(), row.peer()), key -> new ArrayList<>())
                .add(row);
    }

    /** The lines of ratios.tsv. */
    List<String> tsv() {
        List<String> lines = new ArrayList<>();
        lines.add("operation\tvariant\tpeer\tratio\tworst\tns");
        rows.forEach((key, forks) ->
                lines.add(String.join("\t", String.join("\t", key), median(forks, 3), worst(forks, 3), nanos(forks))));
        return lines;
    }

    /** The lines of a table in Markdown, with the goals beside. */
    List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| operation | variant | peer | ratio | worst | goal | ns |");
        lines.add("|---|---|---|---:|---:|---:|---:|");
        rows.forEach((key, forks) -> lines.add("| "
                + String.join(
                        " | ",
                        String.join(" | ", key),
                        median(forks, 2),
                        worst(forks, 2),
                        goal(forks.get(0)),
                        nanos(forks))
                + " |"));
        return lines;
    }

    private static String median(List<Row> forks, int digits) {
        return number(Fork.median(forks.stream().mapToDouble(Row::ratio).toArray()), digits);
    }

    private static String worst(List<Row> forks, int digits) {
        double least = forks.stream().mapToDouble(Row::ratio).min().orElseThrow();
        double most = forks.stream().mapToDouble(Row::ratio).max().orElseThrow();
        return number(forks.get(0).lessIsBetter() ? most : least, digits);
    }

    private static String nanos(List<Row> forks) {
        return number(Fork.median(forks.stream().mapToDouble(Row::nanos).toArray()), 2);
    }

    private static String goal(Row row) {
        if (Double.isNaN(row.goal())) {
            return "";
        }
        return (row.lessIsBetter() ? "≤ " : "≥ ") + number(row.goal(), 2);
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? NOT_MEASURED : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
