// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

import static io.github.filterblock.tool.html.Markup.fill;

/** Numbers as people read them. */
final class Figures {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final double LEAST_RATE = 1e-6;

    private Figures() {}

    static String count(long value) {
        return fill("%,d", value);
    }

    static String count(long value, String unit) {
        return count(value) + " " + unit + (value == 1 ? "" : "s");
    }

    /** A number of bytes with three or four digits. */
    static String bytes(long value) {
        if (value < 1024) {
            return count(value, "byte");
        }
        double scaled = value;
        int unit = -1;
        while (scaled >= 1024 && unit < UNITS.length - 1) {
            scaled /= 1024;
            unit++;
        }
        boolean whole = scaled >= 100 || scaled == Math.rint(scaled);
        return fill(whole ? "%.0f %s" : "%.1f %s", scaled, UNITS[unit]);
    }

    static String ratio(double value) {
        return fill("%.3f", value);
    }

    static String decimal(double value) {
        return fill("%.1f", value);
    }

    /** A share in per cent, to three digits that count. */
    static String rate(double share) {
        double percent = 100 * share;
        if (share >= 0.9995) {
            return "100 %";
        }
        if (share < LEAST_RATE) {
            return share == 0 ? "0 %" : "below 0.0001 %";
        }
        int digits = 2 - (int) Math.floor(Math.log10(percent));
        return fill("%." + Math.max(1, digits) + "f %%", percent);
    }

    /** The same share as one among many keys. */
    static String oneIn(double share) {
        if (share >= 0.9995) {
            return "no key is denied";
        }
        if (share == 0) {
            return "every absent key is denied";
        }
        return share > 0.1
                ? fill("1 absent key in %.1f", 1 / share)
                : fill("1 absent key in %,d", Math.round(1 / share));
    }
}
