// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

/** Bars side by side, each {@link #UNIT} wide: their bodies, and a line along their tops. */
final class Bars {
    static final int UNIT = 10;
    private static final int MOST_APART = 60;
    private static final int LEAST_HEIGHT = 6;

    private final StringBuilder bodies = new StringBuilder();
    private final StringBuilder tops = new StringBuilder();
    private final StringBuilder ranges = new StringBuilder();

    /** A bar at a place, 0 for the leftmost, with a height from 0 to 1. */
    void add(int place, double height) {
        int x = UNIT * place;
        int y = Math.min(Plot.y(height), Plot.HEIGHT - LEAST_HEIGHT);
        bodies.append(block(x, Plot.HEIGHT, y));
        tops.append('M').append(x).append(' ').append(y).append('h').append(UNIT);
    }

    /** The range of the values whose mean the bar at this place shows. */
    void range(int place, double least, double most) {
        int base = Plot.y(least);
        ranges.append(block(UNIT * place, base, Math.min(Plot.y(most), base - LEAST_HEIGHT)));
    }

    boolean haveRanges() {
        return !ranges.isEmpty();
    }

    /** The outline of a bar between two distances from the top. */
    static String block(int x, int from, int to) {
        return "M" + x + " " + from + "V" + to + "h" + UNIT + "V" + from + "z";
    }

    /** Markup of plain bars. */
    String solid() {
        return fill("<path class=\"solid\" d=\"%s\"/>\n", bodies);
    }

    /** Markup of the paths, for a drawing with this number of places; if there are few, the bars stand apart. */
    String paths(int places) {
        String type = places <= MOST_APART ? "bars apart" : "bars dense";
        String range = ranges.isEmpty() ? "" : fill("<path class=\"range\" d=\"%s\"/>\n", ranges);
        return bodies.isEmpty()
                ? ""
                : fill("<path class=\"%s\" d=\"%s\"/>\n%s<path class=\"tops\" d=\"%s\"/>\n", type, bodies, range, tops);
    }
}
