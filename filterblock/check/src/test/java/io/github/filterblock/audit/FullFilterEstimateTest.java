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
import io.github.filterblock.audit.Audit.Measurement;
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
            for (FullFilterEstimate each : audit(table.bytes()).fullFilters()) {
                if (REBUILT.contains(each.bitsPerKey()) && each.keys() >= 200) {
                    double rate = audit(rebuilt(table.bytes(), each.kind(), each.bitsPerKey()))
                            .space()
                            .expectedRate();
                    ratios.computeIfAbsent(each.kind() + " " + each.bitsPerKey(), name -> new ArrayList<>())
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
        for (FullFilterEstimate each : audit.fullFilters()) {
            assertTrue(!none, "an obstacle, and estimates");
            if (!REBUILT.contains(each.bitsPerKey())) {
                continue;
            }
            byte[] other = rebuilt(table.bytes(), each.kind(), each.bitsPerKey());
            FilterPartition filter = filterOf(other);
            assertEquals(each.kind(), filter.filter().geometry().kind());
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

    private static Set<FullFilterKind> kinds(String name) throws IOException {
        return audit(named(name).bytes()).fullFilters().stream()
                .map(FullFilterEstimate::kind)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(FullFilterKind.class)));
    }

    @Test
    void ribbonIsRecommendedWhereItIsAsGood() throws IOException {
        byte[] table = named("fast-full-fv6").bytes();
        Audit audit = audit(table);
        FullRecommendation advice = FullRecommendation.of(audit).orElseThrow();
        assertEquals(audit.space().expectedRate(), advice.mostRate());
        assertEquals(FullFilterKind.RIBBON, advice.best().kind());
        assertTrue(advice.best().bytes() < 0.8 * audit.space().bytes(), advice.toString());
        assertTrue(advice.best().expectedRate() <= 1.001 * advice.mostRate());
        FullFilterEstimate same = advice.ofKinds().stream()
                .filter(each -> each.kind() == FullFilterKind.FAST_LOCAL_BLOOM)
                .findFirst()
                .orElseThrow();
        assertEquals(12, same.bitsPerKey());
        assertEquals(audit.space().bytes(), same.bytes());
        byte[] better = rebuilt(table, FullFilterKind.RIBBON, advice.best().bitsPerKey());
        assertTrue(FullRecommendation.of(audit(better)).orElseThrow().best().bytes()
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
        FullFilterEstimate estimate =
                new FullFilterEstimate(FullFilterKind.RIBBON, 10, 1, 1_000_000, 1200, expectedMatches);
        Audit audit = new Audit(1, 0, inUse, Measurement.NONE, Measurement.NONE, List.of(), List.of(estimate));
        return FullRecommendation.of(audit).map(advice -> advice.best().bytes());
    }

    /** The rate of filters for which no other is estimated says nothing of those for which one is. */
    @Test
    void nothingIsRecommendedByTheRateOfOtherTables() throws IOException {
        Audit full = audit(named("fast-full-fv6").bytes());
        Audit partitioned = audit(named("fast-part-fv5").bytes());
        assertTrue(FullRecommendation.of(full.plus(full)).isPresent());
        assertEquals(List.of(), partitioned.fullFilters());
        assertEquals(1, partitioned.space().tables());
        assertEquals(Optional.empty(), FullRecommendation.of(full.plus(partitioned)));
    }

    @Test
    void withoutAFilterTheUsualRateCounts() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TableRebuild.of(open(named("fast-full-fv6").bytes()), FilterPlan.DROP, FilterHints.NONE)
                .writeTo(Channels.newChannel(out));
        FullRecommendation advice =
                FullRecommendation.of(audit(out.toByteArray())).orElseThrow();
        assertEquals(Recommendation.USUAL_RATE, advice.mostRate());
        assertEquals(FullFilterKind.RIBBON, advice.best().kind());
    }

    @Test
    void tablesThatGetNoFilterSayWhy() throws IOException {
        byte[] pebbles = PebbleCorpus.bundled().table("made-v7-crdb").bytes();
        assertEquals(
                Optional.of("no filter is written for Pebble's tables"),
                Audit.withoutFullFilters(TableReport.of(open(pebbles))));
        assertEquals(List.of(), audit(pebbles).fullFilters());
        byte[] prefixes =
                PatchedProperty.in(named("fast-full-fv6").bytes(), "prefix.extractor.name", "nullptr", "mine.re");
        assertEquals(
                Optional.of("RocksDB asks the filter for prefixes, and their extractor is not known"),
                Audit.withoutFullFilters(TableReport.of(open(prefixes))));
        assertEquals(List.of(), audit(prefixes).fullFilters());
        assertEquals(
                Optional.of("filters in partitions keep their sizes"),
                Audit.withoutFullFilters(
                        TableReport.of(open(named("fast-part-fv5").bytes()))));
    }

    @Test
    void estimatesAddUp() {
        FullFilterEstimate one = new FullFilterEstimate(FullFilterKind.RIBBON, 10, 1, 100, 90, 1);
        FullFilterEstimate other = new FullFilterEstimate(FullFilterKind.RIBBON, 11, 1, 100, 99, 0.5);
        Audit first = new Audit(1, 0, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of(), List.of(one));
        Audit second =
                new Audit(1, 0, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of(), List.of(other, one));
        assertEquals(
                List.of(new FullFilterEstimate(FullFilterKind.RIBBON, 10, 2, 200, 180, 2), other),
                first.plus(second).fullFilters());
        assertEquals(first.plus(second), second.plus(first));
        assertThrows(IllegalArgumentException.class, () -> one.plus(other));
    }
}
