// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.number;

import io.github.filterblock.rewrite.RebuildReport;
import io.github.filterblock.rewrite.RebuildReport.FilterInfo;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;

/** What {@code rebuild} prints for people. */
record RebuildText(Path out) implements Text.View<RebuildReport> {
    @Override
    public void print(Report report, Outcome<RebuildReport> outcome, RebuildReport rebuilt) {
        report.heading(Names.of(out), outcome.status(), true);
        report.line("table", outcome.name());
        report.line(
                "data",
                number(rebuilt.keys(), "key") + " in " + number(rebuilt.dataBlocks(), "data block") + ", as they were");
        rebuilt.oldPolicyName().ifPresent(name -> report.line("filter before", before(name, rebuilt)));
        rebuilt.filter().ifPresentOrElse(filter -> print(report, filter), () -> report.line("filter", "none"));
        String size = number(rebuilt.newSize(), "byte");
        report.line(
                "file",
                rebuilt.identical()
                        ? size + ", identical with the table"
                        : size + ", the table has " + number(rebuilt.oldSize()));
    }

    private static String before(String policyName, RebuildReport rebuilt) {
        return MetaindexEntry.printable(policyName)
                + (rebuilt.oldFilterSize().isPresent()
                        ? ", " + number(rebuilt.oldFilterSize().getAsLong(), "byte")
                        : "");
    }

    private static void print(Report report, FilterInfo filter) {
        report.line(
                "filter",
                MetaindexEntry.printable(filter.policyName()) + ", " + number(filter.filters(), "filter") + ", "
                        + number(filter.size(), "byte"));
        report.line("dialect", filter.dialect().id());
        report.line(
                "bits per key",
                filter.bitsPerKey()
                        + filter.fitting()
                                .filter(range -> range.least() != range.most())
                                .map(range -> "; " + range + " fit the filter before")
                                .orElse(""));
        report.line("base lg", String.valueOf(filter.baseLg()));
        report.line("key domain", filter.keyFormat().id());
    }
}
