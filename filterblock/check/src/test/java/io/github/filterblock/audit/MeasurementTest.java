// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static Measurement measurement(long asked, long matched) {
        return new Measurement(asked, matched, BigDecimal.ZERO);
    }

    /** Wilson's interval of 95 % for 10 of 100, as textbooks give it: 0.0552 to 0.1744. */
    @Test
    void theIntervalIsWilsons() {
        assertEquals(0.0552, measurement(100, 10).leastRate(), 5e-5);
        assertEquals(0.1744, measurement(100, 10).mostRate(), 5e-5);
        assertEquals(0, measurement(100, 0).leastRate());
        assertEquals(0.0370, measurement(100, 0).mostRate(), 5e-5);
        assertEquals(1, measurement(100, 100).mostRate());
        assertEquals(0.9630, measurement(100, 100).leastRate(), 5e-5);
    }

    @Test
    void ofNothingNothingIsKnown() {
        assertEquals(0, Measurement.NONE.rate());
        assertEquals(0, Measurement.NONE.expectedRate());
        assertEquals(0, Measurement.NONE.leastRate());
        assertEquals(1, Measurement.NONE.mostRate());
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> measurement(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> measurement(1, 2));
        assertThrows(IllegalArgumentException.class, () -> measurement(1, -1));
        assertThrows(IllegalArgumentException.class, () -> new Measurement(1, 0, BigDecimal.valueOf(2)));
        assertThrows(IllegalArgumentException.class, () -> new Measurement(1, 0, BigDecimal.valueOf(-1)));
        assertThrows(
                ArithmeticException.class, () -> measurement(Long.MAX_VALUE, 0).plus(measurement(1, 0)));
    }

    @Test
    void sumsOfRatesAreExact() {
        Measurement third = new Measurement(1, 0, Measurement.ofUnits(Measurement.units(1 / 3.0)));
        assertEquals(
                new BigDecimal("0.999999999999"), third.plus(third).plus(third).expectedMatches());
    }
}
