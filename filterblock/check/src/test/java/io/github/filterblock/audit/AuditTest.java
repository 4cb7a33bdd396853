// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.FilterEstimate.Full;
import io.github.filterblock.audit.FilterEstimate.Windowed;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is measured is what is there, what is estimated is what a builder would build, and audits add up. */
class AuditTest {
    private static final int SAMPLES = 10_000;

    private final Recorded cases = new Recorded();

    private static Audit audit(CorpusTable golden, long seed) throws IOException {
        try (TableFile table = TableFile.open(golden.path())) {
            return Audit.of(table, TableReport.of(table), seed, SAMPLES);
        }
    }

    private void add(String name, TestTable table) {
        cases.add(name, () -> {
            try (TableFile file = table.write().open()) {
                return text(Audit.of(file, TableReport.of(file), 1, SAMPLES));
            }
        });
    }

    private static String text(Audit audit) {
        FilterSpace space = audit.space();
        List<FilterEstimate> plans = audit.estimates().stream()
                .filter(plan -> plan.shape() instanceof Windowed)
                .toList();
        return String.join(
                "\n",
                space.filters() + " filters, " + space.emptyFilters() + " empty, " + space.filterBytes() + " + "
                        + space.offsetBytes() + " bytes for " + space.keys() + " keys" + rate(space.expectedRate()),
                "random" + text(audit.randomKeys()),
                "steps" + text(audit.steps()),
                plans.size() + " plans of "
                        + plans.stream().mapToLong(FilterEstimate::bytes).sum() + " bytes"
                        + rate(plans.stream()
                                .mapToDouble(FilterEstimate::expectedRate)
                                .sum()),
                Recommendation.ofWindows(audit).map(AuditTest::text).orElse("nothing to recommend") + "\n");
    }

    private static String rate(double rate) {
        return String.format(Locale.ROOT, ", %.5f expected", rate);
    }

    private static String text(Measurement measured) {
        return " " + measured.matched() + " of " + measured.asked() + rate(measured.expectedRate());
    }

    private static String text(Recommendation choice) {
        return "best " + text(choice.best()) + " where" + rate(choice.mostRate()) + ": "
                + choice.ofShapes().stream().map(AuditTest::text).collect(Collectors.joining(", "));
    }

    private static String text(FilterEstimate plan) {
        return ((Windowed) plan.shape()).baseLg() + "/" + plan.bitsPerKey() + " of " + plan.bytes();
    }

    /**
     * Each filter is one of many with as many bits set, and has a rate of its own: in a table of few filters the
     * average may be further from what is expected.
     */
    @TestFactory
    Stream<DynamicTest> tablesOfTheCorpus() throws IOException {
        List<Audit> audits = new ArrayList<>();
        for (CorpusTable table : Corpus.bundled().tables()) {
            Audit audit = audit(table, 7);
            audits.add(audit);
            cases.add(table.name(), () -> {
                Measurement random = audit.randomKeys();
                long filters = audit.space().filters() - audit.space().emptyFilters();
                assertTrue(
                        ExpectedRateTest.agrees(random, random.expectedRate(), filters >= 16 ? 0.2 : 0.4),
                        random::toString);
                return text(audit);
            });
        }
        // sums of expected matches are exact, which sums of plain doubles are not
        Audit sum = audits.stream().reduce(Audit.NONE, Audit::plus);
        Collections.shuffle(audits, new Random(3));
        Audit some = audits.subList(0, 13).stream().reduce(Audit.NONE, Audit::plus);
        assertEquals(sum, audits.subList(13, audits.size()).stream().reduce(some, Audit::plus));
        cases.add("all of them", () -> sum.tables() + " tables\n" + text(sum));
        CorpusTable another = Corpus.bundled().tables().get(0);
        cases.add("the first, with another seed", () -> text(audit(another, 8)));
        cases.add("none", () -> text(Audit.NONE));
        return cases.compareWith("audit/corpus.txt");
    }

    private static TestTable whole() {
        return TestTable.ofWholeKeys();
    }

    private static byte[][] numbers(int from, int count, int step) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.format("%016d", from + i * step).getBytes(ISO_8859_1))
                .toArray(byte[][]::new);
    }

    @TestFactory
    @Tag("FB-1")
    Stream<DynamicTest> smallTables() throws IOException {
        add("a block with a filter of ones has three of four keys", twoWindows(block -> {
            byte[] ones = block.clone();
            Arrays.fill(ones, 9, 17, (byte) 0xff);
            return ones;
        }));
        add("three of four keys are behind the last filter", twoWindows(block -> {
            byte[] first = Arrays.copyOf(block, 9 + 4 + 5);
            System.arraycopy(new byte[] {0, 0, 0, 0, 9, 0, 0, 0, 11}, 0, first, 9, 9);
            return first;
        }));
        add(
                "numbers without gaps, of which each step but those at the ends is a key",
                whole().block(numbers(1000, 500, 1)));
        // the hash mixes the last bytes of a key little, so small filters let many neighbours pass
        for (int baseLg : new int[] {11, FilterBlockBuilder.WHOLE_TABLE}) {
            TestTable even = whole().baseLg(baseLg).valueLength(100);
            for (int start = 0; start < 7200; start += 36) {
                even.block(numbers(2 * start, 36, 2));
            }
            add("even numbers, base lg " + baseLg, even);
        }
        TestTable large = whole();
        for (int block = 0, from = 0; block < 18; from += 4100 + 300 * block++) {
            large.block(numbers(from, 4100 + 300 * block, 1));
        }
        add("filters of more than some thousand keys are estimated like others of their size", large);
        add("a damaged block", whole().block("a", "b").block("c").changeData(1, block -> new byte[3]));
        add("an empty block", whole().block(new byte[0][]));
        return cases.compareWith("audit/small.txt");
    }

    /** Two blocks in windows of their own. */
    private static TestTable twoWindows(UnaryOperator<byte[]> change) {
        return whole().valueLength(3000).block("a").block("b", "c", "d").changeFilter(0, change);
    }

    /** A filter of two windows could be built, but not one of all keys. */
    @Test
    void noFilterOfMoreThanTwoBillionKeysIsEstimated() {
        int[] keys = {Integer.MAX_VALUE, Integer.MAX_VALUE};
        WindowEstimator estimator = new WindowEstimator(new long[] {0, 4096}, keys, 8192);
        assertEquals(1, estimator.estimates(List.of(12), List.of(1)).size());
        assertEquals(List.of(), estimator.estimates(List.of(13), List.of(1)));
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
                assertTrue(WindowEstimator.of(report).isEmpty());
                return;
            }
            Map<Long, List<byte[]>> keys = new TreeMap<>();
            TableKeys.visitReadable(
                    table,
                    report,
                    (offset, key, length) ->
                            keys.computeIfAbsent(offset, o -> new ArrayList<>()).add(Arrays.copyOf(key, length)));
            for (FilterEstimate estimate :
                    WindowEstimator.of(report).orElseThrow().estimates(List.of(4, 11, 63), List.of(1, 10))) {
                FilterBlockBuilder builder = new FilterBlockBuilder(
                        BloomFilterPolicy.levelDb(estimate.bitsPerKey()), ((Windowed) estimate.shape()).baseLg());
                builder.startBlock(0);
                for (DataBlock block : report.facts().blocks()) {
                    builder.startBlock(block.offset());
                    keys.getOrDefault(block.offset(), List.of()).forEach(builder::addKey);
                }
                int last = report.facts().blocks().size() - 1;
                builder.startBlock(
                        last < 0
                                ? 0
                                : report.facts().blocks().get(last).handle().end());
                assertEquals(builder.sizeInBytes(), estimate.bytes(), estimate::toString);
                assertEquals(report.entries(), estimate.keys());
            }
        }
    }

    /** A filter that denies keys of its table, or has an unknown policy, is not a measure for another one. */
    @Test
    void nothingIsRecommendedInsteadOfADamagedOrUnknownFilter() throws IOException {
        Audit sound = audit(whole().block("a", "b", "c"));
        Audit damaged = audit(whole().block("a", "b", "c").changeFilter(0, block -> {
            byte[] cleared = block.clone();
            Arrays.fill(cleared, 0, 4, (byte) 0);
            return cleared;
        }));
        assertEquals(1, damaged.unratedFilters());
        assertEquals(sound.estimates(), damaged.estimates());
        assertTrue(Recommendation.ofWindows(sound).isPresent());
        assertTrue(Recommendation.ofWindows(damaged).isEmpty());
        assertTrue(Recommendation.ofWindows(damaged.plus(damaged)).isEmpty());
        assertTrue(Recommendation.ofWindows(damaged.plus(sound)).isPresent());
        Audit unknown = audit(whole().block("a", "b", "c")
                .changeMetaindexEntries(entries ->
                        entries.set(0, Entry.of("filter.mine", entries.get(0).value()))));
        assertEquals(1, unknown.unratedFilters());
        assertTrue(Recommendation.ofWindows(unknown).isEmpty());
        assertTrue(Recommendation.ofFullFilter(unknown).isEmpty());
        assertTrue(Recommendation.ofWindows(unknown.plus(damaged)).isEmpty());
    }

    private static Audit audit(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return Audit.of(file, TableReport.of(file), 1, 0);
        }
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
                () -> new FilterEstimate(new Windowed(64), 10, 0, 0, 0, 0),
                () -> new FilterEstimate(new Windowed(11), 0, 0, 0, 0, 0),
                () -> new FilterEstimate(new Windowed(11), 1001, 0, 0, 0, 0),
                () -> new FilterEstimate(new Windowed(11), 10, -1, 0, 0, 0),
                () -> new FilterEstimate(new Windowed(11), 10, 0, -1, 0, 0),
                () -> new FilterEstimate(new Windowed(11), 10, 0, 0, -1, 0),
                () -> new Audit(
                        0, 0, new FilterSpace(1, 0, 0, 0, 0, 0, 0), Measurement.NONE, Measurement.NONE, List.of()),
                () -> new Audit(
                        1,
                        0,
                        FilterSpace.NONE,
                        Measurement.NONE,
                        Measurement.NONE,
                        Collections.nCopies(2, new FilterEstimate(new Windowed(11), 10, 1, 0, 0, 0))),
                () -> new Audit(
                        1,
                        0,
                        FilterSpace.NONE,
                        Measurement.NONE,
                        Measurement.NONE,
                        Collections.nCopies(2, new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, 1, 0, 0, 0))),
                () -> new Audit(1, 2, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of()),
                () -> new FilterEstimate(new Full(FullFilterKind.RIBBON), 0, 0, 0, 0, 0),
                () -> new FilterEstimate(new Full(FullFilterKind.RIBBON), 101, 0, 0, 0, 0),
                () -> new FilterEstimate(new Full(FullFilterKind.EMPTY), 10, 0, 0, 0, 0),
                () -> new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, -1, 0, 0, 0),
                () -> new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, 0, -1, 0, 0),
                () -> new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, 0, 0, -1, 0))) {
            assertThrows(IllegalArgumentException.class, making::run);
        }
        for (int samples : new int[] {-1, Audit.MAX_SAMPLES + 1}) {
            assertThrows(IllegalArgumentException.class, () -> Audit.of(null, null, 1, samples));
        }
        Measurement most = new Measurement(Long.MAX_VALUE, 0, 0);
        assertThrows(ArithmeticException.class, () -> most.plus(new Measurement(1, 0, 0)));
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

    /** Of a thousand keys, so that a match more is a thousandth. */
    private static FilterEstimate plan(int baseLg, int bitsPerKey, long tables, long bytes, double matches) {
        return new FilterEstimate(new Windowed(baseLg), bitsPerKey, tables, 1000, bytes, matches);
    }

    /** What is recommended where filters of 1300 bytes let eight of a thousand pass. */
    private static Optional<Recommendation> recommended(long tables, FilterEstimate... plans) {
        FilterSpace inUse = new FilterSpace(1, 1, 0, 1290, 10, 1000, 8);
        return Recommendation.ofWindows(
                new Audit(tables, 0, inUse, Measurement.NONE, Measurement.NONE, List.of(plans)));
    }

    private static FilterEstimate best(long tables, FilterEstimate... plans) {
        return recommended(tables, plans).orElseThrow().best();
    }

    @Test
    void theCheapestWithWindowsThatIsAsGoodAsTheFiltersInUseIsRecommended() {
        FilterEstimate worse = plan(12, 9, 1, 1100, 8.25);
        FilterEstimate good = plan(11, 10, 1, 1250, 8);
        FilterEstimate large = plan(10, 12, 1, 1400, 5);
        FilterEstimate whole = plan(FilterBlockBuilder.WHOLE_TABLE, 10, 1, 1000, 7);
        Recommendation advice = recommended(1, worse, good, large, whole).orElseThrow();
        assertEquals(new Recommendation(0.008, good, List.of(large, good, whole)), advice);
        assertEquals(Optional.of(whole), advice.wholeTable());
        assertEquals(whole, best(1, worse, whole), "there is none with windows");
        assertEquals(Optional.empty(), recommended(1, worse));
        assertEquals(worse, best(1, worse, good, plan(13, 10, 1, 1300, 9)), "that of the size in use is worse still");
    }

    @Test
    void withoutAFilterInEveryTableOneOfAHundredMayPass() {
        FilterEstimate usual = plan(11, 10, 2, 1250, 10);
        assertEquals(usual, best(2, usual, plan(12, 9, 2, 1100, 10.25), plan(12, 10, 1, 1000, 5)));
        assertEquals(
                Recommendation.USUAL_RATE, recommended(2, usual).orElseThrow().mostRate());
    }

    @Test
    void ofPlansOfOneSizeTheBetterOneIsRecommendedAndOfEqualOnesTheSmallerWindow() {
        assertEquals(plan(12, 10, 1, 900, 6), best(1, plan(11, 10, 1, 900, 7), plan(12, 10, 1, 900, 6)));
        assertEquals(plan(11, 10, 1, 900, 6), best(1, plan(12, 10, 1, 900, 6), plan(11, 10, 1, 900, 6)));
    }

    /** The next and the previous number: in digits, where a key ends with one, or in bytes. */
    @ParameterizedTest
    @CsvSource({
        "6b313939, 1, 6b323030", // k199, k200
        "6b323030, -1, 6b313939",
        "6b39, -1, 6b38",
        "6bff, 1, 6c00",
        "6b00, -1, 6aff",
        "396b, 1, 396c" // 9k, 9l
    })
    void oneStepLeadsToTheNextNumber(String key, int step, String expected) {
        byte[] stepped = HexFormat.of().parseHex(key);
        AbsentKeys.step(stepped, step);
        assertEquals(expected, HexFormat.of().formatHex(stepped));
    }
}
