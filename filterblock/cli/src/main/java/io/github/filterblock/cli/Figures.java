// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Windows;
import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final int MOST_DECIMALS = 12;

    private Figures() {}

    /** A template of {@link String#format}, the same in every locale. */
    public static String fill(String template, Object... values) {
        return String.format(Locale.ROOT, template, values);
    }

    /** A whole number. */
    public static String number(long value) {
        return fill("%,d", value);
    }

    /** A number of things; {@code unit} is the word for one. */
    public static String number(long value, String unit) {
        return number(value) + " " + unit + (value == 1 ? "" : "s");
    }

    /** A number of bytes with three or four digits. */
    public static String bytes(long value) {
        if (value < 1024) {
            return number(value, "byte");
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

    /** A number from 0 to 1. */
    public static String ratio(double value) {
        return fill("%.3f", value);
    }

    /** A number with one decimal. */
    public static String decimal(double value) {
        return fill("%.1f", value);
    }

    /** A share in per cent, to three significant digits. */
    public static String percent(double share) {
        if (share == 0) {
            return "0 %";
        }
        if (share >= 0.9995) {
            return "100 %";
        }
        int decimals = 2 - (int) Math.floor(Math.log10(100 * share));
        return fill("%." + Math.min(MOST_DECIMALS, decimals) + "f %%", 100 * share);
    }

    /** The same share as one among many keys. */
    public static String oneIn(double share) {
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

    /** What a base lg from 0 up means. */
    public static String window(int baseLg) {
        if (!Windows.isBaseLg(baseLg)) {
            return "not a number of bits to shift by, every key may match";
        }
        return "a filter for each " + (baseLg == Windows.MAX_BASE_LG ? "8 EiB" : bytes(1L << baseLg)) + " of file";
    }
}
