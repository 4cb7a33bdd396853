// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.number;

import io.github.filterblock.rewrite.RetrofitReport;
import io.github.filterblock.rewrite.RetrofitReport.TableResult;
import io.github.filterblock.rewrite.RetrofitReport.TableResult.Change;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code retrofit} prints for people. */
record RetrofitText(Path target) implements Text.View<RetrofitReport> {
    @Override
    public void print(Report report, Outcome<RetrofitReport> outcome, RetrofitReport retrofitted) {
        report.heading(Names.of(target), outcome.status(), true);
        report.line(
                "manifest",
                retrofitted.manifest() + ", " + number(retrofitted.versionEdits(), "version edit") + ", comparator "
                        + MetaindexEntry.printable(retrofitted.comparator()));
        report.line(
                "tables",
                number(retrofitted.tables().size(), "table") + " with "
                        + number(sum(retrofitted, TableResult::keys), "key"));
        report.line("filters", changes(retrofitted));
        report.line(
                "size of tables",
                number(sum(retrofitted, TableResult::newSize), "byte") + ", before "
                        + number(sum(retrofitted, TableResult::oldSize)));
        corrected(report, retrofitted.correctedSizes());
        names(report, "copied", retrofitted.copied());
        if (!retrofitted.leftOut().isEmpty()) {
            names(report, "left out", retrofitted.leftOut());
        }
    }

    private static void corrected(Report report, List<TableResult> tables) {
        if (!tables.isEmpty()) {
            names(
                    report,
                    "sizes corrected",
                    tables.stream()
                            .map(table -> table.file() + " has " + number(table.oldSize()) + ", not "
                                    + number(table.manifestSize()))
                            .toList());
        }
    }

    private static void names(Report report, String label, List<String> names) {
        int shown = (int) report.shown(names.size());
        String more = shown == names.size() ? "" : " and " + number(names.size() - shown) + " more";
        report.line(label, String.join(", ", names.subList(0, shown)) + more);
    }

    private static long sum(RetrofitReport retrofitted, ToLongFunction<TableResult> size) {
        return retrofitted.tables().stream().mapToLong(size).sum();
    }

    /** How many tables changed in each way, such as {@code 3 added, 1 kept}. */
    private static String changes(RetrofitReport retrofitted) {
        String changes = Stream.of(Change.values())
                .filter(change -> retrofitted.count(change) > 0)
                .map(change -> number(retrofitted.count(change)) + " " + change.id())
                .collect(Collectors.joining(", "));
        return changes.isEmpty() ? "none" : changes;
    }
}
