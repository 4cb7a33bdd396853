// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

import static io.github.filterblock.tool.html.Markup.fill;

import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.tool.html.FilterColumns.Column;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The filters along the file: the fill ratio of each, or its bytes where the policy is not known; and a strip that shows
 * which windows have none.
 */
final class FillChart {
    private static final int COLUMNS = 400;
    private static final int SPOTS = 120;
    private static final int SPARKS = 80;
    private static final int COLUMNS_WITH_GAPS = 160;
    private static final int UNIT = 10;
    private static final int GREATEST_BASE_LG = 40;

    private final TableFigures figures;
    private final List<Row> rows;
    private final ToDoubleFunction<Row> value;
    private final double top;

    FillChart(TableFigures figures, List<Row> rows) {
        this.figures = figures;
        this.rows = rows;
        this.value = figures.bloom() ? row -> row.info().fillRatio() : Row::length;
        this.top = figures.bloom()
                ? 1
                : Scale.above(rows.stream().mapToLong(Row::length).max().orElse(1));
    }

    String html() {
        FilterColumns columns = FilterColumns.of(rows, COLUMNS, value);
        Plot plot = new Plot(
                figures.bloom() ? "Fill ratio along the file" : "Bytes of each filter along the file",
                description(),
                width(columns));
        axes(plot, width(columns));
        draw(plot, columns);
        for (Column spot : FilterColumns.of(rows, SPOTS, value).columns()) {
            double unit = (double) width(columns) / rows.size();
            plot.spot(spot.first() * unit, spot.count() * unit, saying(spot));
        }
        return plot.strip(strip(columns)).html("wide", legend(columns));
    }

    /** The last column may stand for fewer windows; what is too much of it is not seen. */
    private static int width(FilterColumns columns) {
        return Math.max(1, (int) Math.ceil((double) UNIT * columns.total() / columns.windows()));
    }

    private void axes(Plot plot, int width) {
        plot.y(0, "0").y(0.5, label(top / 2)).y(1, label(top));
        if (figures.bloom()) {
            plot.path("half", fill("M0 %dh%d", Plot.y(0.5), width));
        }
        Scale.alongFile(plot, rows.size(), figures.baseLg() <= GREATEST_BASE_LG ? figures.baseLg() : -1);
    }

    private String label(double height) {
        return figures.bloom() ? fill("%.1f", height) : Figures.count((long) height);
    }

    private void draw(Plot plot, FilterColumns columns) {
        StringBuilder bars = new StringBuilder();
        StringBuilder range = new StringBuilder();
        int barWidth = columns.columns().size() <= COLUMNS_WITH_GAPS ? UNIT - 2 : UNIT;
        int x = (UNIT - barWidth) / 2;
        for (Column column : columns.columns()) {
            if (column.filled() > 0) {
                bars.append(bar(x, barWidth, 0, column.mean() / top));
                if (column.filled() > 1) {
                    range.append(bar(x, barWidth, column.least() / top, column.most() / top));
                }
            }
            x += UNIT;
        }
        plot.path("bars", bars).path("range", range);
    }

    private static String bar(int x, int width, double from, double to) {
        int base = Plot.y(from);
        int end = Math.min(Plot.y(to), base - 4);
        return "M" + x + " " + base + "V" + end + "h" + width + "V" + base + "z";
    }

    /** Full where every window has a filter, white where none has. */
    private static String strip(FilterColumns columns) {
        StringBuilder filled = new StringBuilder();
        StringBuilder damaged = new StringBuilder();
        int x = 0;
        for (Column column : columns.columns()) {
            double share = (double) column.filled() / column.count();
            double bad = (double) column.damaged() / column.count();
            if (share > 0) {
                filled.append(bar(x, UNIT, 0, share));
            }
            if (bad > 0) {
                damaged.append(bar(x, UNIT, share, share + bad));
            }
            x += UNIT;
        }
        return fill("""
                <svg class="strip" viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true">\
                <path class="have" d="%s"/><path class="bad" d="%s"/></svg>""", width(columns), Plot.HEIGHT, filled, damaged);
    }

    private String legend(FilterColumns columns) {
        StringBuilder legend = new StringBuilder("<p class=\"legend\">");
        legend.append("<span><i class=\"have\"></i>window with a filter</span>");
        legend.append("<span><i class=\"none\"></i>empty window</span>");
        if (figures.damaged() > 0) {
            legend.append("<span><i class=\"bad\"></i>damaged offsets</span>");
        }
        if (columns.windows() > 1) {
            legend.append(fill(
                    "<span><i class=\"range\"></i>least to greatest of %s windows, bars their mean</span>",
                    Figures.count(columns.windows())));
        }
        return legend.append("</p>").toString();
    }

    private String description() {
        String what = figures.bloom() ? "Fill ratio" : "Bytes";
        return fill(
                "%s of %s along the file, %s of them empty.",
                what, Figures.count(figures.filters(), "filter"), Figures.count(figures.empty()));
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
        return fill(
                "%s: %s %s, %s%s",
                which,
                figures.bloom() ? "fill ratio" : "bytes",
                range,
                Figures.count(column.keys(), "key"),
                column.empty() > 0 ? ", " + Figures.count(column.empty()) + " empty" : "");
    }

    private String exact(double height) {
        return figures.bloom() ? Figures.ratio(height) : fill("%,.0f", height);
    }

    /** The same in little, for a line of the overview. */
    String spark() {
        FilterColumns columns = FilterColumns.of(rows, SPARKS, value);
        StringBuilder bars = new StringBuilder();
        int x = 0;
        for (Column column : columns.columns()) {
            if (column.filled() > 0) {
                bars.append(bar(x, UNIT, 0, column.mean() / top));
            }
            x += UNIT;
        }
        return fill("""
                <svg class="spark" viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true">\
                <path class="grid" d="M0 500h%1$d"/><path class="bars" d="%s"/></svg>""", width(columns), Plot.HEIGHT, bars);
    }
}
