// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterDiff.Kind;
import io.github.filterblock.analysis.FilterDiff.Run;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Filters of two blocks, window by window. */
class FilterDiffTest {
    private static final String ARRAY_OF_ONE = "00000000" + "09000000" + "0b";
    private static final String SOUND = "0700000000000000" + "06" + ARRAY_OF_ONE;

    private static TableReport of(String block) throws IOException {
        return TableReport.of(TestTable.ofWholeKeys()
                .block("a")
                .changeFilter(0, old -> HexFormat.of().parseHex(block))
                .write()
                .open());
    }

    private static FilterDiff diff(String a, String b) throws IOException {
        return FilterDiff.of(of(a), of(b));
    }

    @Test
    void bitsAreCountedInBothDirections() throws IOException {
        FilterDiff diff = diff(SOUND, "0900000000000000" + "06" + ARRAY_OF_ONE);
        assertEquals(List.of(new Run(0, 0, Kind.BITS, 9, 9, 6, 6, 2, 1)), diff.runs());
        assertFalse(diff.sameBytes() || diff.equal());
        assertEquals(1, diff.changed());
    }

    /** The number of probes is no part of the bits. */
    @Test
    void otherProbesAreNoOtherBits() throws IOException {
        FilterDiff diff = diff(SOUND, "0900000000000000" + "19" + ARRAY_OF_ONE);
        assertEquals(List.of(new Run(0, 0, Kind.PROBES, 9, 9, 6, 25, 2, 1)), diff.runs());
    }

    @Test
    void bitsOfOtherLengthsAreNotCompared() throws IOException {
        FilterDiff diff = diff(SOUND, "090000000000000000" + "06" + "00000000" + "0a000000" + "0b");
        assertEquals(List.of(new Run(0, 0, Kind.LENGTH, 9, 10, 6, 6, 0, 0)), diff.runs());
        assertEquals(
                List.of(new Run(0, 0, Kind.LENGTH, 10, 9, 6, 6, 0, 0)),
                diff("090000000000000000" + "06" + "00000000" + "0a000000" + "0b", SOUND)
                        .runs());
    }

    @Test
    void filtersOfOneSideAreJoined() throws IOException {
        String three = "0700000000000000" + "06" + "00000000" + "09000000" + "09000000" + "09000000" + "0b";
        List<Run> inB =
                List.of(new Run(0, 0, Kind.EQUAL, 0, 0, 0, 0, 0, 0), new Run(1, 2, Kind.ONLY_IN_B, 0, 0, 0, 0, 0, 0));
        assertEquals(inB, diff(SOUND, three).runs());
        assertEquals(2, diff(SOUND, three).count(Kind.ONLY_IN_B));
        assertEquals(2, diff(three, SOUND).count(Kind.ONLY_IN_A));
        assertEquals(Kind.ONLY_IN_A, diff(three, SOUND).runs().get(1).kind());
        assertTrue(diff(three, three).equal());
        assertEquals(
                List.of(new Run(0, 2, Kind.EQUAL, 0, 0, 0, 0, 0, 0)),
                diff(three, three).runs());
        FilterDiff limited = FilterDiff.of(of(SOUND), of(three), 1);
        assertEquals(1, limited.runs().size());
        assertEquals(2, limited.runCount());
    }

    @Test
    void damagedOffsetsAreComparedThemselves() throws IOException {
        String behind = "0700000000000000" + "06" + "0a000000" + "09000000" + "0b";
        String further = "0700000000000000" + "06" + "0c000000" + "09000000" + "0b";
        assertEquals(1, diff(behind, behind).count(Kind.EQUAL));
        assertEquals(1, diff(behind, further).count(Kind.OFFSETS));
        Run run = diff(behind, SOUND).runs().get(0);
        assertEquals(Kind.OFFSETS, run.kind());
        assertTrue(run.lengthA() < 0 && run.lengthB() == 9, run::toString);
        assertEquals(Kind.OFFSETS, diff(SOUND, behind).runs().get(0).kind());
        String limits = "0700000000000000" + "06" + "0a000000" + "08000000" + "09000000" + "0b";
        String otherLimits = "0700000000000000" + "06" + "0a000000" + "07000000" + "09000000" + "0b";
        assertEquals(Kind.OFFSETS, diff(limits, otherLimits).runs().get(0).kind(), "the end of the first differs");
    }

    @Test
    void aBlockThatCannotBeReadIsNotCompared() throws IOException {
        TableReport unreadable = TableReport.of(TestTable.ofWholeKeys()
                .block("a")
                .changeMetaindexEntries(entries -> entries.set(
                        0,
                        new io.github.filterblock.table.TestBlocks.Entry(
                                entries.get(0).key(), new byte[] {(byte) 0xff})))
                .write()
                .open());
        assertTrue(unreadable.filter().orElseThrow().damage().isPresent());
        assertThrows(IllegalArgumentException.class, () -> FilterDiff.of(unreadable, of(SOUND)));
        assertThrows(IllegalArgumentException.class, () -> FilterDiff.of(of(SOUND), unreadable));
    }
}
