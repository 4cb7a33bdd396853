// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.PatchedProperty;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.FilterEstimate.Full;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an audit says of full filters is what a rebuilt table has. */
class FullFilterEstimateTest {
    private static final Set<Integer> REBUILT = Set.of(4, 10, 17);

    private static TableFile open(byte[] table) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.sst"));
    }

    private static Audit audit(byte[] table) throws IOException {
        TableFile file = open(table);
        return Audit.of(file, TableReport.of(file), 1, 0);
    }

    private static byte[] rebuilt(byte[] table, FullFilterKind kind, int bits) throws IOException {
        FilterPlan plan = FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(bits);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TableRebuild.of(open(table), plan, FilterHints.NONE).writeTo(Channels.newChannel(out));
        return out.toByteArray();
    }

    static List<RocksDbFilterTable> tables() {
        return RocksDbFilterCorpus.bundled().tables();
    }

    /** The lines of one small filter are fuller or emptier than usual, but not those of all of them. */
    @Test
    void ratesAreThoseOfRebuiltFiltersOnAverage() throws IOException {
        SortedMap<String, List<Double>> ratios = new TreeMap<>();
        for (RocksDbFilterTable table : tables()) {
            for (FilterEstimate each : full(audit(table.bytes()))) {
                if (REBUILT.contains(each.bitsPerKey()) && each.keys() >= 200) {
                    double rate = audit(rebuilt(table.bytes(), kind(each), each.bitsPerKey()))
                            .space()
                            .expectedRate();
                    ratios.computeIfAbsent(kind(each) + " " + each.bitsPerKey(), name -> new ArrayList<>())
                            .add(rate / each.expectedRate());
                }
            }
        }
        assertEquals(3 * REBUILT.size(), ratios.size());
        ratios.forEach((name, all) -> assertEquals(
                1, all.stream().mapToDouble(each -> each).average().orElseThrow(), 0.1, name + ": " + all));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void sizesAreExact(RocksDbFilterTable table) throws IOException {
        Audit audit = audit(table.bytes());
        boolean none =
                Audit.withoutFullFilters(TableReport.of(open(table.bytes()))).isPresent();
        for (FilterEstimate each : full(audit)) {
            assertTrue(!none, "an obstacle, and estimates");
            if (!REBUILT.contains(each.bitsPerKey())) {
                continue;
            }
            byte[] other = rebuilt(table.bytes(), kind(each), each.bitsPerKey());
            FilterPartition filter = filterOf(other);
            assertEquals(kind(each), filter.filter().geometry().kind());
            assertEquals(filter.handle().size(), each.bytes(), each.toString());
        }
    }

    private static FilterPartition filterOf(byte[] table) throws IOException {
        TableFile file = open(table);
        return file.keyFilter(file.structure()).orElseThrow().partitions().get(0);
    }

    /** RocksDB 5.18, which reads versions up to 4, hangs at filters of the newer kinds. */
    @Test
    void kindsAreThoseThatReadersOfTheVersionKnow() throws IOException {
        assertEquals(EnumSet.of(FullFilterKind.LEGACY_BLOOM), kinds("legacy-full-fv2"));
        assertEquals(
                EnumSet.of(FullFilterKind.LEGACY_BLOOM, FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON),
                kinds("fast-full-fv6"));
    }

    private static RocksDbFilterTable named(String name) {
        return tables().stream()
                .filter(each -> each.toString().equals(name + ".sst"))
                .findFirst()
                .orElseThrow();
    }

    private static FullFilterKind kind(FilterEstimate estimate) {
        return ((Full) estimate.shape()).kind();
    }

    private static List<FilterEstimate> full(Audit audit) {
        return audit.estimates().stream()
                .filter(estimate -> estimate.shape() instanceof Full)
                .toList();
    }

    private static Set<FullFilterKind> kinds(String name) throws IOException {
        return full(audit(named(name).bytes())).stream()
                .map(FullFilterEstimateTest::kind)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(FullFilterKind.class)));
    }

    @Test
    void ribbonIsRecommendedWhereItIsAsGood() throws IOException {
        byte[] table = named("fast-full-fv6").bytes();
        Audit audit = audit(table);
        Recommendation advice = Recommendation.ofFullFilter(audit).orElseThrow();
        assertEquals(audit.space().expectedRate(), advice.mostRate());
        assertEquals(FullFilterKind.RIBBON, kind(advice.best()));
        assertTrue(advice.best().bytes() < 0.8 * audit.space().bytes(), advice.toString());
        assertTrue(advice.best().expectedRate() <= 1.001 * advice.mostRate());
        FilterEstimate same = advice.ofShapes().stream()
                .filter(each -> kind(each) == FullFilterKind.FAST_LOCAL_BLOOM)
                .findFirst()
                .orElseThrow();
        assertEquals(12, same.bitsPerKey());
        assertEquals(audit.space().bytes(), same.bytes());
        byte[] better = rebuilt(table, FullFilterKind.RIBBON, advice.best().bitsPerKey());
        assertTrue(
                Recommendation.ofFullFilter(audit(better)).orElseThrow().best().bytes()
                        >= audit(better).space().bytes());
    }

    /** A writer that counts a key twice gives its filter a few bits more than the estimate has. */
    @Test
    void aRateThatIsAThousandthHigherIsAsGood() {
        FilterSpace inUse = new FilterSpace(1, 1, 0, 1300, 0, 1_000_000, 10_000);
        assertEquals(Optional.of(1200L), recommended(inUse, 10_009));
        assertEquals(Optional.empty(), recommended(inUse, 10_011));
    }

    private static Optional<Long> recommended(FilterSpace inUse, double expectedMatches) {
        FilterEstimate estimate =
                new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, 1, 1_000_000, 1200, expectedMatches);
        Audit audit = new Audit(1, 0, inUse, Measurement.NONE, Measurement.NONE, List.of(estimate));
        return Recommendation.ofFullFilter(audit).map(advice -> advice.best().bytes());
    }

    /** The rate of filters for which no other is estimated says nothing of those for which one is. */
    @Test
    void nothingIsRecommendedByTheRateOfOtherTables() throws IOException {
        Audit full = audit(named("fast-full-fv6").bytes());
        Audit partitioned = audit(named("fast-part-fv5").bytes());
        assertTrue(Recommendation.ofFullFilter(full.plus(full)).isPresent());
        assertEquals(List.of(), full(partitioned));
        assertEquals(1, partitioned.space().tables());
        assertEquals(Optional.empty(), Recommendation.ofFullFilter(full.plus(partitioned)));
    }

    @Test
    void withoutAFilterTheUsualRateCounts() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TableRebuild.of(open(named("fast-full-fv6").bytes()), FilterPlan.DROP, FilterHints.NONE)
                .writeTo(Channels.newChannel(out));
        Recommendation advice =
                Recommendation.ofFullFilter(audit(out.toByteArray())).orElseThrow();
        assertEquals(Recommendation.USUAL_RATE, advice.mostRate());
        assertEquals(FullFilterKind.RIBBON, kind(advice.best()));
    }

    @Test
    void tablesThatGetNoFilterSayWhy() throws IOException {
        byte[] pebbles = PebbleCorpus.bundled().table("made-v7-crdb").bytes();
        assertEquals(
                Optional.of("no filter is written for Pebble's tables"),
                Audit.withoutFullFilters(TableReport.of(open(pebbles))));
        assertEquals(List.of(), full(audit(pebbles)));
        byte[] prefixes =
                PatchedProperty.in(named("fast-full-fv6").bytes(), "prefix.extractor.name", "nullptr", "mine.re");
        assertEquals(
                Optional.of(
                        "RocksDB asks filters of this table for prefixes of the extractor mine.re, which is not known"),
                Audit.withoutFullFilters(TableReport.of(open(prefixes))));
        assertEquals(List.of(), full(audit(prefixes)));
        assertEquals(
                Optional.of("filters in partitions keep their sizes"),
                Audit.withoutFullFilters(
                        TableReport.of(open(named("fast-part-fv5").bytes()))));
    }

    @Test
    void estimatesAddUp() {
        FilterEstimate one = new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, 1, 100, 90, 1);
        FilterEstimate other = new FilterEstimate(new Full(FullFilterKind.RIBBON), 11, 1, 100, 99, 0.5);
        Audit first = new Audit(1, 0, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of(one));
        Audit second = new Audit(1, 0, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of(other, one));
        assertEquals(
                List.of(new FilterEstimate(new Full(FullFilterKind.RIBBON), 10, 2, 200, 180, 2), other),
                first.plus(second).estimates());
        assertEquals(first.plus(second), second.plus(first));
        assertThrows(IllegalArgumentException.class, () -> one.plus(other));
    }
}
