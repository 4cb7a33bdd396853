// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.Figures.number;
import static io.github.filterblock.cli.Figures.percent;

import io.github.filterblock.Windows;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.FilterEstimate;
import io.github.filterblock.audit.FilterSpace;
import io.github.filterblock.audit.Measurement;
import io.github.filterblock.audit.Recommendation;
import java.util.List;
import java.util.Optional;

/** What {@code audit} prints for people. */
final class AuditText implements Text.View<AuditedTable> {
    private final boolean allPlans;

    /** The text of a result, with a row for each plan or only for the cheapest. */
    AuditText(boolean allPlans) {
        this.allPlans = allPlans;
    }

    @Override
    public void print(Report report, Outcome<AuditedTable> outcome, AuditedTable table) {
        report.heading(outcome);
        outcome.reason().ifPresent(reason -> report.line("reason", reason));
        measurements(report, table.audit(), search(table.search()));
        space(report, table.audit().space(), parameters(table.analysis()));
        plans(report, table.audit(), baseLg(table.analysis()));
        report.blank();
    }

    void printTotal(Report report, MergedAudits merged) {
        Audit total = merged.total();
        long without = total.tables() - total.space().tables();
        report.heading(
                number(total.tables(), "table"),
                number(without) + " without a filter that is known, " + number(merged.withoutTable(), "file")
                        + " left out");
        measurements(report, total, "");
        space(report, total.space(), "");
        plans(report, total, Windows.DEFAULT_BASE_LG);
    }

    /** The base lg in use, or else the one of LevelDB. */
    private static int baseLg(TableReport analysis) {
        return analysis.filter()
                .map(filter -> filter.layout().baseLg())
                .filter(baseLg -> baseLg >= 0)
                .orElse(Windows.DEFAULT_BASE_LG);
    }

    private static String search(TableQuery.Search search) {
        return switch (search) {
            case INDEX -> "blocks drawn by their keys; one step at the block that the index names";
            case ALL_BLOCKS -> "blocks drawn by their keys; one step at the block of the key it comes from";
            case NO_FILTER -> "";
        };
    }

    private static void measurements(Report report, Audit audit, String search) {
        if (audit.randomKeys().asked() + audit.steps().asked() == 0) {
            report.line("measured", "nothing, there is no filter that could deny a key");
            return;
        }
        report.line("random keys", measured(audit.randomKeys()));
        report.line("one step", measured(audit.steps()));
        if (!search.isEmpty()) {
            report.line("asked at", search);
        }
    }

    private static String measured(Measurement measurement) {
        if (measurement.asked() == 0) {
            return "none were asked about";
        }
        return percent(measurement.rate()) + " of " + number(measurement.asked()) + " match (95 % confidence: "
                + percent(measurement.leastRate()) + " to " + percent(measurement.mostRate()) + "), expected "
                + percent(measurement.expectedRate());
    }

    private static String parameters(TableReport analysis) {
        String bits = FilterSummary.of(analysis)
                .flatMap(FilterSummary::bitsPerKey)
                .map(range -> ", " + range + " bits per key")
                .orElse("");
        return "; base lg " + baseLg(analysis) + bits;
    }

    private static void space(Report report, FilterSpace space, String parameters) {
        if (space.tables() == 0) {
            return;
        }
        report.line(
                "space",
                number(space.filterBytes(), "byte") + " of filters" + bitsEach(space.filterBytes(), space.keys()) + ", "
                        + number(space.offsetBytes()) + " of offsets" + bitsEach(space.offsetBytes(), space.keys())
                        + parameters);
    }

    private static String bitsEach(long bytes, long keys) {
        return keys == 0 ? "" : fill(" (%.1f bits a key)", 8.0 * bytes / keys);
    }

    private void plans(Report report, Audit audit, int baseLg) {
        Optional<Recommendation> recommendation = Recommendation.of(audit);
        List<FilterEstimate> shown = allPlans
                ? audit.estimates()
                : recommendation.map(Recommendation::ofBaseLgs).orElse(List.of());
        rows(report, shown);
        report.line(
                "recommended",
                recommendation
                        .map(choice -> advice(audit.space(), choice, baseLg))
                        .orElse(noAdvice(audit)));
        recommendation
                .flatMap(Recommendation::wholeTable)
                .ifPresent(plan -> report.line(
                        "whole-table filter",
                        "by an engine that asks before it searches the index: base lg " + plan.baseLg()
                                + ", one filter for the whole table, with " + plan.bitsPerKey() + " bits per key"
                                + saving(audit.space(), plan)));
    }

    private static void rows(Report report, List<FilterEstimate> plans) {
        if (!plans.isEmpty()) {
            report.line("plans", fill("%7s %13s %14s %10s", "base lg", "bits per key", "bytes", "expected"));
        }
        for (FilterEstimate plan : plans) {
            String rate = percent(plan.expectedRate());
            report.line("", fill("%7d %13d %,14d %10s", plan.baseLg(), plan.bitsPerKey(), plan.bytes(), rate));
        }
    }

    private static String noAdvice(Audit audit) {
        if (audit.estimates().isEmpty()) {
            return "nothing, not all data blocks could be read";
        }
        return audit.estimates().get(0).keys() == 0
                ? "nothing, there are no keys"
                : "nothing, no plan gives so few false positives";
    }

    /** The cheapest plan beside the filters in use, and the cheapest with the same base lg if that is another one. */
    private static String advice(FilterSpace inUse, Recommendation choice, int baseLg) {
        FilterEstimate best = choice.best();
        if (inUse.tables() == best.tables() && inUse.bytes() <= best.bytes()) {
            return "keep the current filter; nothing smaller is as good";
        }
        return "base lg " + best.baseLg() + " with " + best.bitsPerKey() + " bits per key" + saving(inUse, best)
                + choice.ofBaseLg(baseLg)
                        .filter(same -> !same.equals(best))
                        .map(same -> "; with base lg " + baseLg + ": " + same.bitsPerKey() + " bits per key"
                                + saving(inUse, same))
                        .orElse("");
    }

    private static String saving(FilterSpace inUse, FilterEstimate plan) {
        if (inUse.tables() < plan.tables()) {
            return ", " + number(plan.bytes(), "byte");
        }
        double share = 100.0 * (inUse.bytes() - plan.bytes()) / inUse.bytes();
        return share <= 0 ? ", no fewer bytes" : fill(", %.1f %% fewer bytes", share);
    }
}
