// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThirdProbeTest {
    private static final int LOW = 1 << 17;
    private static final int HIGH = 1 << 15;

    /** As the class says it, with a division for each hash. */
    private static double plain(int bits) {
        long[] hits = new long[bits];
        for (int sum = 0; sum < 2 * (HIGH - 1) + LOW; sum++) {
            int least = Math.max(0, (sum - LOW + 2) / 2);
            int most = Math.min(HIGH - 1, sum / 2);
            hits[(int) ((65_537L * sum & 0xffff_ffffL) % bits)] += most - least + 1;
        }
        double mean = 0x1p32 / bits;
        double squares = 0;
        for (long hit : hits) {
            squares += (hit / mean - 1) * (hit / mean - 1);
        }
        return squares / bits;
    }

    @ParameterizedTest
    @ValueSource(
            ints = {1, 2, 3, 64, 1000, 16_384, 65_536, 65_537, 65_544, 131_072, 131_080, 196_608, 262_136, 1 << 20})
    void remaindersAreThoseOfADivision(int bits) {
        assertEquals(plain(bits), ThirdProbe.unevenness(bits));
    }
}
