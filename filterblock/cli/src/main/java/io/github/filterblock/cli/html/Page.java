// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.html.Markup.text;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.Figures;
import io.github.filterblock.cli.Names;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The frame of the page: head, heading, overview, a section for each table, and how to read it. */
final class Page {
    private final List<TableRecord> tables;
    private final Totals totals;

    Page(List<TableRecord> tables, Totals totals) {
        this.tables = tables;
        this.totals = totals;
    }

    void writeTo(Appendable out) throws IOException {
        boolean single = totals.tables() == 1;
        String title =
                single ? text(tables.get(0).shortName()) : "Filters of " + Figures.number(totals.tables(), "table");
        out.append(PageBuilder.BEGINNING);
        out.append(fill(HEAD, title, style(), title, single ? badge(tables.get(0)) : "", text(where())));
        if (!single) {
            out.append(totals.html());
            out.append(new Overview(tables, totals).html());
        }
        for (int i = 0; i < tables.size(); i++) {
            if (!tables.get(i).card().isEmpty()) {
                out.append(card(tables.get(i), i + 1));
            }
        }
        out.append(cardless());
        out.append(END);
    }

    private static final String HEAD = """
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <title>%s</title>
            <style>
            %s</style>
            </head>
            <body>
            <a class="skip" href="#tables">To the tables</a>
            <header>
            <div class="head"><h1>%s</h1>%s</div>
            <p class="where">%s</p>
            </header>
            <main id="tables">
            """;

    private static final String END = """
            </main>
            <footer>
            <h2>How to read this page</h2>
            <p>A table file is cut into windows of equal size. The keys of the data blocks that start in a window share
            a filter; a window in which no data block starts has an empty filter.</p>
            <p>The <b>fill ratio</b> of a filter is the share of its bits that are set. About one half is best: a filter
            with fewer wastes space, one with more lets too many keys pass. A filter of few keys has at least 64 bits,
            so it is emptier.</p>
            <p><b>Expected false positives</b> is the share of absent keys that the filters will not deny, computed from
            the bits that are set and the number of probes, if each key of the table is equally likely to be the
            neighbour of the key in question. It is 100 % if the filters are not trusted. The curve shows the rate of
            filters of this table's size with other bits per key.</p>
            </footer>
            </body>
            </html>
            """;

    private static String style() throws IOException {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            return new String(Objects.requireNonNull(in, "page.css").readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The directory that all tables lie below. */
    private String where() {
        Path common = tables.isEmpty() ? null : tables.get(0).file().getParent();
        for (TableRecord table : tables) {
            while (common != null && !table.file().startsWith(common)) {
                common = common.getParent();
            }
        }
        return common == null ? "" : Names.of(common);
    }

    /** The status in a word, marked where something is wrong. */
    static String badge(TableRecord table) {
        String type = table.needsAttention() ? "bad" : table.status() == TableStatus.OK ? "fine" : "odd";
        return fill(
                "<span class=\"badge %s\">%s</span>", type, table.status().id().replace('-', ' '));
    }

    private String card(TableRecord table, int place) {
        boolean single = totals.tables() == 1;
        String back = single ? "" : "<a class=\"back\" href=\"#overview\">all tables</a>\n";
        return fill(
                """
                <section id="t%d" class="card" aria-labelledby="t%1$d-title">
                %s%s%s</section>
                """,
                place,
                single
                        ? fill("<h2 id=\"t%d-title\" class=\"unseen\">Its filters</h2>\n", place)
                        : heading(table, place),
                table.card(),
                back);
    }

    private static String heading(TableRecord table, int place) {
        Path directory = table.file().getParent();
        return fill(
                "<div class=\"head\"><h2 id=\"t%d-title\">%s</h2>%s</div>\n%s",
                place,
                text(table.shortName()),
                badge(table),
                directory == null ? "" : fill("<p class=\"where\">%s</p>\n", text(Names.of(directory))));
    }

    private String cardless() {
        long pictured = tables.stream().filter(table -> !table.card().isEmpty()).count();
        return pictured == totals.tables()
                ? ""
                : fill(
                        "<p class=\"rest\">Pictures are shown of the %s that stand out most.</p>\n",
                        Figures.number(pictured, "table"));
    }
}
