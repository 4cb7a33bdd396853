// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit.FilterEstimate;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results that cannot be are not made, and no sum of results overflows. */
class AuditRecordsTest {
    private static FilterSpace space(long... numbers) {
        return new FilterSpace(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], 0);
    }

    private static FilterEstimate estimate(int baseLg, int bitsPerKey, long tables, long keys, long bytes) {
        return new FilterEstimate(baseLg, bitsPerKey, tables, keys, bytes, 0);
    }

    private static Audit audit(long tables, FilterSpace space, FilterEstimate... estimates) {
        return new Audit(tables, space, Measurement.NONE, Measurement.NONE, List.of(estimates));
    }

    private static void assertRefused(String reason, Runnable making) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, making::run);
        assertTrue(e.getMessage().contains(reason), e::getMessage);
    }

    @Test
    void aSpaceHasNoNegativeNumberAndNotMoreEmptyFiltersThanFilters() {
        assertEquals(7, space(1, 2, 2, 3, 4, 5).bytes());
        for (int i = 0; i < 6; i++) {
            long[] numbers = new long[6];
            numbers[i] = -1;
            assertThrows(IllegalArgumentException.class, () -> space(numbers), "number " + i);
        }
        assertRefused("3 of 2 filters cannot be empty", () -> space(1, 2, 3, 0, 0, 0));
        assertRefused("2.0 of 1 matches", () -> new FilterSpace(1, 1, 0, 0, 0, 1, 2));
    }

    @Test
    void noSumOfSpacesOverflows() {
        for (int i = 0; i < 6; i++) {
            long[] most = new long[6];
            long[] one = new long[6];
            most[i] = Long.MAX_VALUE;
            one[i] = 1;
            if (i == 2) {
                most[1] = Long.MAX_VALUE - 1; // as many filters as are empty
                one[1] = 1;
                most[2] = Long.MAX_VALUE - 1;
            }
            FilterSpace large = space(most);
            if (i == 2) {
                assertEquals(Long.MAX_VALUE, large.plus(space(one)).emptyFilters());
            } else {
                assertThrows(ArithmeticException.class, () -> large.plus(space(one)), "number " + i);
            }
        }
        assertThrows(ArithmeticException.class, space(0, 0, 0, Long.MAX_VALUE, 1, 0)::bytes);
        FilterSpace sum = space(1, 20, 3, 4, 5, 6).plus(space(10, 200, 30, 40, 50, 60));
        assertEquals(space(11, 220, 33, 44, 55, 66), sum);
    }

    @Test
    void anEstimateHasParametersThatCanBe() {
        assertEquals(1000, estimate(63, 1000, 0, 0, 0).bitsPerKey());
        assertEquals(1, estimate(0, 1, 0, 0, 0).bitsPerKey());
        assertRefused("bits per key must be 1 to 1000, not 0", () -> estimate(11, 0, 0, 0, 0));
        assertRefused("bits per key must be 1 to 1000, not 1001", () -> estimate(11, 1001, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> estimate(64, 10, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> estimate(-1, 10, 0, 0, 0));
        assertRefused("tables is negative", () -> estimate(11, 10, -1, 0, 0));
        assertRefused("keys is negative", () -> estimate(11, 10, 0, -1, 0));
        assertRefused("bytes is negative", () -> estimate(11, 10, 0, 0, -1));
    }

    @Test
    void onlyEstimatesOfTheSameParametersAreAdded() {
        assertEquals(estimate(11, 10, 4, 6, 8), estimate(11, 10, 1, 2, 3).plus(estimate(11, 10, 3, 4, 5)));
        FilterEstimate one = estimate(11, 10, 1, 1, 1);
        assertRefused("different parameters", () -> one.plus(estimate(12, 10, 1, 1, 1)));
        assertRefused("different parameters", () -> one.plus(estimate(11, 11, 1, 1, 1)));
        long most = Long.MAX_VALUE;
        assertThrows(ArithmeticException.class, () -> one.plus(estimate(11, 10, most, 0, 0)));
        assertThrows(ArithmeticException.class, () -> one.plus(estimate(11, 10, 0, most, 0)));
        assertThrows(ArithmeticException.class, () -> one.plus(estimate(11, 10, 0, 0, most)));
    }

    @Test
    void anAuditHasEachEstimateOnceAndInOrder() {
        assertRefused("1 tables with filters", () -> audit(0, space(1, 0, 0, 0, 0, 0)));
        assertRefused(
                "an estimate occurs twice",
                () -> audit(
                        1,
                        FilterSpace.NONE,
                        estimate(11, 10, 1, 0, 0),
                        estimate(11, 9, 1, 0, 0),
                        estimate(11, 10, 0, 0, 0)));
        Audit audit = audit(
                2, FilterSpace.NONE, estimate(12, 9, 0, 0, 0), estimate(11, 10, 0, 0, 0), estimate(11, 9, 0, 0, 0));
        assertEquals(
                List.of(estimate(11, 9, 0, 0, 0), estimate(11, 10, 0, 0, 0), estimate(12, 9, 0, 0, 0)),
                audit.estimates());
    }

    @Test
    void auditsAddUpEstimateByEstimate() {
        Audit one = audit(1, space(1, 1, 0, 5, 4, 0), estimate(11, 10, 1, 2, 3));
        Audit other = audit(1, space(1, 2, 0, 7, 8, 0), estimate(11, 10, 1, 2, 3), estimate(9, 1, 1, 2, 3));
        Audit sum = audit(2, space(2, 3, 0, 12, 12, 0), estimate(9, 1, 1, 2, 3), estimate(11, 10, 2, 4, 6));
        assertEquals(sum, one.plus(other));
        assertEquals(sum, other.plus(one));
        assertEquals(one, one.plus(Audit.NONE));
        assertThrows(
                ArithmeticException.class,
                () -> audit(Long.MAX_VALUE, FilterSpace.NONE).plus(one));
    }

    @Test
    void theNumberOfSamplesHasLimits() throws IOException {
        try (TableFile table = TableFile.open(Corpus.bundled().tables().get(0).path())) {
            TableReport analysis = TableReport.of(table);
            assertEquals(0, Audit.of(table, analysis, 1, 0).randomKeys().asked());
            for (int samples : new int[] {-1, 10_000_001}) {
                IllegalArgumentException e =
                        assertThrows(IllegalArgumentException.class, () -> Audit.of(table, analysis, 1, samples));
                assertEquals("the number of samples must be 0 to 10000000, not " + samples, e.getMessage());
            }
        }
    }

    @Test
    void expectedMatchesAreNotMoreThanKeys() {
        assertThrows(IllegalArgumentException.class, () -> new Measurement(1, 0, 1.000001));
        assertThrows(IllegalArgumentException.class, () -> new Measurement(1, 0, Double.NaN));
        assertThrows(
                ArithmeticException.class,
                () -> new Measurement(Long.MAX_VALUE, Long.MAX_VALUE, 0).plus(new Measurement(1, 1, 0)));
    }
}
