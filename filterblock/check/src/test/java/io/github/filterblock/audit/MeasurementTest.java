// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.audit.Audit.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static Measurement measurement(long asked, long matched) {
        return new Measurement(asked, matched, 0);
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
        assertThrows(IllegalArgumentException.class, () -> new Measurement(1, 0, 2));
        assertThrows(IllegalArgumentException.class, () -> new Measurement(1, 0, -1));
        assertThrows(
                ArithmeticException.class, () -> measurement(Long.MAX_VALUE, 0).plus(measurement(1, 0)));
    }

    /** In any order and grouping, which sums of plain doubles are not. */
    @Test
    void sumsOfExpectedMatchesAreExact() {
        Random random = new Random(3);
        List<Measurement> many =
                new ArrayList<>(Stream.generate(() -> new Measurement(1_000_000, 0, 1_000_000 * random.nextDouble()))
                        .limit(5_000)
                        .toList());
        Measurement sum = many.stream().reduce(Measurement.NONE, Measurement::plus);
        Collections.shuffle(many, random);
        Measurement half = many.subList(0, 1234).stream().reduce(Measurement.NONE, Measurement::plus);
        assertEquals(sum, many.subList(1234, 5000).stream().reduce(half, Measurement::plus));
        assertEquals(0.5, sum.expectedRate(), 0.01);
        assertEquals(1 / 3.0, new Measurement(1, 0, 1 / 3.0).expectedMatches(), 0x1p-21);
    }
}
