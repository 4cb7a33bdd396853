// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.cli.Figures;
import io.github.filterblock.cli.html.FilterColumns.Column;
import java.util.List;

/** The pictures of a table as numbers, for readers who cannot see them or want them exactly. */
final class FilterTable {
    private static final int ROWS = 60;

    private FilterTable() {}

    static String html(TableFigures figures, List<Row> rows) {
        if (rows.isEmpty()) {
            return "";
        }
        FilterColumns columns = FilterColumns.of(rows, ROWS, figures.height());
        StringBuilder body = new StringBuilder();
        columns.columns().forEach(column -> body.append(row(column, figures.bloom())));
        String each = columns.windows() == 1
                ? "Each filter in numbers"
                : "In numbers, " + Figures.number(columns.windows()) + " filters a line";
        return fill("""
                <details><summary>%s</summary>
                <div class="scroll" tabindex="0" role="region" aria-label="%1$s">
                <table class="numbers"><thead><tr><th scope="col">%s</th><th scope="col">empty</th>\
                <th scope="col">keys</th><th scope="col">least %s</th><th scope="col">mean</th>\
                <th scope="col">most</th></tr></thead>
                <tbody>%s</tbody></table></div></details>
                """, each, columns.windows() == 1 ? "filter" : "filters", figures.bloom() ? "fill" : "bytes", body);
    }

    private static String row(Column column, boolean bloom) {
        String which = column.count() == 1
                ? Figures.number(column.first())
                : fill("%,d\u2013%,d", column.first(), column.first() + column.count() - 1);
        String values = column.filled() == 0
                ? fill("<td colspan=\"3\">%s</td>", column.damaged() > 0 ? "damaged offsets" : "empty")
                : fill(
                        bloom
                                ? "<td>%.3f</td><td>%.3f</td><td>%.3f</td>"
                                : "<td>%,.0f</td><td>%,.0f</td><td>%,.0f</td>",
                        column.least(),
                        column.mean(),
                        column.most());
        return fill(
                "<tr><th scope=\"row\">%s</th><td>%,d</td><td>%,d</td>%s</tr>\n",
                which, column.empty(), column.keys(), values);
    }
}
