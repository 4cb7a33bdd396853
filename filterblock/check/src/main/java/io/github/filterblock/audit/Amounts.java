// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.util.Locale;

/** Checks of numbers that are added up, and shares of them. */
final class Amounts {
    private static final double UNITS = 0x1p20;

    private Amounts() {}

    /**
     * Throws unless a condition holds. Guava's checks have overloads that a program's older Guava, up to 19, lacks.
     *
     * @param holds the condition
     * @param form the message, with {@code %s} for each of the parts
     * @param parts the parts of the message
     * @throws IllegalArgumentException if it does not hold
     */
    static void check(boolean holds, String form, Object... parts) {
        if (!holds) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, form, parts));
        }
    }

    /** Checks that none of these amounts of filters is negative. */
    static void checkNotNegative(long tables, long keys, long bytes) {
        check(tables >= 0, "the number of tables is negative: %s", tables);
        check(keys >= 0, "the number of keys is negative: %s", keys);
        check(bytes >= 0, "the number of bytes is negative: %s", bytes);
    }

    /** Rounds a number of expected matches, after checking that it is from 0 to the largest. */
    static double rounded(double expected, long most) {
        check(expected >= 0 && expected <= most, "%s of %s matches cannot be expected", expected, most);
        boolean large = expected >= Long.MAX_VALUE / UNITS;
        return large ? expected : Math.min((double) most, Math.rint(expected * UNITS) / UNITS);
    }

    /** From 0 to 1; 0 of none. */
    static double share(double part, long whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
