// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.html.Bars.UNIT;

import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.cli.Figures;
import io.github.filterblock.cli.html.FilterColumns.Column;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The filters along the file: the fill ratio of each, or its bytes where the policy is not known; and a strip that
 * shows which windows have none.
 */
final class FillChart {
    private static final int COLUMNS = 300;
    private static final int SPOTS = 80;
    private static final int SPARKS = 80;
    private static final int GREATEST_BASE_LG = 40;

    private final TableFigures figures;
    private final List<Row> rows;
    private final ToDoubleFunction<Row> value;
    private final double top;

    /** The rows must not be empty. */
    FillChart(TableFigures figures, List<Row> rows) {
        this.figures = figures;
        this.rows = rows;
        this.value = figures.height();
        this.top = figures.bloom() ? 1 : Scale.top(greatestLength());
    }

    private long greatestLength() {
        return Math.max(1, rows.stream().mapToLong(Row::length).max().orElse(1));
    }

    String html() {
        FilterColumns columns = FilterColumns.of(rows, COLUMNS, value);
        int width = width(columns);
        Plot plot = new Plot(
                figures.bloom() ? "Fill ratio along the file" : "Bytes of each filter along the file",
                description(),
                width);
        plot.y(0, "0").y(0.5, label(top / 2)).y(1, label(top));
        Scale.alongFile(plot, rows.size(), figures.baseLg() <= GREATEST_BASE_LG ? figures.baseLg() : -1);
        Bars bars = bars(columns);
        plot.draw(bars.paths(columns.columns().size()));
        if (figures.bloom()) {
            plot.path("half", fill("M0 %dh%d", Plot.y(0.5), width));
        }
        double unit = (double) width / rows.size();
        for (Column spot : FilterColumns.of(rows, SPOTS, value).columns()) {
            plot.spot(spot.first() * unit, spot.count() * unit, saying(spot));
        }
        if (figures.filled() < figures.filters()) {
            plot.strip(WindowStrip.svg(columns, width));
        }
        return plot.html("wide", legend(columns, bars.haveRanges()));
    }

    /** The last column may stand for fewer windows; the excess is not visible. */
    private static int width(FilterColumns columns) {
        return Math.max(1, (int) Math.ceil((double) UNIT * columns.total() / columns.windows()));
    }

    private String label(double height) {
        return figures.bloom() ? fill("%.1f", height) : fill(height == Math.rint(height) ? "%,.0f" : "%.1f", height);
    }

    private Bars bars(FilterColumns columns) {
        Bars bars = new Bars();
        for (int i = 0; i < columns.columns().size(); i++) {
            Column column = columns.columns().get(i);
            if (column.filled() > 0) {
                bars.add(i, column.mean() / top);
            }
            if (column.filled() > 1) {
                bars.range(i, column.least() / top, column.most() / top);
            }
        }
        return bars;
    }

    private String legend(FilterColumns columns, boolean ranges) {
        StringBuilder legend = new StringBuilder();
        if (figures.bloom()) {
            legend.append("<span><i class=\"half\"></i>best use of space: half full</span>");
        }
        if (ranges) {
            legend.append(fill(
                    "<span><i class=\"range\"></i>least to greatest of %s windows; bars are their mean</span>",
                    Figures.number(columns.windows())));
        }
        return fill("<p class=\"legend\">%s%s</p>", legend, WindowStrip.legend(figures));
    }

    private String description() {
        return fill(
                "%s of %s along the file, %s of them empty.",
                figures.bloom() ? "Fill ratio" : "Bytes",
                Figures.number(figures.filters(), "filter"),
                Figures.number(figures.empty()));
    }

    private String saying(Column column) {
        String which = column.count() == 1
                ? fill("filter %,d", column.first())
                : fill("filters %,d to %,d", column.first(), column.first() + column.count() - 1);
        if (column.filled() == 0) {
            return which + (column.damaged() > 0 ? ": damaged offsets" : ": empty");
        }
        String range = column.filled() == 1
                ? exact(column.mean())
                : fill("%s (%s to %s)", exact(column.mean()), exact(column.least()), exact(column.most()));
        String empty = column.empty() > 0 ? ", " + Figures.number(column.empty()) + " empty" : "";
        String what = figures.bloom() ? "fill ratio" : "bytes";
        return fill("%s: %s %s, %s%s", which, what, range, Figures.number(column.keys(), "key"), empty);
    }

    private String exact(double height) {
        return figures.bloom() ? Figures.ratio(height) : fill("%,.0f", height);
    }

    /** The same in small, for a line of the overview. */
    String spark() {
        FilterColumns columns = FilterColumns.of(rows, SPARKS, value);
        String paths = bars(columns).paths(Integer.MAX_VALUE);
        return fill("""
                <svg class="spark" viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true">\
                <path class="grid" d="M0 500h%1$d"/>%s</svg>""", width(columns), Plot.HEIGHT, paths);
    }
}
