// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class FilterBlockVerifierPropertyTest {

    @Property(tries = 150)
    void builtBlocksHaveNoFindings(
            @ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey, @ForAll boolean goLevelDb) {
        byte[] block = Blocks.build(
                plan, goLevelDb ? BloomFilterPolicy.goLevelDb(bitsPerKey) : BloomFilterPolicy.levelDb(bitsPerKey));
        assertEquals(List.of(), FilterBlockVerifier.verify(ByteBuffer.wrap(block)));
        assertEquals(List.of(), FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block)));
    }

    @Property(tries = 200)
    void blocksOfAnyPolicyHaveNoFindingsAboutTheirLayout(@ForAll("plans") BlockPlan plan) {
        byte[] block = Blocks.build(plan, new TestHashPolicy());
        assertEquals(List.of(), FilterBlockVerifier.verify(ByteBuffer.wrap(block)));
    }

    @Property(tries = 1000)
    void findingsOfAnyBytesLieInsideThemAndInOrder(@ForAll("malformedBlocks") byte[] block) {
        List<Finding> findings = FilterBlockVerifier.verify(ByteBuffer.wrap(block));
        List<Finding> all = FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block));
        assertEquals(
                findings,
                findings.stream()
                        .sorted(Comparator.comparingLong(Finding::offset))
                        .toList());
        assertEquals(findings, all.subList(0, findings.size()));
        for (Finding finding : all) {
            assertTrue(finding.offset() >= 0 && finding.offset() <= Math.max(0, block.length - 1), finding::toString);
        }
    }

    // What is left after all rules: a block in which every window has a filter inside the block, one behind the other.
    @Property(tries = 1000)
    @Tag("FB-14")
    void blockWithoutFindingsIsWellFormed(@ForAll("malformedBlocks") byte[] block) {
        boolean healthy = FilterBlockVerifier.verify(ByteBuffer.wrap(block)).isEmpty();
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, Matchers.levelDb());
        assertEquals(isWellFormed(reader), healthy);
        if (healthy) {
            FilterBlockReader like = FilterBlockReader.wrapping(block, 0, block.length, Matchers.levelDb())
                    .likeLevelDb();
            for (long window = 0; window <= reader.layout().filterCount(); window++) {
                long offset = window << reader.layout().baseLg();
                assertEquals(like.keyMayMatch(offset, new byte[1]), reader.keyMayMatch(offset, new byte[1]));
            }
        }
    }

    private static boolean isWellFormed(FilterBlockReader reader) {
        int count = reader.layout().filterCount();
        if (reader.layout().baseLg() < 0
                || reader.layout().baseLg() > 63
                || reader.layout().arrayOffset() + 4L * count + 5
                        != reader.layout().length()) {
            return false;
        }
        long expected = 0;
        for (int filter = 0; filter < count; filter++) {
            long start = reader.layout().filterStart(filter);
            if (filter == 0 ? start != 0 : start < expected) {
                return false;
            }
            expected = start;
        }
        return count == 0
                ? reader.layout().arrayOffset() == 0
                : expected <= reader.layout().arrayOffset();
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans();
    }

    @Provide
    Arbitrary<Integer> bitsPerKey() {
        return FilterBlockArbitraries.bitsPerKey();
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }
}
