// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Windows;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/** Numbers as people read them. */
final class Formats {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final int MAX_DECIMALS = 12;

    /** From so many bits per key on they are a misunderstanding. */
    private static final int UNUSUAL_BITS = 100;

    private Formats() {}

    /** A template of {@link String#format}, the same in every locale. */
    static String fill(String template, Object... values) {
        return String.format(Locale.ROOT, template, values);
    }

    /** A whole number. */
    static String number(long value) {
        return fill("%,d", value);
    }

    /** A number of things; {@code unit} is the word for one. */
    static String number(long value, String unit) {
        return number(value) + " " + unit + (value == 1 ? "" : "s");
    }

    /** A number of bytes with three or four digits. */
    static String bytes(long value) {
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

    /** A share in per cent, to three significant digits. */
    static String percent(double share) {
        if (share == 0) {
            return "0 %";
        }
        if (share >= 0.9995) {
            return "100 %";
        }
        int decimals = 2 - (int) Math.floor(Math.log10(100 * share));
        return fill("%." + Math.min(MAX_DECIMALS, decimals) + "f %%", 100 * share);
    }

    /** What a base lg from 0 up means. */
    static String window(int baseLg) {
        if (!Windows.isBaseLg(baseLg)) {
            return "not a valid shift, so every key may match";
        }
        return "a filter for each " + (baseLg == Windows.MAX_BASE_LG ? "8 EiB" : bytes(1L << baseLg)) + " of file";
    }

    /** The name of a constant in lower case with hyphens. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A range of whole numbers. */
    static String range(int least, int most) {
        return least == most ? String.valueOf(least) : least + " to " + most;
    }

    /** What to say after bits per key, if they are so many that somebody meant those of the whole filter. */
    static String unusual(List<Integer> bitsPerKey) {
        return bitsPerKey.get(0) > UNUSUAL_BITS ? ": bits for each key, not for the filter; 10 is usual" : "";
    }

    /** A part of a whole, from 0 to 1; 0 of nothing. */
    static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** A 64-bit number that may be above what a signed one holds. */
    static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }

    /** The beginning of a list; print its true length beside it. */
    static <T> List<T> limited(List<T> list, int limit) {
        return list.size() <= limit ? list : list.subList(0, limit);
    }
}
