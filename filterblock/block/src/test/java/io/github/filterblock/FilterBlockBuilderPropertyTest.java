// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class FilterBlockBuilderPropertyTest {

    @Property(tries = 400)
    @Tag("FB-11")
    void blockIsThatOfTheReferenceModel(@ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey) {
        assertArrayEquals(
                ReferenceFilterBlock.build(plan, ReferencePolicy.bloom(bitsPerKey)),
                Blocks.build(plan, BloomFilterPolicy.levelDb(bitsPerKey)));
        assertArrayEquals(
                ReferenceFilterBlock.build(plan, ReferencePolicy.signedTailBloom(bitsPerKey)),
                Blocks.build(plan, BloomFilterPolicy.levelDb117Signed(bitsPerKey)));
    }

    @Property(tries = 200)
    @Tag("FB-11")
    void layoutIsThatOfTheReferenceModelForAnyPolicy(@ForAll("plans") BlockPlan plan) {
        assertArrayEquals(
                ReferenceFilterBlock.build(plan, ReferencePolicy.testHash()), Blocks.build(plan, new TestHashPolicy()));
    }

    @Property(tries = 60)
    @Tag("FB-16")
    void sizeIsExactAtEveryMoment(@ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey) {
        FilterPolicy policy = BloomFilterPolicy.levelDb(bitsPerKey);
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, plan.baseLg());
        List<BuilderCall> calls = new ArrayList<>();
        for (BuilderCall call : plan.calls()) {
            assertEquals(Blocks.build(new BlockPlan(plan.baseLg(), calls), policy).length, builder.sizeInBytes());
            calls.add(call);
            new BlockPlan(plan.baseLg(), List.of(call)).replay(builder::startBlock, builder::addKey);
        }
        assertEquals(Blocks.finish(builder).length, builder.sizeInBytes());
    }

    @Property(tries = 100)
    void resetBuilderIsLikeAFreshOne(
            @ForAll("plans") BlockPlan first, @ForAll("plans") BlockPlan second, @ForAll boolean finished) {
        FilterPolicy policy = BloomFilterPolicy.goLevelDb(10);
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, second.baseLg());
        new BlockPlan(second.baseLg(), rescaled(first, second.baseLg())).replay(builder::startBlock, builder::addKey);
        if (finished) {
            Blocks.finish(builder);
        }
        builder.reset();
        second.replay(builder::startBlock, builder::addKey);
        assertArrayEquals(Blocks.build(second, policy), Blocks.finish(builder));
    }

    /** The calls of a plan as far as they are legal with another base lg, and make no huge block. */
    private static List<BuilderCall> rescaled(BlockPlan plan, int baseLg) {
        List<BuilderCall> calls = new ArrayList<>();
        long window = 0;
        for (BuilderCall call : plan.calls()) {
            if (call instanceof BuilderCall.StartBlock start) {
                long next = start.offset() >>> baseLg;
                if (next < window || next > 100_000) {
                    break;
                }
                window = next;
            }
            calls.add(call);
        }
        return calls;
    }

    @Property(tries = 40)
    @Tag("FB-24")
    void everyAddedKeyMatchesThroughEveryKindOfBuffer(
            @ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey) {
        FilterPolicy policy = BloomFilterPolicy.levelDb(bitsPerKey);
        byte[] block = Blocks.build(plan, policy);
        for (ByteBufKind kind : ByteBufKind.values()) {
            ByteBuf buffer = kind.of(block);
            try (FilterBlockReader copy = FilterBlockReader.copyOfBuf(buffer, policy);
                    FilterBlockReader retaining = FilterBlockReader.retaining(buffer, policy)) {
                buffer.release();
                for (PlacedKey placed : plan.keys()) {
                    assertTrue(copy.keyMayMatch(placed.blockOffset(), placed.key()), placed::toString);
                    assertTrue(retaining.keyMayMatch(placed.blockOffset(), placed.key()), placed::toString);
                }
            }
            assertEquals(0, buffer.refCnt(), kind::toString);
        }
    }

    @Property(tries = 200)
    @Tag("FB-2")
    void everyKeyOfEitherHashMatchesUnderTheAmbiguousName(
            @ForAll("plans") BlockPlan plan, @ForAll("bitsPerKey") int bitsPerKey, @ForAll boolean signed) {
        FilterPolicy policy = signed
                ? BloomFilterPolicy.levelDb117Signed(bitsPerKey)
                : BloomFilterPolicy.levelDb117Unsigned(bitsPerKey);
        byte[] block = Blocks.build(plan, policy);
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, Matchers.eitherHash());
        for (PlacedKey placed : plan.keys()) {
            assertTrue(reader.keyMayMatch(placed.blockOffset(), placed.key()), placed::toString);
        }
    }

    @Property(tries = 100)
    void builtBlocksAreReadBackWindowByWindow(@ForAll("plans") BlockPlan plan) {
        byte[] block = Blocks.build(plan, new TestHashPolicy());
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, new TestHashPolicy());
        assertEquals(ReferenceFilterBlock.numFilters(plan), reader.layout().filterCount());
        assertEquals(plan.baseLg(), reader.layout().baseLg());
        assertEquals(4L * plan.keys().size(), reader.layout().arrayOffset());
        long before = 0;
        for (int filter = 0; filter < reader.layout().filterCount(); filter++) {
            assertEquals(before, reader.layout().filterStart(filter));
            before = reader.layout().filterLimit(filter);
        }
        assertEquals(reader.layout().arrayOffset(), before);
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans();
    }

    @Provide
    Arbitrary<Integer> bitsPerKey() {
        return FilterBlockArbitraries.bitsPerKey();
    }
}
