// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.io.Serializable;

/**
 * How often filters let absent keys pass. Immutable. Two measurements add up to one.
 *
 * <p>Sums of expected matches are whole numbers of 2^-20. Such sums are exact in a {@code double} up to 2^33
 * matches, in any order and grouping, and the rounding of a single one is far below what any number of samples can
 * show. Larger sums are rounded to 53 bits, where the order can change the last of them.
 *
 * @param asked how many keys were asked about, 0 or more
 * @param matched how many of them matched, 0 to {@code asked}
 * @param expectedMatches how many were expected to match: the sum of the expected rates of the filters
 *     that the questions went to, rounded to 2^-20
 */
public record Measurement(long asked, long matched, double expectedMatches) implements Serializable {
    /** No key was asked about. */
    static final Measurement NONE = new Measurement(0, 0, 0);

    private static final double NORMAL_95 = 1.959_963_984_540_054;

    /** Checks that the numbers fit together, and rounds the expected matches. */
    public Measurement {
        Amounts.check(asked >= 0, "the number of keys asked about is negative: %s", asked);
        Amounts.check(matched >= 0 && matched <= asked, "%s of %s keys cannot have matched", matched, asked);
        expectedMatches = Amounts.rounded(expectedMatches, asked);
    }

    /**
     * Both together.
     *
     * @param other another one
     * @return the sum
     * @throws ArithmeticException beyond 2^63 keys
     */
    Measurement plus(Measurement other) {
        return new Measurement(
                Math.addExact(asked, other.asked),
                Math.addExact(matched, other.matched),
                expectedMatches + other.expectedMatches);
    }

    /** {@return the measured rate, 0 to 1; 0 without questions} */
    public double rate() {
        return asked == 0 ? 0 : (double) matched / asked;
    }

    /** {@return the expected rate, 0 to 1; 0 without questions} */
    public double expectedRate() {
        return Amounts.share(expectedMatches, asked);
    }

    /**
     * The lower end of the interval that holds the rate of these filters with a confidence of 95 %: Wilson's score
     * interval, which is valid for small counts as well.
     *
     * @return 0 to {@link #rate()}; 0 without questions
     */
    public double leastRate() {
        return matched == 0 ? 0 : Math.max(0, centre() - halfWidth());
    }

    /** {@return the upper end of that interval, {@link #rate()} to 1; 1 without questions} */
    public double mostRate() {
        return matched == asked ? 1 : Math.min(1, centre() + halfWidth());
    }

    private double centre() {
        return (matched + NORMAL_95 * NORMAL_95 / 2) / (asked + NORMAL_95 * NORMAL_95);
    }

    private double halfWidth() {
        double squares = matched * (1 - rate()) + NORMAL_95 * NORMAL_95 / 4;
        return NORMAL_95 * Math.sqrt(squares) / (asked + NORMAL_95 * NORMAL_95);
    }
}
