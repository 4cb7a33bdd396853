// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

import io.github.filterblock.analysis.FilterSummary.Row;
import io.github.filterblock.cli.Figures;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many filters have values in which range.
 *
 * @param step the width of a bin; the first starts at 0
 * @param counts how many values are in each bin, which includes its lower end and not its upper one
 */
record Histogram(double step, int[] counts) {
    private static final int FILL_BINS = 40;
    private static final int MOST_BINS = 40;

    /** Of fill ratios; the last bin includes 1 as well. */
    static Histogram ofFill(List<Row> rows) {
        int[] counts = new int[FILL_BINS];
        rows.stream()
                .filter(Row::hasBytes)
                .forEach(row -> counts[Math.min(FILL_BINS - 1, (int) (row.info().fillRatio() * FILL_BINS))]++);
        return new Histogram(1.0 / FILL_BINS, counts);
    }

    /** Of keys of filters with bytes. */
    static Histogram ofKeys(List<Row> rows) {
        List<Row> filled = rows.stream().filter(Row::hasBytes).toList();
        long most = filled.stream().mapToLong(Row::keys).max().orElse(0);
        long step = most < MOST_BINS ? 1 : Scale.step(most / MOST_BINS + 1);
        int[] counts = new int[(int) (most / step) + 1];
        filled.forEach(row -> counts[(int) (row.keys() / step)]++);
        return new Histogram(step, counts);
    }

    String fillChart() {
        Plot plot = chart("How full the filters are");
        for (int i = 0; i <= 4; i++) {
            plot.x(i / 4.0, fill(i % 4 == 0 ? "%.0f" : i == 2 ? "%.1f" : "%.2f", i / 4.0));
        }
        return bars(plot, i -> fill("fill ratio %.3f to %.3f", i * step, (i + 1) * step))
                .html("small", "<p class=\"axis\">fill ratio</p>");
    }

    String keysChart() {
        Plot plot = chart("How many keys they hold");
        long tick = Scale.step((long) Math.ceil(step * counts.length / 4.0));
        double half = step == 1 ? 0.5 : 0;
        for (long at = 0; (at + half) < step * counts.length; at += tick) {
            plot.x((at + half) / (step * counts.length), Figures.number(at));
        }
        return bars(plot, this::keysOfBin).html("small", "<p class=\"axis\">keys of a filter</p>");
    }

    private String keysOfBin(int bin) {
        long from = (long) (bin * step);
        return step == 1 ? Figures.number(from, "key") : fill("%,d to %,d keys", from, from + (long) step - 1);
    }

    private Plot chart(String caption) {
        long highest = highest();
        Plot plot = new Plot(caption, caption + ": at most " + Figures.number(highest, "filter") + " alike.", width());
        long top = Scale.top(highest);
        plot.y(0, "0").y(1, Figures.number(top));
        return top % 2 == 0 ? plot.y(0.5, Figures.number(top / 2)) : plot;
    }

    private long highest() {
        return IntStream.of(counts).max().orElse(0);
    }

    private int width() {
        return Bars.UNIT * counts.length;
    }

    private interface Saying {
        String of(int bin);
    }

    private Plot bars(Plot plot, Saying saying) {
        Bars bars = new Bars();
        double top = Scale.top(highest());
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                bars.add(i, counts[i] / top);
            }
        }
        plot.draw(bars.solid());
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                plot.spot(Bars.UNIT * i, Bars.UNIT, saying.of(i) + ": " + Figures.number(counts[i], "filter"));
            }
        }
        return plot;
    }
}
