// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit.FilterEstimate;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Audits of the corpus. */
class AuditTest {
    private static final int SAMPLES = 200_000;

    /** Normal quantile of 0.1 % over some 200 measurements. */
    private static final double FAR = 4.6;

    private static Audit audit(CorpusTable golden, long seed, int samples) throws IOException {
        try (TableFile table = TableFile.open(golden.path())) {
            return Audit.of(table, TableReport.of(table), seed, samples);
        }
    }

    private static CorpusTable golden(String name) {
        return Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Within a fifth of a rate in the measured interval, which is narrow after many matches; below a hundred matches,
     * as many as random answers give. Each filter is one of many with as many bits set, and has a rate of its own: in a
     * table of few filters the average may be further away.
     */
    @TestFactory
    Stream<DynamicTest> whatIsMeasuredIsWhatIsExpected() {
        return Corpus.bundled().tables().stream()
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> {
                    Audit audit = audit(table, 7, SAMPLES);
                    Measurement measured = audit.randomKeys();
                    long filters = audit.space().filters() - audit.space().emptyFilters();
                    double share = filters >= 16 ? 0.2 : 0.4;
                    double matches = measured.expectedMatches();
                    assertTrue(
                            measured.matched() < 100
                                    ? Math.abs(matches - measured.matched())
                                            <= FAR * Math.sqrt(matches) + share * matches
                                    : measured.expectedRate() >= (1 - share) * measured.leastRate()
                                            && measured.expectedRate() <= (1 + share) * measured.mostRate(),
                            measured::toString);
                }));
    }

    @Test
    void theSameSettingsGiveTheSame() throws IOException {
        CorpusTable table = golden("cpp123-default");
        assertEquals(audit(table, 7, 20_000), audit(table, 7, 20_000));
        assertNotEquals(
                audit(table, 7, 20_000).randomKeys().matched(),
                audit(table, 8, 20_000).randomKeys().matched());
    }

    @Test
    void aLargeTableIsMeasuredClosely() throws IOException {
        Audit audit = audit(golden("cpp123-default"), 1, 400_000);
        assertEquals(400_000, audit.randomKeys().asked());
        assertEquals(
                audit.randomKeys().expectedRate(),
                audit.randomKeys().rate(),
                0.1 * audit.randomKeys().expectedRate());
    }

    @Test
    void stepsAreAskedOnceAndNoneIsInTheTable() throws IOException {
        assertEquals(2, audit(golden("tb123-onekey"), 7, 20_000).steps().asked());
        Measurement steps = audit(golden("cpp123-default"), 7, 20_000).steps();
        assertTrue(steps.rate() < 0.02, "keys of the table were asked about: " + steps);
    }

    /** A second derivation, with all keys in memory. */
    @Test
    void stepsMatchAsOftenAsStepsDo() throws IOException {
        CorpusTable golden = golden("goleveldb-default");
        Audit audit = audit(golden, 7, 20_000);
        try (TableFile table = TableFile.open(golden.path())) {
            TableReport analysis = TableReport.of(table);
            Set<ByteBuffer> keys = new LinkedHashSet<>();
            TableKeys.visitReadable(
                    table, analysis, (o, key, length) -> keys.add(ByteBuffer.wrap(Arrays.copyOf(key, length))));
            TableQuery query = new TableQuery(analysis);
            Set<ByteBuffer> asked = new HashSet<>(keys);
            long matched = 0;
            long behindTheLast = 0;
            for (ByteBuffer key : keys) {
                for (int step : new int[] {1, -1}) {
                    byte[] stepped = key.array().clone();
                    FilterQuestions.step(stepped, step);
                    if (asked.add(ByteBuffer.wrap(stepped))) {
                        behindTheLast += query.ask(stepped).blockOffset().isEmpty() ? 1 : 0;
                        matched += query.ask(stepped).mayMatch() ? 1 : 0;
                    }
                }
            }
            double rate = (double) matched / (asked.size() - keys.size() - behindTheLast);
            assertEquals(rate, audit.steps().rate(), 0.05 * rate);
        }
    }

    @Test
    void withoutAFilterThereArePlansOnly() throws IOException {
        Audit audit = audit(golden("cpp123-nofilter"), 7, 20_000);
        assertEquals(FilterSpace.NONE, audit.space());
        assertEquals(Measurement.NONE, audit.randomKeys());
        assertEquals(Measurement.NONE, audit.steps());
        assertEquals(
                FilterEstimator.BASE_LGS.size() * FilterEstimator.BITS_PER_KEY.size(),
                audit.estimates().size());
    }

    @Test
    void theRecommendedPlanIsTheCheapestThatGivesNoMore() throws IOException {
        Audit audit = audit(golden("chromium-indexeddb"), 7, 20_000);
        Recommendation choice = Recommendation.of(audit).orElseThrow();
        assertTrue(choice.best().bytes() < audit.space().bytes());
        for (FilterEstimate estimate : audit.estimates()) {
            assertTrue(estimate.expectedRate() > choice.mostRate()
                    || estimate.baseLg() == FilterBlockBuilder.WHOLE_TABLE
                    || estimate.bytes() >= choice.best().bytes());
        }
        FilterEstimate wholeTable = choice.wholeTable().orElseThrow();
        assertEquals(FilterBlockBuilder.WHOLE_TABLE, wholeTable.baseLg());
        assertTrue(wholeTable.bytes() < choice.best().bytes(), "no offsets, no rounding for each window");
        assertEquals(
                audit.space().bytes(),
                choice.ofBaseLg(11).orElseThrow().bytes(),
                "10 bits per key are in use and the fewest that give so few");
        List<Integer> baseLgs =
                choice.ofBaseLgs().stream().map(FilterEstimate::baseLg).toList();
        assertEquals(FilterEstimator.BASE_LGS, baseLgs);
    }
}
