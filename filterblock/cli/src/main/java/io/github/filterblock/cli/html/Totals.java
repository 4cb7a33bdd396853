// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.cli.Figures;

/** Sums over all tables, including those for which the page has no room. */
final class Totals {
    private long tables;
    private long attention;
    private long withFilter;
    private long keys;
    private long fileBytes;
    private long filterBytes;
    private double highestRate;

    void add(TableRecord table) {
        tables++;
        attention += table.needsAttention() ? 1 : 0;
        keys += Math.max(0, table.entries());
        fileBytes += Math.max(0, table.size());
        if (table.figures().isPresent()) {
            TableFigures figures = table.figures().get();
            withFilter++;
            filterBytes += figures.filterBytes() + figures.offsetBytes();
            highestRate = Math.max(highestRate, figures.rate().orElse(0));
        }
    }

    long tables() {
        return tables;
    }

    long attention() {
        return attention;
    }

    long keys() {
        return keys;
    }

    /** The row of numbers at the top of the page. */
    String html() {
        Facts facts = new Facts("tiles");
        facts.add("Need attention", Figures.number(attention), attention == 0 ? "all is well" : "listed first below");
        facts.add("Keys", Figures.number(keys), "all versions counted");
        String share = fileBytes == 0
                ? ""
                : "of " + Figures.number(withFilter, "table") + ", " + Figures.percent((double) filterBytes / fileBytes)
                        + " of all bytes";
        facts.add("Filters", Figures.bytes(filterBytes), share);
        facts.add(
                "Highest expected rate",
                withFilter == 0 ? "none" : Figures.percent(highestRate),
                withFilter == 0 ? "" : Figures.oneIn(highestRate));
        return facts.html();
    }
}
