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
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Audits of the corpus. */
class TableAuditTest {
    private static final AuditSettings SETTINGS = new AuditSettings(7, 20_000);

    /** Normal quantile of 0.1 % over some 200 measurements. */
    private static final double FAR = 4.6;

    private static Audit audit(CorpusTable golden, AuditSettings settings) throws IOException {
        try (TableFile table = TableFile.open(golden.path())) {
            return TableAudit.of(table, TableReport.of(table), settings);
        }
    }

    private static CorpusTable golden(String name) {
        return Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @TestFactory
    Stream<DynamicTest> whatIsMeasuredIsWhatIsExpected() {
        return Corpus.bundled().tables().stream()
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> {
                    Audit audit = audit(table, SETTINGS);
                    assertExpected(audit.randomKeys());
                    assertTrue(
                            audit.neighbours().rate() < 0.05
                                    || audit.randomKeys().rate() > 0.05,
                            audit::toString);
                }));
    }

    /**
     * Within the error of the sample and of the model: a table has few filters, and each is one of many that the same
     * number of keys might have given.
     */
    private static void assertExpected(Measurement measurement) {
        double expected = measurement.expectedRate();
        double error = Math.sqrt(expected * (1 - expected) / Math.max(1, measurement.asked()));
        assertEquals(
                expected, measurement.rate(), FAR * error + 0.5 * expected + 0.002, () -> "measured " + measurement);
    }

    @Test
    void theSameSettingsGiveTheSame() throws IOException {
        CorpusTable table = golden("cpp123-default");
        assertEquals(audit(table, SETTINGS), audit(table, SETTINGS));
        assertNotEquals(
                audit(table, SETTINGS).randomKeys().matched(),
                audit(table, new AuditSettings(8, 20_000)).randomKeys().matched());
    }

    @Test
    void aLargeTableIsMeasuredToThreePercent() throws IOException {
        Audit audit = audit(golden("cpp123-default"), new AuditSettings(1, 400_000));
        assertEquals(400_000, audit.randomKeys().asked());
        assertEquals(
                audit.randomKeys().expectedRate(),
                audit.randomKeys().rate(),
                0.06 * audit.randomKeys().expectedRate());
    }

    @Test
    void neighboursAreAskedOnceAndNoneIsInTheTable() throws IOException {
        Audit oneKey = audit(golden("tb123-onekey"), SETTINGS);
        assertTrue(oneKey.neighbours().asked() < 300, oneKey.neighbours()::toString);
        assertTrue(oneKey.neighbours().asked() > 200, oneKey.neighbours()::toString);
        Audit many = audit(golden("cpp123-default"), SETTINGS);
        assertTrue(many.neighbours().rate() < 0.02, "keys of the table were asked about: " + many.neighbours());
    }

    /**
     * A second derivation, with all keys in memory: neighbours in small filters do match more often than random keys.
     */
    @Test
    void neighboursMatchAsOftenAsNeighboursDo() throws IOException {
        CorpusTable golden = golden("goleveldb-default");
        Audit audit = audit(golden, SETTINGS);
        try (TableFile table = TableFile.open(golden.path())) {
            TableReport analysis = TableReport.of(table);
            Set<ByteBuffer> keys = new LinkedHashSet<>();
            TableKeys.visitReadable(
                    table, analysis, (o, key, length) -> keys.add(ByteBuffer.wrap(Arrays.copyOf(key, length))));
            Neighbours neighbours = new Neighbours(new Random(99));
            TableQuery query = new TableQuery(analysis);
            Set<ByteBuffer> asked = new HashSet<>(keys);
            long matched = 0;
            for (int round = 0; round < 40; round++) {
                for (ByteBuffer key : keys) {
                    byte[] neighbour = neighbours.of(key.array(), key.limit());
                    if (asked.add(ByteBuffer.wrap(neighbour))
                            && query.ask(neighbour).mayMatch()) {
                        matched++;
                    }
                }
            }
            double rate = (double) matched / (asked.size() - keys.size());
            assertEquals(rate, audit.neighbours().rate(), FAR * Math.sqrt(rate / 3000));
            assertTrue(rate > 2 * audit.neighbours().expectedRate());
        }
    }

    @Test
    void withoutAFilterThereArePlansOnly() throws IOException {
        Audit audit = audit(golden("cpp123-nofilter"), SETTINGS);
        assertEquals(FilterSpace.NONE, audit.space());
        assertEquals(Measurement.NONE, audit.randomKeys());
        assertEquals(Measurement.NONE, audit.neighbours());
        assertEquals(Measurement.NONE, audit.steps());
        assertEquals(
                TableAudit.ESTIMATED_BASE_LGS.size() * TableAudit.ESTIMATED_BITS_PER_KEY.size(),
                audit.estimates().size());
    }

    @Test
    void theRecommendedPlanIsTheCheapestThatGivesNoMore() throws IOException {
        Audit audit = audit(golden("chromium-indexeddb"), SETTINGS);
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
        assertEquals(TableAudit.ESTIMATED_BASE_LGS, baseLgs);
    }

    @Test
    void copiesHaveTheSameFingerprintAndOtherTablesOthers() {
        List<String> fingerprints = Corpus.bundled().tables().stream()
                .filter(table -> table.path().toFile().length() < 120 << 10)
                .map(table -> {
                    try {
                        return audit(table, new AuditSettings(1, 0)).tables().get(0);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
        assertTrue(fingerprints.size() > 30);
        assertTrue(fingerprints.stream().distinct().count() > 0.9 * fingerprints.size());
    }
}
