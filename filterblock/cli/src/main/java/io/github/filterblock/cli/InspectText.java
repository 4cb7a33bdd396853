// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.Figures.number;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.ExpectedRate;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.MetaindexEntry;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What {@code inspect} prints for people. */
final class InspectText implements Text.View<TableReport> {
    private static final String NO_BITS = "none, there are no bits";

    private final boolean filters;

    /** The text of a table, with a row for each filter or without. */
    InspectText(boolean filters) {
        this.filters = filters;
    }

    @Override
    public void print(Report report, Outcome<TableReport> outcome, TableReport analysis) {
        report.heading(outcome);
        outcome.reason().ifPresent(reason -> report.line("reason", reason));
        report.line("file", number(analysis.size(), "byte"));
        report.line(
                "footer",
                "metaindex " + analysis.footer().metaindex() + ", index "
                        + analysis.footer().index());
        report.items(
                analysis.metaindex(), analysis.metaindex().size(), entry -> report.line("metaindex", entry.toString()));
        report.line("data blocks", dataBlocks(analysis));
        report.line("key domain", keyDomain(analysis));
        analysis.filter().ifPresent(filter -> filter(report, analysis, filter));
        FilterSummary.of(analysis).ifPresent(summary -> {
            summary(report, analysis, summary);
            if (filters) {
                rows(report, summary);
            }
        });
        report.blank();
    }

    private static String dataBlocks(TableReport analysis) {
        String types = analysis.dataBlocks().stream()
                .map(DataBlock::type)
                .filter(type -> type >= 0)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        return number(analysis.dataBlocks().size()) + (types.isEmpty() ? "" : " of type " + types) + ", "
                + number(analysis.entries()) + " entries";
    }

    private static String noKeys(TableReport analysis) {
        return analysis.damage().isEmpty() ? "none, there are no keys" : "none, no key could be read";
    }

    private static String keyDomain(TableReport analysis) {
        FilterIdentification reading = analysis.identification();
        if (reading.keyFormatAmbiguous()) {
            return "ambiguous: no key of the table tells user keys from internal keys";
        }
        if (reading.keyFormat().isEmpty()) {
            return noKeys(analysis);
        }
        KeyFormat domain = reading.keyFormat().get();
        String meaning = domain == KeyFormat.WHOLE_KEY ? "whole-key" : "user-key (an 8-byte tag after each key)";
        return meaning
                + reading.interpretations().stream()
                        .filter(candidate -> candidate.keyFormat() != domain && candidate.denied() > 0)
                        .findFirst()
                        .map(other -> "; as " + other.keyFormat().id() + ", " + denials(other))
                        .orElse("; by the form of the keys");
    }

    /** A candidate that keeps denying is not asked about all keys; the sentence says how many it was asked about. */
    private static String denials(FilterIdentification.Interpretation candidate) {
        return number(candidate.denied()) + " of the first " + number(candidate.asked(), "key") + " would be denied";
    }

    private static void filter(Report report, TableReport analysis, TableFilter filter) {
        report.line("policy", MetaindexEntry.printable(filter.policyName()));
        report.line("dialect", dialect(analysis.identification()));
        report.line("filter block", filter.toString());
    }

    private static String dialect(FilterIdentification reading) {
        if (reading.interpretations().isEmpty()) {
            return "unknown: the policy is not built in, every key may match";
        }
        if (reading.ambiguous()) {
            return "ambiguous: "
                    + reading.dialects().stream().map(FilterDialect::id).collect(Collectors.joining(" or "))
                    + "; no key of the table tells them apart, a key is absent only if all deny it";
        }
        FilterDialect dialect = reading.dialects().get(0);
        return dialect.id()
                + reading.interpretations().stream()
                        .filter(candidate -> candidate.dialect() != dialect
                                && Optional.of(candidate.keyFormat()).equals(reading.keyFormat()))
                        .findFirst()
                        .map(other -> "; as " + other.dialect().id() + " " + denials(other))
                        .orElse("");
    }

    private static void summary(Report report, TableReport analysis, FilterSummary summary) {
        TableFilter filter = analysis.filter().orElseThrow();
        int baseLg = filter.layout().baseLg();
        report.line("base lg", baseLg < 0 ? "none, the block is too short" : baseLg + ": " + Figures.window(baseLg));
        report.line("filters", number(summary.rows().size()) + ", " + number(filter.emptyFilters()) + " of them empty");
        if (filter.isBuiltin()) {
            report.line("probes (k)", range(summary, row -> row.info().probes(), "%.0f"));
            report.line("bits per key", bitsPerKey(summary));
            report.line("fill ratio", range(summary, row -> row.info().fillRatio(), "%.3f"));
            ExpectedRate.ofLookups(analysis, summary)
                    .ifPresent(rate -> report.line("expected rate", Figures.percent(rate) + " of false positives"));
        }
        report.line(
                "space",
                number(summary.filterBytes(), "byte") + " of filters, "
                        + number(filter.layout().offsetBytes(), "byte") + " of offsets");
        report.line("keys checked", checked(analysis));
    }

    private static String bitsPerKey(FilterSummary summary) {
        if (summary.rows().stream().noneMatch(FilterSummary.Row::hasBytes)) {
            return NO_BITS;
        }
        return summary.bitsPerKey()
                .map(FilterSummary.Range::toString)
                .orElse("no number gives every filter its length and probes");
    }

    private static String range(FilterSummary summary, ToDoubleFunction<FilterSummary.Row> value, String format) {
        DoubleStream values =
                summary.rows().stream().filter(FilterSummary.Row::hasBytes).mapToDouble(value);
        var statistics = values.summaryStatistics();
        if (statistics.getCount() == 0) {
            return NO_BITS;
        }
        String least = fill(format, statistics.getMin());
        String most = fill(format, statistics.getMax());
        return least.equals(most)
                ? least
                : least + " to " + most + ", on average " + fill("%.3f", statistics.getAverage());
    }

    private static String checked(TableReport analysis) {
        FilterIdentification reading = analysis.identification();
        if (reading.interpretations().isEmpty()) {
            return "none, the policy is not built in";
        }
        if (reading.trust() == FilterIdentification.Trust.PREFIXES_ONLY) {
            return "none, the filter holds only prefixes of keys";
        }
        if (reading.keys() == 0) {
            return noKeys(analysis);
        }
        String all = number(reading.keys());
        return reading.contradicted()
                ? number(reading.falseNegatives()) + " of " + all + " are denied, so lookups deny nothing"
                : all + ", all match their filters";
    }

    private static void rows(Report report, FilterSummary summary) {
        report.item(
                fill("%8s %20s %8s %8s %4s %8s %7s", "filter", "first offset", "bytes", "keys", "k", "bits", "fill"));
        report.items(summary.rows(), summary.rows().size(), row -> {
            String bits = row.hasBytes()
                    ? fill(
                            "%4d %8d %7.3f",
                            row.info().probes(), row.info().bits(), row.info().fillRatio())
                    : row.length() == 0 ? "   - empty" : "   - damaged offsets";
            report.item(fill(
                            "%8d %20s %8s %8d ",
                            row.index(),
                            row.reachable() ? Long.toUnsignedString(row.firstOffset()) : "-",
                            row.length() < 0 ? "-" : String.valueOf(row.length()),
                            row.keys())
                    + bits);
        });
    }
}
