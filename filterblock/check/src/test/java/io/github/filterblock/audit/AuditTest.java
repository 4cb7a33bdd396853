// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit.FilterEstimate;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is measured is what is there, what is estimated is what a builder would build, and audits add up. */
class AuditTest {
    private static final int SAMPLES = 40_000 * Integer.getInteger("filterblock.scale", 1);

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

    private static Audit audit(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return Audit.of(file, TableReport.of(file), 1, 10_000);
        }
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
    void theSameSeedGivesTheSame() throws IOException {
        CorpusTable table = golden("cpp123-default");
        assertEquals(audit(table, 7, 20_000), audit(table, 7, 20_000));
        assertNotEquals(
                audit(table, 7, 20_000).randomKeys(), audit(table, 8, 20_000).randomKeys());
        assertThrows(IllegalArgumentException.class, () -> audit(table, 7, -1));
        assertThrows(IllegalArgumentException.class, () -> audit(table, 7, Audit.MAX_SAMPLES + 1));
    }

    /** Two blocks in windows of their own, of which the filter of the second matches every key. */
    @Test
    void aBlockIsAskedAboutAsOftenAsItHasKeys() throws IOException {
        TestTable table = TestTable.ofWholeKeys()
                .valueLength(3000)
                .block("a")
                .block("b", "c", "d")
                .changeFilter(0, block -> {
                    byte[] ones = block.clone();
                    Arrays.fill(ones, 9, 17, (byte) 0xff);
                    return ones;
                });
        Measurement random = audit(table).randomKeys();
        assertEquals(0.75, random.rate(), 0.03, random::toString);
        assertEquals(0.75, random.expectedRate(), 0.03, random::toString);
    }

    @Test
    void keysBehindTheLastFilterAllMatch() throws IOException {
        UnaryOperator<byte[]> onlyTheFirst = block -> {
            byte[] first = Arrays.copyOf(block, 9 + 4 + 5);
            System.arraycopy(new byte[] {0, 0, 0, 0, 9, 0, 0, 0, 11}, 0, first, 9, 9);
            return first;
        };
        FilterSpace space = audit(TestTable.ofWholeKeys()
                        .valueLength(3000)
                        .block("a")
                        .block("b", "c", "d")
                        .changeFilter(0, onlyTheFirst))
                .space();
        assertEquals(1, space.filters());
        assertTrue(space.expectedMatches() >= 3 && space.expectedMatches() < 3.5, space::toString);
    }

    /** Of numbers without gaps each step but those at the ends is a key. */
    @Test
    void keysOfTheTableAreNoStepsAndStepsCountOnce() throws IOException {
        String[] keys = IntStream.range(1000, 1500).mapToObj(i -> "key" + i).toArray(String[]::new);
        Measurement steps = audit(TestTable.ofWholeKeys().block(keys)).steps();
        assertTrue(steps.asked() <= 2, steps::toString);
    }

    private static byte[] number(int number) {
        return String.format("%016d", number).getBytes(ISO_8859_1);
    }

    /** The hash mixes the last bytes of a key little, so that small filters let many neighbours pass. */
    @ParameterizedTest
    @ValueSource(ints = {11, FilterBlockBuilder.WHOLE_TABLE})
    @Tag("FB-1")
    void oneStepMeasuresWhatOddNumbersMeetAmongEvenOnes(int baseLg) throws IOException {
        int keys = 7200;
        TestTable table = TestTable.ofWholeKeys().baseLg(baseLg).valueLength(100);
        for (int start = 0; start < keys; start += 36) {
            table.block(IntStream.range(start, start + 36)
                    .mapToObj(i -> number(2 * i))
                    .toArray(byte[][]::new));
        }
        try (TableFile file = table.write().open()) {
            TableReport report = TableReport.of(file);
            TableQuery query = new TableQuery(report);
            double odd = IntStream.range(0, keys - 1)
                            .filter(i -> query.ask(number(2 * i + 1)).mayMatch())
                            .count()
                    / (keys - 1.0);
            assertTrue(baseLg == 11 ? odd > 0.04 && odd < 0.15 : odd < 0.03, "of the odd numbers pass " + odd);
            Audit audit = Audit.of(file, report, 1, 100_000);
            assertEquals(odd, audit.steps().rate(), 0.1 * odd + 0.0005);
            assertTrue(audit.steps().asked() > 0.98 * keys, audit.steps()::toString);
            assertTrue(audit.randomKeys().rate() < 0.015, audit.randomKeys()::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "key0017, 1, key0018",
        "key0019, 1, key0020",
        "key9999, 1, key0000",
        "key0000, -1, key9999",
        "key0020, -1, key0019",
        "ab, 1, ac",
        "ab, -1, aa"
    })
    void numbersAreCountedUpAndDown(String key, int step, String neighbour) {
        byte[] bytes = key.getBytes(ISO_8859_1);
        FilterQuestions.step(bytes, step);
        assertEquals(neighbour, new String(bytes, ISO_8859_1));
    }

    @Test
    void oneStepGoesUpOrDown() {
        Random random = new Random(5);
        Set<String> made = new TreeSet<>();
        for (int i = 0; i < 100; i++) {
            made.add(new String(FilterQuestions.oneStepFrom("key17---".getBytes(ISO_8859_1), 5, random), ISO_8859_1));
        }
        assertEquals(Set.of("key16", "key18"), made);
        assertEquals("[0]", Arrays.toString(FilterQuestions.oneStepFrom(new byte[] {7}, 0, random)));
        byte[] carried = {1, (byte) 0xff};
        FilterQuestions.step(carried, 1);
        assertEquals("[2, 0]", Arrays.toString(carried));
    }

    @TestFactory
    Stream<DynamicTest> estimatedSizesAreThoseOfTheBuilder() {
        return Corpus.bundled().tables().stream()
                .filter(table -> table.bytes().length < 300 << 10)
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> assertSizes(table)));
    }

    private static void assertSizes(CorpusTable golden) throws IOException {
        try (TableFile table = TableFile.open(golden.path())) {
            TableReport report = TableReport.of(table);
            if (report.damageCount() > 0) {
                assertTrue(FilterEstimator.of(report).isEmpty());
                return;
            }
            Map<Long, List<byte[]>> keys = new TreeMap<>();
            TableKeys.visitReadable(
                    table,
                    report,
                    (offset, key, length) ->
                            keys.computeIfAbsent(offset, o -> new ArrayList<>()).add(Arrays.copyOf(key, length)));
            for (FilterEstimate estimate :
                    FilterEstimator.of(report).orElseThrow().estimates(List.of(4, 11, 63), List.of(1, 10))) {
                FilterBlockBuilder builder =
                        new FilterBlockBuilder(BloomFilterPolicy.levelDb(estimate.bitsPerKey()), estimate.baseLg());
                builder.startBlock(0);
                for (DataBlock block : report.dataBlocks()) {
                    builder.startBlock(block.offset());
                    keys.getOrDefault(block.offset(), List.of()).forEach(builder::addKey);
                }
                int last = report.dataBlocks().size() - 1;
                builder.startBlock(
                        last < 0 ? 0 : report.dataBlocks().get(last).handle().end());
                assertEquals(builder.sizeInBytes(), estimate.bytes(), estimate::toString);
                assertEquals(report.entries(), estimate.keys());
            }
        }
    }

    /** Rates of filters of more than some thousand keys are computed for one of their size. */
    @Test
    void manyLargeFiltersAreEstimatedLikeOthersOfTheirSize() throws IOException {
        TestTable table = TestTable.ofWholeKeys();
        double expected = 0;
        for (int block = 0, from = 0; block < 18; block++) {
            int keys = 4100 + 300 * block;
            table.block(IntStream.range(from, from + keys)
                    .mapToObj(AuditTest::number)
                    .toArray(byte[][]::new));
            from += keys;
            expected += keys * ExpectedRate.ofWriter(keys, 10);
        }
        TableReport report = TableReport.of(table.write().open());
        FilterEstimate estimate = FilterEstimator.of(report)
                .orElseThrow()
                .estimates(List.of(11), List.of(10))
                .get(0);
        assertEquals(expected, estimate.expectedMatches(), 0.06 * expected);
    }

    @Test
    void noPlanIsMadeWhereKeysAreMissing() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("a", "b").block("c");
        assertEquals(List.of(), audit(table.changeData(1, block -> new byte[3])).estimates());
        Audit empty = audit(TestTable.ofWholeKeys().block(new byte[0][]));
        assertEquals(0, empty.estimates().get(0).keys());
        assertEquals(Optional.empty(), Recommendation.of(empty));
        assertEquals(Optional.empty(), Recommendation.of(Audit.NONE));
        assertEquals(0, empty.space().expectedRate());
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
        assertTrue(choice.best().expectedRate() <= choice.mostRate());
        for (FilterEstimate estimate : audit.estimates()) {
            assertTrue(estimate.expectedRate() > choice.mostRate()
                    || estimate.baseLg() == FilterBlockBuilder.WHOLE_TABLE
                    || estimate.bytes() >= choice.best().bytes());
        }
        FilterEstimate wholeTable = choice.wholeTable().orElseThrow();
        assertTrue(wholeTable.bytes() < choice.best().bytes(), "no offsets, no rounding for each window");
        assertEquals(
                audit.space().bytes(),
                choice.ofBaseLg(11).orElseThrow().bytes(),
                "10 bits per key are in use and the fewest that give so few");
        assertEquals(
                FilterEstimator.BASE_LGS,
                choice.ofBaseLgs().stream().map(FilterEstimate::baseLg).toList());
    }

    /** Sums of expected matches are exact, which sums of plain doubles are not. */
    @Test
    void auditsAddUpInAnyOrderAndGrouping() throws IOException {
        List<Audit> many = new ArrayList<>();
        for (CorpusTable table : Corpus.bundled().tables()) {
            if (table.bytes().length < 200 << 10) {
                many.add(audit(table, many.size(), 300));
            }
        }
        assertTrue(many.size() > 20);
        Audit sum = many.stream().reduce(Audit.NONE, Audit::plus);
        assertSum(Audit::tables, many, sum);
        assertSum(each -> each.randomKeys().matched(), many, sum);
        assertSum(each -> each.steps().asked(), many, sum);
        assertSum(each -> each.space().bytes(), many, sum);
        assertSum(
                each -> each.estimates().stream()
                        .mapToLong(FilterEstimate::bytes)
                        .sum(),
                many,
                sum);
        Collections.shuffle(many, new Random(3));
        Audit some = many.subList(0, 13).stream().reduce(Audit.NONE, Audit::plus);
        assertEquals(sum, many.subList(13, many.size()).stream().reduce(some, Audit::plus));
        Measurement most = new Measurement(Long.MAX_VALUE, 0, 0);
        assertThrows(ArithmeticException.class, () -> most.plus(new Measurement(1, 0, 0)));
    }

    private static void assertSum(ToLongFunction<Audit> part, List<Audit> many, Audit sum) {
        assertEquals(many.stream().mapToLong(part).sum(), part.applyAsLong(sum));
    }

    /** Results come back from files, which may say anything. */
    @Test
    void resultsThatCannotBeAreNotMade() {
        for (Runnable making : List.<Runnable>of(
                () -> new Measurement(-1, 0, 0),
                () -> new Measurement(1, 2, 0),
                () -> new Measurement(1, -1, 0),
                () -> new Measurement(1, 0, 1.000001),
                () -> new Measurement(1, 0, Double.NaN),
                () -> new FilterSpace(-1, 0, 0, 0, 0, 0, 0),
                () -> new FilterSpace(0, -1, 0, 0, 0, 0, 0),
                () -> new FilterSpace(1, 2, 3, 0, 0, 0, 0),
                () -> new FilterSpace(1, 2, -1, 0, 0, 0, 0),
                () -> new FilterSpace(1, 1, 0, 0, -1, 0, 0),
                () -> new FilterSpace(1, 1, 0, 0, 0, -1, 0),
                () -> new FilterSpace(1, 1, 0, -1, 0, 0, 0),
                () -> new FilterSpace(1, 1, 0, 0, 0, 1, 2),
                () -> new FilterEstimate(64, 10, 0, 0, 0, 0),
                () -> new FilterEstimate(11, 0, 0, 0, 0, 0),
                () -> new FilterEstimate(11, 1001, 0, 0, 0, 0),
                () -> new FilterEstimate(11, 10, -1, 0, 0, 0),
                () -> new FilterEstimate(11, 10, 0, -1, 0, 0),
                () -> new FilterEstimate(11, 10, 0, 0, -1, 0),
                () -> new Audit(0, new FilterSpace(1, 0, 0, 0, 0, 0, 0), Measurement.NONE, Measurement.NONE, List.of()),
                () -> new Audit(
                        1,
                        FilterSpace.NONE,
                        Measurement.NONE,
                        Measurement.NONE,
                        Collections.nCopies(2, new FilterEstimate(11, 10, 1, 0, 0, 0))))) {
            assertThrows(IllegalArgumentException.class, making::run);
        }
    }

    /** Wilson's interval of 95 % for 10 of 100, as textbooks give it: 0.0552 to 0.1744. */
    @ParameterizedTest
    @CsvSource({"100, 10, 0.0552, 0.1744", "100, 0, 0, 0.0370", "100, 100, 0.9630, 1", "0, 0, 0, 1"})
    void theIntervalIsWilsons(long asked, long matched, double least, double most) {
        Measurement measurement = new Measurement(asked, matched, 0);
        assertEquals(least, measurement.leastRate(), 5e-5);
        assertEquals(most, measurement.mostRate(), 5e-5);
        assertEquals(asked == 0 ? 0 : (double) matched / asked, measurement.rate());
        assertEquals(0, measurement.expectedRate());
    }
}
