// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.html.Markup.text;

import io.github.filterblock.cli.Figures;
import java.util.List;

/** All tables in one list, and all their rates in one picture. */
final class Overview {
    private final List<TableRecord> tables;
    private final Totals totals;

    /** The tables come in the order of the page, outliers first. */
    Overview(List<TableRecord> tables, Totals totals) {
        this.tables = tables;
        this.totals = totals;
    }

    String html() {
        return fill("""
                <section id="overview" class="card" aria-labelledby="overview-title">
                <h2 id="overview-title">All tables, outliers first</h2>
                %s%s%s</section>
                """, table(), rest(), picture());
    }

    private String table() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < tables.size(); i++) {
            body.append(row(tables.get(i), i + 1));
        }
        return fill("""
                <table class="overview"><thead><tr><th scope="col">table</th>\
                <th scope="col" class="picture">fill along the file</th>\
                <th scope="col" class="number">false positives</th>\
                <th scope="col" class="number wide">bits per key</th>\
                <th scope="col" class="number wide">fill</th><th scope="col" class="number wide">filters</th>\
                <th scope="col" class="number wide">empty</th><th scope="col" class="number wide">keys</th></tr></thead>
                <tbody>%s</tbody></table>
                """, body);
    }

    private static String row(TableRecord table, int place) {
        String name = text(table.shortName());
        String link = table.card().isEmpty() ? name : fill("<a href=\"#t%d\">%s</a>", place, name);
        String cells = table.figures()
                .map(Overview::numbers)
                .orElse("<td class=\"number\">\u2013</td>" + "<td class=\"number wide\">\u2013</td>".repeat(4)
                        + fill("<td class=\"number wide\">%s</td>", entries(table)));
        return fill(
                "<tr><th scope=\"row\">%s %s</th><td class=\"picture\">%s</td>%s</tr>\n",
                link, Page.badge(table), table.spark(), cells);
    }

    private static String entries(TableRecord table) {
        return table.entries() < 0 ? "\u2013" : Figures.number(table.entries());
    }

    private static String numbers(TableFigures figures) {
        boolean bits = figures.bloom() && figures.filled() > 0;
        return cell(
                        "number",
                        figures.rate().isPresent()
                                ? Figures.percent(figures.rate().getAsDouble())
                                : "\u2013")
                + cell("number wide", bits && figures.keys() > 0 ? fill("%.2f", figures.bitsPerKey()) : "\u2013")
                + cell("number wide", bits ? Figures.ratio(figures.fill().getAverage()) : "\u2013")
                + cell("number wide", Figures.number(figures.filters()))
                + cell("number wide", Figures.number(figures.empty()))
                + cell("number wide", Figures.number(figures.keys()));
    }

    private static String cell(String type, String content) {
        return fill("<td class=\"%s\">%s</td>", type, content);
    }

    private String rest() {
        long more = totals.tables() - tables.size();
        return more == 0
                ? ""
                : fill(
                        "<p class=\"rest\">The page has room for %s; the other %s stand out less and are only "
                                + "counted.</p>\n",
                        Figures.number(tables.size(), "table"), Figures.number(more));
    }

    private String picture() {
        RateChart chart = new RateChart().curve("large", RateChart.MANY_KEYS);
        int points = 0;
        for (TableRecord table : tables) {
            if (table.figures().isPresent()
                    && table.figures().get().bitsPerKey() > 0
                    && table.figures().get().rate().isPresent()) {
                chart.point(point(table, table.figures().get()));
                points++;
            }
        }
        String legend = """
                <p class="legend"><span><i class="own"></i>a table</span>\
                <span><i class="odd"></i>needs attention</span>\
                <span><i class="large"></i>large filters</span></p>""";
        return points == 0 ? "" : chart.html("Expected false positives of all tables", "wide", legend);
    }

    private static RateChart.Point point(TableRecord table, TableFigures figures) {
        double rate = figures.rate().orElse(1);
        String saying = fill(
                "%s: %s at %.2f bits per key", text(table.shortName()), Figures.percent(rate), figures.bitsPerKey());
        return new RateChart.Point(figures.bitsPerKey(), rate, saying, table.needsAttention());
    }
}
