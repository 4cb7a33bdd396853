// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The natural logarithm, rounded correctly.
 *
 * <p>A dump holds a logarithm as a double (RB-8), so its last bit matters. glibc's {@code log}, which RedisBloom calls,
 * rounds all but about one number in 20,000 correctly, {@link StrictMath#log} all but about one in 70, and {@link
 * Math#log} depends on the processor.
 */
final class NaturalLogarithm {
    private static final MathContext DIGITS = new MathContext(40);
    private static final BigDecimal LN_2 = twiceArtanh(BigDecimal.ONE.divide(BigDecimal.valueOf(3), DIGITS));

    private NaturalLogarithm() {}

    /** The logarithm of a positive number below 2^900. */
    static double of(double number) {
        double normal = number * 0x1p60; // exact, also where the number itself has no leading one
        int exponent = Math.getExponent(normal) - 60;
        BigDecimal mantissa = new BigDecimal(Math.scalb(normal, -exponent - 60));
        BigDecimal ratio = mantissa.subtract(BigDecimal.ONE).divide(mantissa.add(BigDecimal.ONE), DIGITS);
        return twiceArtanh(ratio)
                .add(LN_2.multiply(BigDecimal.valueOf(exponent)), DIGITS)
                .doubleValue();
    }

    /** ln x = 2 artanh((x - 1) / (x + 1)), and artanh z = z + z^3 / 3 + z^5 / 5 + ...; here z is at most 1/3. */
    private static BigDecimal twiceArtanh(BigDecimal z) {
        BigDecimal square = z.multiply(z, DIGITS);
        BigDecimal power = z;
        BigDecimal sum = z;
        for (int odd = 3; odd < 90; odd += 2) { // 3^-90 is below 10^-42
            power = power.multiply(square, DIGITS);
            sum = sum.add(power.divide(BigDecimal.valueOf(odd), DIGITS), DIGITS);
        }
        return sum.add(sum, DIGITS);
    }
}
