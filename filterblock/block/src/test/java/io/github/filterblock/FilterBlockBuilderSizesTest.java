// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that outgrow what the builder begins with, beside those of the reference model. */
class FilterBlockBuilderSizesTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    /** Windows with 0 to {@code mostKeys} keys each, at random. */
    private static BlockPlan plan(int windows, int mostKeys, int seed) {
        Random random = new Random(seed);
        List<BuilderCall> calls = new ArrayList<>();
        for (int window = 0; window < windows; window++) {
            calls.add(new BuilderCall.StartBlock(window * 2048L + random.nextInt(2048)));
            for (int key = random.nextInt(mostKeys + 1); key > 0; key--) {
                calls.add(new BuilderCall.AddKey(Bytes.ascii("key" + random.nextInt())));
            }
        }
        return new BlockPlan(11, calls);
    }

    private static byte[] finished(FilterBlockBuilder builder, BlockPlan plan) {
        plan.replay(builder::startBlock, builder::addKey);
        long size = builder.sizeInBytes();
        byte[] block = Blocks.finish(builder);
        assertEquals(block.length, size);
        return block;
    }

    @ParameterizedTest
    @CsvSource({"300, 3", "3000, 10", "40, 2000", "2, 100000", "100000, 0", "1, 3000"})
    void manyAndLargeFiltersAreThoseOfTheReferenceModel(int windows, int mostKeys) {
        BlockPlan plan = plan(windows, mostKeys, windows);
        byte[] expected = ReferenceFilterBlock.build(plan, ReferencePolicy.bloom(10));
        byte[] block = finished(new FilterBlockBuilder(POLICY), plan);
        assertArrayEquals(expected, block);
        assertEquals(Findings.NONE, FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block), 1));
        byte[] custom = ReferenceFilterBlock.build(plan, ReferencePolicy.testHash());
        assertArrayEquals(custom, Blocks.build(plan, new TestHashPolicy()));
        assertEquals(Findings.NONE, FilterBlockVerifier.verify(ByteBuffer.wrap(custom), 1));
    }

    // Memory is kept for the next block, whose filters are cut in other places.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void oneBuilderMakesLargeAndSmallBlocksInAnyOrder(int seed) {
        Random random = new Random(seed);
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        for (int round = 0; round < 8; round++) {
            BlockPlan plan = plan(1 + random.nextInt(1 << random.nextInt(9)), 1 << random.nextInt(12), round);
            byte[] expected = ReferenceFilterBlock.build(plan, ReferencePolicy.bloom(10));
            assertArrayEquals(expected, finished(builder, plan));
            builder.reset();
            if (round % 3 == 0) {
                plan.replay(builder::startBlock, builder::addKey);
                builder.reset();
            }
        }
    }
}
