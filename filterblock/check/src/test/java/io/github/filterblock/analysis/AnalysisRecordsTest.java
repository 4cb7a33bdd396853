// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterDiff.Kind;
import io.github.filterblock.analysis.FilterDiff.Run;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What callers can do to results: nothing. */
class AnalysisRecordsTest {
    private static TableReport analysis() throws IOException {
        return TableReport.of(
                TestTable.ofWholeKeys().block("apple", "banana").write().open());
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullsAreRefusedAtTheDoor() {
        List<Executable> doors = List.of(
                () -> new FilterHints(null, Optional.empty()),
                () -> new FilterHints(Optional.empty(), null),
                () -> new FilterIdentification.Interpretation(null, KeyFormat.WHOLE_KEY, 0, 0),
                () -> new FilterIdentification.Interpretation(FilterDialect.LEVELDB, null, 0, 0),
                () -> new TableQuery.Answer(true, null),
                () -> new TableVerdict(null, Optional.empty()),
                () -> new TableVerdict(TableStatus.OK, null),
                () -> new TableVerdict.Reason(null, "detail"),
                () -> new TableVerdict.Reason(OptionalLong.empty(), null),
                () -> new KeyExplanation(null, List.of(), Optional.empty(), true),
                () -> new KeyExplanation(Optional.empty(), null, Optional.empty(), true),
                () -> new KeyExplanation(Optional.empty(), List.of(), null, true),
                () -> new BlockExplanation(0, null, List.of(), "why"),
                () -> new Run(0, 0, null, 0, 0, 0, 0, 0, 0),
                () -> new FilterDiff(null, Optional.empty(), true, Map.of(), 0, List.of()),
                () -> new FilterDiff(Optional.empty(), null, true, Map.of(), 0, List.of()),
                () -> new FilterDiff.Side(null, List.of(), 11, 0, 0, 0),
                () -> new ReadingExplanation(null, List.of(), null));
        for (Executable door : doors) {
            assertThrows(NullPointerException.class, door);
        }
    }

    @Test
    void listsAreCopied() throws IOException {
        List<Finding> findings = new ArrayList<>();
        VerifyReport report = new VerifyReport(analysis(), 0, 0, findings);
        Map<Kind, Long> counts = new HashMap<>(Map.of(Kind.EQUAL, 1L));
        List<Run> runs = new ArrayList<>(List.of(new Run(0, 0, Kind.EQUAL, 0, 0, 0, 0, 0, 0)));
        FilterDiff diff = new FilterDiff(Optional.empty(), Optional.empty(), true, counts, 1, runs);
        findings.add(null);
        counts.clear();
        runs.clear();
        assertEquals(List.of(), report.findings());
        assertEquals(1, diff.count(Kind.EQUAL));
        assertEquals(1, diff.runs().size());
        assertThrows(UnsupportedOperationException.class, diff.runs()::clear);
    }

    @Test
    void theBytesOfAFilterAreNotShared() throws IOException {
        TableFilter filter = analysis().filter().orElseThrow();
        byte[] before = filter.contents();
        filter.contents()[0] ^= 1;
        assertArrayEquals(before, filter.contents());
        assertTrue(filter.block().isReadOnly());
        filter.block().get();
        assertEquals(before.length, filter.block().remaining());
    }

    @Test
    void aRunHasAFirstAndALastFilter() {
        assertEquals(3, new Run(2, 4, Kind.EQUAL, 0, 0, 0, 0, 0, 0).count());
        assertEquals(1, new Run(0, 0, Kind.BITS, 1, 1, 1, 1, 1, 1).count());
        assertThrows(IllegalArgumentException.class, () -> new Run(-1, 0, Kind.EQUAL, 0, 0, 0, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Run(2, 1, Kind.EQUAL, 0, 0, 0, 0, 0, 0));
        Run equal = Run.of(2, Kind.EQUAL);
        assertTrue(equal.joins(Run.of(3, Kind.EQUAL)));
        assertFalse(equal.joins(Run.of(4, Kind.EQUAL)), "there is a filter between");
        assertFalse(equal.joins(Run.of(3, Kind.ONLY_IN_A)));
        assertFalse(Run.of(2, Kind.BITS).joins(Run.of(3, Kind.BITS)), "each change is shown");
        assertEquals(new Run(2, 3, Kind.EQUAL, 0, 0, 0, 0, 0, 0), equal.joined(Run.of(3, Kind.EQUAL)));
        assertEquals(1_000, FilterDiff.USUAL_LIMIT);
    }

    @Test
    void aBoundedListCountsWhatItDoesNotKeep() {
        assertThrows(IllegalArgumentException.class, () -> new BoundedList<String>(-1));
        BoundedList<String> none = new BoundedList<>(0);
        none.add("a");
        assertEquals(List.of(), none.first());
        assertEquals(1, none.count());
        BoundedList<String> two = new BoundedList<>(2);
        for (String each : List.of("a", "b", "c")) {
            assertEquals(!each.equals("c"), two.hasRoom());
            two.add(each);
        }
        two.count(7);
        assertEquals(List.of("a", "b"), two.first());
        assertEquals(10, two.count());
        assertThrows(UnsupportedOperationException.class, two.first()::clear);
    }

    @Test
    void aSampleHasABlock() throws IOException {
        assertThrows(
                IllegalArgumentException.class,
                () -> SampledReading.of(
                        TestTable.ofWholeKeys().block("a").write().open(), FilterHints.NONE, 0));
        assertEquals(16, SampledReading.USUAL_SAMPLE);
        TestTable table = TestTable.ofWholeKeys();
        for (String key : List.of("a", "b", "c", "d", "e")) {
            table.block(key);
        }
        SampledReading sampled = SampledReading.of(table.write().open(), FilterHints.NONE, 2);
        assertEquals(2, sampled.sampledBlocks());
        assertEquals(5, sampled.blocks());
        assertEquals(
                5, SampledReading.of(table.write().open(), FilterHints.NONE, 9).sampledBlocks());
    }

    @Test
    void aDifferenceOfPoliciesIsADifference() {
        FilterDiff.Side a = new FilterDiff.Side("a", List.of(FilterDialect.LEVELDB), 11, 1, 9, 18);
        FilterDiff.Side b = new FilterDiff.Side("b", List.of(FilterDialect.LEVELDB), 11, 1, 9, 18);
        FilterDiff.Side go = new FilterDiff.Side("a", List.of(FilterDialect.GOLEVELDB), 11, 1, 9, 18);
        FilterDiff.Side any =
                new FilterDiff.Side("a", List.of(FilterDialect.LEVELDB, FilterDialect.GOLEVELDB), 11, 1, 9, 18);
        assertTrue(diff(a, a).equal());
        assertTrue(diff(a, any).equal());
        assertFalse(diff(a, b).equal());
        assertFalse(diff(a, go).equal());
        assertFalse(new FilterDiff(Optional.of(a), Optional.of(a), false, Map.of(), 0, List.of()).equal());
        assertFalse(new FilterDiff(Optional.of(a), Optional.empty(), true, Map.of(), 0, List.of()).equal());
        Map<Kind, Long> counts = Map.of(
                Kind.EQUAL,
                1L,
                Kind.ONLY_IN_A,
                10L,
                Kind.ONLY_IN_B,
                100L,
                Kind.OFFSETS,
                1000L,
                Kind.LENGTH,
                2000L,
                Kind.PROBES,
                4000L,
                Kind.BITS,
                8000L);
        assertEquals(15_000, new FilterDiff(Optional.of(a), Optional.of(a), false, counts, 0, List.of()).changed());
    }

    private static FilterDiff diff(FilterDiff.Side a, FilterDiff.Side b) {
        return new FilterDiff(Optional.of(a), Optional.of(b), true, Map.of(), 0, List.of());
    }
}
