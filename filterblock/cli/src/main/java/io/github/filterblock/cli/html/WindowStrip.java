// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

import io.github.filterblock.cli.html.FilterColumns.Column;

/** A strip that shows which windows have a filter: filled where they have, blank where they are empty. */
final class WindowStrip {
    private static final double LEAST_SHARE = 0.4;

    private WindowStrip() {}

    /** In columns that stand for several windows, the filled share is that of the windows with a filter. */
    static String svg(FilterColumns columns, int width) {
        StringBuilder filled = new StringBuilder();
        StringBuilder damaged = new StringBuilder();
        int x = 0;
        for (Column column : columns.columns()) {
            int have = Plot.y(share(column.filled(), column));
            int bad = Plot.y(share(column.filled() + column.damaged(), column));
            if (column.filled() > 0) {
                filled.append(Bars.block(x, Plot.HEIGHT, have));
            }
            if (column.damaged() > 0) {
                damaged.append(Bars.block(x, have, bad));
            }
            x += Bars.UNIT;
        }
        return fill("""
                <svg class="strip" viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true">\
                <path class="have" d="%s"/><path class="bad" d="%s"/></svg>""", width, Plot.HEIGHT, filled, damaged);
    }

    /** A few among many must still be visible. */
    private static double share(int some, Column column) {
        return some == 0 ? 0 : Math.max(LEAST_SHARE, (double) some / column.count());
    }

    static String legend(TableFigures figures) {
        if (figures.filled() == figures.filters()) {
            return "";
        }
        return "<span><i class=\"have\"></i>window with a filter</span>"
                + (figures.empty() > 0 ? "<span><i class=\"none\"></i>empty window</span>" : "")
                + (figures.damaged() > 0 ? "<span><i class=\"bad\"></i>damaged offsets</span>" : "");
    }
}
