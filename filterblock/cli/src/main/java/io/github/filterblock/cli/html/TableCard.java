// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.html.Markup.text;

import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.Figures;
import io.github.filterblock.table.MetaindexEntry;
import java.util.List;

/** The section of one table that has a filter: its numbers, its pictures, and the same as tables. */
final class TableCard {
    private final TableReport analysis;
    private final FilterSummary summary;
    private final TableFigures figures;

    TableCard(TableReport analysis, FilterSummary summary, TableFigures figures) {
        this.analysis = analysis;
        this.summary = summary;
        this.figures = figures;
    }

    String html() {
        StringBuilder card = new StringBuilder(fill("<p class=\"what\">%s</p>\n", text(what())));
        card.append(Remarks.on(analysis, figures));
        card.append(numbers());
        if (!summary.rows().isEmpty()) {
            card.append(new FillChart(figures, summary.rows()).html());
            card.append("<div class=\"row\">\n").append(smallCharts()).append("</div>\n");
        }
        card.append("<div class=\"more\">\n").append(LayoutTable.html(analysis));
        card.append(FilterTable.html(figures, summary.rows())).append("</div>\n");
        return card.toString();
    }

    private String what() {
        TableFilter filter = analysis.filter().orElseThrow();
        return MetaindexEntry.printable(filter.policyName()) + " \u00b7 "
                + (figures.bloom() ? LayoutTable.dialect(analysis.identification()) : "not a policy this program knows")
                + " \u00b7 " + LayoutTable.window(figures.baseLg());
    }

    private String numbers() {
        Facts facts = new Facts("tiles");
        if (figures.bloom()) {
            bloomNumbers(facts);
        }
        facts.add(
                "Filters",
                Figures.number(figures.filters()),
                figures.empty() == 0 ? "none of them empty" : Figures.number(figures.empty()) + " of them empty");
        facts.add(
                "Keys",
                Figures.number(figures.keys()),
                figures.filled() == 0 ? "" : Figures.decimal(figures.keysPerFilter()) + " in a filter, on average");
        facts.add(
                "Space",
                Figures.bytes(figures.filterBytes() + figures.offsetBytes()),
                Figures.bytes(figures.filterBytes()) + " of filters, " + Figures.bytes(figures.offsetBytes())
                        + " of offsets");
        return facts.html();
    }

    private void bloomNumbers(Facts facts) {
        if (figures.filled() == 0) {
            facts.add("False positives", "none", "there are no bits");
            return;
        }
        facts.add(
                "False positives",
                figures.rate().isPresent() ? Figures.percent(figures.rate().getAsDouble()) : "unknown",
                figures.rate().isPresent()
                        ? "expected: " + Figures.oneIn(figures.rate().getAsDouble())
                        : "no key could be read");
        facts.add(
                "Bits per key",
                figures.keys() == 0 ? "unknown" : fill("%.2f", figures.bitsPerKey()),
                probes()
                        + summary.bitsPerKey()
                                .map(range -> ", written with " + range)
                                .orElse(""));
        facts.add(
                "Fill ratio",
                Figures.ratio(figures.fill().getAverage()),
                Figures.ratio(figures.fill().getMin()) + " to "
                        + Figures.ratio(figures.fill().getMax()));
    }

    private String probes() {
        long least = (long) figures.probes().getMin();
        long most = (long) figures.probes().getMax();
        return least == most ? Figures.number(least, "probe") : least + " to " + most + " probes";
    }

    private String smallCharts() {
        List<Row> rows = summary.rows();
        if (figures.filled() == 0) {
            return "";
        }
        String keys = Histogram.ofKeys(rows).keysChart();
        if (!figures.bloom()) {
            return keys;
        }
        return Histogram.ofFill(rows).fillChart()
                + keys
                + (figures.rate().isPresent() && figures.keys() > 0 ? rateChart() : "");
    }

    private String rateChart() {
        long keys = Math.max(1, Math.round(figures.keysMet()));
        double rate = figures.rate().orElse(1);
        String saying = fill("%s at %.2f bits per key", Figures.percent(rate), figures.bitsPerKey());
        String mark = analysis.identification().contradicted() ? "odd" : "own";
        String legend = fill("""
                <p class="legend"><span><i class="%s"></i>this table</span>\
                <span><i class="like"></i>filters of %s</span>\
                <span><i class="large"></i>large filters</span></p>\
                """, mark, Figures.number(keys, "key"));
        return new RateChart()
                .curve("large", RateChart.MANY_KEYS)
                .curve("like", keys)
                .point(new RateChart.Point(
                        figures.bitsPerKey(),
                        rate,
                        saying,
                        analysis.identification().contradicted()))
                .html("Expected false positives", "small", legend);
    }
}
