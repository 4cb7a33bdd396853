// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.Arguments.checkArgument;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * How often filters let absent keys pass. Immutable. Two measurements add up to one; the order does not matter, because
 * all numbers are exact.
 *
 * @param asked how many keys were asked about, 0 or more
 * @param matched how many of them matched, 0 to {@code asked}
 * @param expectedMatches how many were expected to match, by {@link ExpectedRate} for the filter that each question
 *     went to; a sum of probabilities with twelve decimals
 */
public record Measurement(long asked, long matched, BigDecimal expectedMatches) {
    /** Nothing was asked. */
    public static final Measurement NONE = new Measurement(0, 0, BigDecimal.ZERO);

    /** Decimals of a probability. */
    static final int DECIMALS = 12;

    private static final double UNIT = 1e12;
    private static final double NORMAL_95 = 1.959_963_984_540_054;

    /** Checks that the numbers fit together, and brings the decimals to their number. */
    public Measurement {
        checkArgument(asked >= 0, "the number of keys asked about is negative: %s", asked);
        checkArgument(matched >= 0 && matched <= asked, "%s of %s keys cannot have matched", matched, asked);
        expectedMatches = checkExpected(expectedMatches, asked);
    }

    static BigDecimal checkExpected(BigDecimal expected, long most) {
        checkArgument(
                expected.signum() >= 0 && expected.compareTo(BigDecimal.valueOf(most)) <= 0,
                "%s of %s matches cannot be expected",
                expected,
                most);
        return expected.setScale(DECIMALS);
    }

    /** A probability as a whole number of units of the last decimal, so that sums are exact. */
    static BigInteger units(double probability) {
        return BigInteger.valueOf(Math.round(probability * UNIT));
    }

    static BigDecimal ofUnits(BigInteger units) {
        return new BigDecimal(units, DECIMALS);
    }

    /** From 0 to 1; 0 of nothing. */
    static double share(BigDecimal part, long whole) {
        return whole == 0 ? 0 : part.doubleValue() / whole;
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
                expectedMatches.add(other.expectedMatches));
    }

    /** {@return the measured rate, 0 to 1; 0 if nothing was asked} */
    public double rate() {
        return asked == 0 ? 0 : (double) matched / asked;
    }

    /** {@return the expected rate, 0 to 1; 0 if nothing was asked} */
    public double expectedRate() {
        return share(expectedMatches, asked);
    }

    /**
     * The lower end of the interval that holds the rate of these filters with a confidence of 95 %: Wilson's score
     * interval, which is valid for small counts as well.
     *
     * @return 0 to {@link #rate()}; 0 if nothing was asked
     */
    public double leastRate() {
        return matched == 0 ? 0 : Math.max(0, centre() - halfWidth());
    }

    /** {@return the upper end of that interval, {@link #rate()} to 1; 1 if nothing was asked} */
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
