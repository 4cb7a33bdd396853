// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** That the generators keep their promises, and really draw each awkward kind; with fixed seeds. */
class FilterBlockArbitrariesTest {

    /** Fails the property unless at least this share of its tries has the trait, in percent. */
    private static void atLeast(double percent, String trait, boolean has) {
        Statistics.label(trait)
                .collect(has)
                .coverage(checker -> checker.check(true).percentage(share -> share >= percent));
    }

    @Property(tries = 4000, seed = "1")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void keysAreOfEveryAwkwardKind(@ForAll("keys") byte[] key) {
        assertTrue(key.length <= 64 * 1024);
        atLeast(1, "empty", key.length == 0);
        for (int tail = 1; tail <= 3; tail++) {
            atLeast(5, "tail of " + tail, key.length % 4 == tail);
        }
        boolean highTail = false;
        for (int i = key.length - key.length % 4; i < key.length; i++) {
            highTail |= key[i] < 0;
        }
        atLeast(20, "byte of 0x80 or more in the tail", highTail);
        atLeast(5, "long shared prefix", new String(key, StandardCharsets.ISO_8859_1).startsWith("0123456789abcdef"));
        atLeast(0.2, "longer than 64", key.length > 64);
        atLeast(0.1, "longer than 8 KiB", key.length > 8192);
    }

    @Property(tries = 300, seed = "2")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void duplicateKeysArise(@ForAll("keyLists") List<byte[]> keys) {
        Set<String> different = new HashSet<>();
        keys.forEach(key -> different.add(Hex.of(key)));
        atLeast(50, "duplicates", different.size() < keys.size());
    }

    @Property(tries = 2000, seed = "3", generation = GenerationMode.RANDOMIZED)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Tag("FB-4")
    void bitsPerKeyHaveTheirEdges(@ForAll("bitsPerKey") int bitsPerKey) {
        assertTrue(bitsPerKey >= 0 && bitsPerKey <= 200);
        for (int edge : new int[] {0, 1, 13, 26, 39, 42, 43, 44}) {
            atLeast(1, edge + " bits", bitsPerKey == edge);
        }
        atLeast(3, "over 60 bits", bitsPerKey > 60);
    }

    @Property(tries = 2000, seed = "4", generation = GenerationMode.RANDOMIZED)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Tag("FB-12")
    void baseLgsHaveTheirEdges(@ForAll("baseLgs") int baseLg) {
        assertTrue(baseLg >= 0 && baseLg <= 63);
        for (int edge : new int[] {0, 1, 31, 32, 62, 63}) {
            atLeast(0.5, "base lg " + edge, baseLg == edge);
        }
        atLeast(20, "base lg 11", baseLg == 11);
    }

    @Property(tries = 1000, seed = "5")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Tag("FB-18")
    void plansAreLegalAndOfFewWindows(@ForAll("plans") BlockPlan plan) {
        assertTrue(plan.isLegal());
        assertTrue(ReferenceFilterBlock.numFilters(plan) < 100_000);
    }

    @Property(tries = 1000, seed = "6")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Tag("FB-15")
    void plansAreOfEveryAwkwardKind(@ForAll("plans") BlockPlan plan) {
        PlanTraits traits = new PlanTraits(plan);
        atLeast(1, "no key", plan.keys().isEmpty());
        atLeast(10, "keys before the first block", traits.hasKeysBeforeTheFirstBlock());
        atLeast(30, "block just below a boundary", traits.hasBlockAt(-1));
        atLeast(30, "block at a boundary", traits.hasBlockAt(0));
        atLeast(30, "block just above a boundary", traits.hasBlockAt(1));
        atLeast(30, "many blocks in a window", traits.mostBlocksInAWindow() >= 3);
        atLeast(10, "step back", traits.stepsBack());
        atLeast(10, "gap of 20 windows", traits.longestGap() >= 20);
        atLeast(2, "gap of 1000 windows", traits.longestGap() >= 1000);
        atLeast(3, "past 2^31", traits.lastOffset() >= 1L << 31);
        atLeast(2, "past 2^32", traits.lastOffset() >= 1L << 32);
        atLeast(40, "ends without keys", traits.endsWithoutKeys());
    }

    @Property(tries = 300)
    @Tag("FB-24")
    void everyKeyOfAPlanIsInItsBlock(@ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey) {
        ReferencePolicy policy = ReferencePolicy.bloom(bitsPerKey);
        ReferenceFilterBlock block = new ReferenceFilterBlock(ReferenceFilterBlock.build(plan, policy), policy);
        assertEquals(ReferenceFilterBlock.numFilters(plan), block.numFilters());
        plan.keys().forEach(key -> assertTrue(block.keyMayMatch(key.blockOffset(), key.key()), key::toString));
    }

    @Property(tries = 300)
    void theTextOfAPlanIsThePlan(@ForAll("plans") BlockPlan plan) {
        String calls = plan.toString().substring(plan.toString().indexOf(':') + 1);
        assertEquals(plan, BlockPlan.parse(plan.baseLg(), calls));
    }

    @Property(tries = 2000, seed = "7")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Tag("FB-23")
    void blockOffsetsCoverAll64Bits(@ForAll("blockOffsets") long offset) {
        atLeast(10, "negative", offset < 0);
        atLeast(50, "within 16 MiB", offset >= 0 && offset < 1 << 24);
        for (int seam : new int[] {31, 32, 63}) {
            atLeast(0.3, "just below 2^" + seam, offset == (1L << seam) - 1);
            atLeast(0.3, "at 2^" + seam, offset == 1L << seam);
        }
        atLeast(0.3, "the last of all", offset == -1);
        atLeast(5, "just below a window", offset > 0 && offset % 2048 == 2047);
        atLeast(5, "at a window", offset > 0 && offset % 2048 == 0);
    }

    @Property(tries = 1000, seed = "8")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void bytesAreOfAllLengthsUpTo512(@ForAll("bytes") byte[] bytes) {
        assertTrue(bytes.length <= 512);
        atLeast(0.2, "shorter than a trailer", bytes.length < 5);
        atLeast(5, "over 300", bytes.length > 300);
    }

    @Property(tries = 1500, seed = "9")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void malformedBlocksAreOfEveryAwkwardKind(@ForAll("malformedBlocks") byte[] bytes) {
        BlockTraits traits = new BlockTraits(bytes);
        atLeast(0.3, "shorter than a trailer", bytes.length < 5);
        atLeast(5, "array offset beyond the end", traits.arrayOffsetIsBeyondTheEnd());
        atLeast(1, "array offset is that of its own field", traits.arrayOffset() == bytes.length - 5);
        atLeast(1, "array offset one beyond", traits.arrayOffset() == bytes.length - 4);
        for (long edge : new long[] {(1L << 31) - 1, 1L << 31, (1L << 32) - 1}) {
            atLeast(0.3, "array offset " + edge, traits.arrayOffset() == edge);
        }
        atLeast(5, "base lg above 63", traits.baseLg() > 63);
        atLeast(5, "remainder after the array", traits.hasRemainder());
        atLeast(5, "descending offsets", traits.hasPair((start, limit) -> start > limit));
        atLeast(
                1,
                "equal offsets beyond the array",
                traits.hasPair((start, limit) -> start.equals(limit) && start > traits.arrayOffset()));
        atLeast(20, "filters that can be asked", traits.numFilters() > 0 && traits.baseLg() <= 63);
    }

    @Property(tries = 500)
    void anyBytesAreReadWithoutThrowing(
            @ForAll("malformedBlocks") byte[] bytes, @ForAll("blockOffsets") long offset, @ForAll("keys") byte[] key) {
        ReferenceFilterBlock block = new ReferenceFilterBlock(bytes, ReferencePolicy.bloom(10));
        if (block.keyMayMatch(offset, key)) {
            assertTrue(block.keyMayMatchSafely(offset, key));
        }
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofSize(40);
    }

    @Provide
    Arbitrary<Integer> bitsPerKey() {
        return FilterBlockArbitraries.bitsPerKey();
    }

    @Provide
    Arbitrary<Integer> baseLgs() {
        return FilterBlockArbitraries.baseLgs();
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans();
    }

    @Provide
    Arbitrary<Long> blockOffsets() {
        return FilterBlockArbitraries.blockOffsets();
    }

    @Provide
    Arbitrary<byte[]> bytes() {
        return FilterBlockArbitraries.bytes();
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }
}
