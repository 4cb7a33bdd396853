// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

import static io.github.filterblock.tool.html.Markup.fill;

import io.github.filterblock.bloom.BloomFilterPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The expected rate of false positives against bits per key, the rate in powers of ten: curves of what filters with some
 * number of keys come to, and points for tables.
 */
final class RateChart {
    private static final int UNIT = 20;
    private static final int LEAST_BITS = 20;
    private static final int MOST_BITS = 60;
    private static final int MOST_DECADES = 9;
    static final long MANY_KEYS = 10_000;

    private final RateModel model;
    private final List<Point> points = new ArrayList<>();
    private final List<Curve> curves = new ArrayList<>();

    /** A table, or some. */
    record Point(double bitsPerKey, double rate, String saying, boolean odd) {}

    private record Curve(String type, double[] rates) {}

    RateChart(RateModel model) {
        this.model = model;
    }

    RateChart point(Point point) {
        points.add(point);
        return this;
    }

    /** What LevelDB's filters with this many keys come to, for each number of bits per key. */
    RateChart curve(String type, long keys) {
        double[] rates = new double[MOST_BITS + 1];
        for (int bits = 1; bits <= MOST_BITS; bits++) {
            BloomFilterPolicy policy = BloomFilterPolicy.levelDb(bits);
            long size = 8L * (policy.filterSize((int) Math.min(keys, MANY_KEYS)) - 1);
            rates[bits] = model.rate(Math.min(keys, MANY_KEYS), size, policy.probes());
        }
        curves.add(new Curve(type, rates));
        return this;
    }

    private int bits() {
        double most = points.stream().mapToDouble(Point::bitsPerKey).max().orElse(0);
        return (int) Math.min(MOST_BITS, Math.max(LEAST_BITS, 10 * Math.ceil(most * 1.05 / 10)));
    }

    /** How many powers of ten are needed to show all points, and the curves that come near them. */
    private int decades() {
        double least = 1e-4;
        for (Point point : points) {
            least = Math.min(least, point.rate() == 0 ? 1 : point.rate());
        }
        return Math.min(MOST_DECADES, (int) Math.ceil(-Math.log10(least) - 1e-9));
    }

    String html(String caption, String type, String legend) {
        int bits = bits();
        int decades = decades();
        Plot plot = new Plot(caption, description(), UNIT * bits);
        for (int i = 0; i <= decades; i++) {
            plot.y(1 - (double) i / decades, label(i));
        }
        for (int at = 0; at <= bits; at += bits > 30 ? 10 : 5) {
            plot.x((double) at / bits, String.valueOf(at));
        }
        for (Curve curve : curves) {
            plot.path(curve.type(), line(curve.rates(), bits, decades));
        }
        for (Point point : points) {
            double x = UNIT * Math.min(bits, point.bitsPerKey());
            plot.dot(point.odd() ? "odd" : "own", x, height(point.rate(), decades), point.saying());
        }
        return plot.html(type, "<p class=\"axis\">bits per key</p>" + legend);
    }

    private static String label(int decade) {
        return decade <= 2
                ? (int) Math.pow(10, 2 - decade) + " %"
                : fill("%." + (decade - 2) + "f %%", Math.pow(10, 2 - decade));
    }

    private static double height(double rate, int decades) {
        return rate <= 0 ? 0 : 1 + Math.log10(rate) / decades;
    }

    /** Ends where it leaves the drawing. */
    private static String line(double[] rates, int bits, int decades) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= bits; i++) {
            double height = height(rates[i], decades);
            line.append(fill("%s%d %d", i == 1 ? "M" : "L", UNIT * i, Plot.y(height)));
            if (height <= 0) {
                break;
            }
        }
        return line.toString();
    }

    private String description() {
        return points.size() == 1
                ? fill(
                        "Expected rate of false positives against bits per key; here %s.",
                        points.get(0).saying())
                : fill(
                        "Expected rate of false positives against bits per key, of %s.",
                        Figures.count(points.size(), "table"));
    }
}
