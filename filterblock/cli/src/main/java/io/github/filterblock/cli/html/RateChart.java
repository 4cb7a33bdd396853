// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

import io.github.filterblock.audit.ExpectedRate;
import io.github.filterblock.cli.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * The expected rate of false positives against bits per key, the rate in powers of ten: curves for filters with some
 * number of keys, and points for tables. Points beyond an axis are drawn at its end.
 */
final class RateChart {
    /** The number of keys of a large filter: more keys do not change the rate. */
    static final long MANY_KEYS = 10_000;

    private static final int UNIT = 20;
    private static final int LEAST_BITS = 20;
    private static final int MOST_BITS = 70;
    private static final int LEAST_DECADES = 4;
    private static final int MOST_DECADES = 6;

    /** On every chart, and too expensive to compute for each. */
    private static final double[] MANY_KEYS_RATES = rates(MANY_KEYS);

    private final List<Point> points = new ArrayList<>();
    private final List<Curve> curves = new ArrayList<>();

    /** A table; {@code saying} is escaped text. */
    record Point(double bitsPerKey, double rate, String saying, boolean odd) {}

    private record Curve(String type, double[] rates) {}

    RateChart point(Point point) {
        points.add(point);
        return this;
    }

    /** The rate of LevelDB's filters with this many keys, for each number of bits per key. */
    RateChart curve(String type, long keys) {
        curves.add(new Curve(type, keys == MANY_KEYS ? MANY_KEYS_RATES : rates(keys)));
        return this;
    }

    private static double[] rates(long keys) {
        double[] rates = new double[MOST_BITS + 1];
        for (int bits = 1; bits <= MOST_BITS; bits++) {
            rates[bits] = ExpectedRate.ofWriter(keys, bits);
        }
        return rates;
    }

    private int bits() {
        double most = points.stream().mapToDouble(Point::bitsPerKey).max().orElse(0);
        return (int) Math.min(MOST_BITS, Math.max(LEAST_BITS, 10 * Math.ceil(most / 10)));
    }

    /** The number of powers of ten that show all points. */
    private int decades() {
        double least = points.stream()
                .mapToDouble(Point::rate)
                .filter(rate -> rate > 0)
                .min()
                .orElse(1);
        return Math.max(LEAST_DECADES, Math.min(MOST_DECADES, (int) Math.ceil(-Math.log10(least))));
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
        if (points.size() == 1) {
            label(plot, points.get(0), bits, decades);
        }
        return plot.html(type + " rates", "<p class=\"axis\">bits per key</p>" + legend);
    }

    /** Puts the rate of a point where the curves are not. */
    private void label(Plot plot, Point point, int bits, int decades) {
        double x = Math.min(bits, point.bitsPerKey());
        double curve = curves.stream()
                .mapToDouble(some -> some.rates()[(int) Math.max(1, Math.round(x))])
                .max()
                .orElse(0);
        boolean overCurve = x < 0.88 * bits && point.rate() > 1.5 * curve;
        boolean above = x < 0.25 * bits || overCurve || x < 0.7 * bits && point.rate() > 0.8 * curve;
        double height = height(point.rate(), decades);
        Plot.Side right = height > 0.9 ? Plot.Side.AFTER : Plot.Side.ABOVE;
        Plot.Side side = above ? right : height < 0.2 ? Plot.Side.BEFORE : Plot.Side.BENEATH;
        plot.label(side, x / bits, height, Figures.percent(point.rate()));
    }

    private static String label(int decade) {
        return fill("%." + Math.max(0, decade - 2) + "f %%", Math.pow(10, 2 - decade));
    }

    private static double height(double rate, int decades) {
        return rate <= 0 ? 0 : 1 + Math.log10(rate) / decades;
    }

    /** The curve ends where it meets the axis. */
    private static String line(double[] rates, int bits, int decades) {
        StringBuilder line = new StringBuilder();
        double before = 1;
        for (int i = 1; i <= bits && before > 0; i++) {
            double height = height(rates[i], decades);
            double part = height >= 0 ? 1 : before / (before - height);
            line.append(fill("%s%.1f %d", i == 1 ? "M" : "L", UNIT * (i - 1 + part), Plot.y(height)));
            before = height;
        }
        return line.toString();
    }

    private String description() {
        return points.size() == 1
                ? fill(
                        "Expected rate of false positives against bits per key: %s.",
                        points.get(0).saying())
                : fill(
                        "Expected rate of false positives against bits per key, of %s.",
                        Figures.number(points.size(), "table"));
    }
}
