// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** Any bytes at all, asked in both manners and compared with the slow model. */
class FilterBlockReaderPropertyTest {
    private static final FilterMatcher BLOOM = Matchers.levelDb();
    private static final ReferencePolicy MODEL = ReferencePolicy.bloom(10);

    /** Asks a block in both manners; neither may throw, and each must answer as the model does. */
    private static void assertAnswersLikeTheModel(byte[] block, Iterable<Long> offsets, List<byte[]> keys) {
        ReferenceFilterBlock model = new ReferenceFilterBlock(block, MODEL);
        ByteBuf direct = ByteBufKind.DIRECT.of(block);
        try (FilterBlockReader safe = FilterBlockReader.wrapping(block, 0, block.length, BLOOM);
                FilterBlockReader like =
                        FilterBlockReader.retaining(direct, BLOOM).likeLevelDb()) {
            assertEquals(model.numFilters(), safe.layout().filterCount());
            for (long offset : offsets) {
                for (byte[] key : keys) {
                    assertEquals(model.keyMayMatch(offset, key), like.keyMayMatch(offset, key));
                    assertEquals(model.keyMayMatchSafely(offset, key), safe.keyMayMatch(offset, key));
                    assertMannersDifferOnlyBeyondTheArray(safe, like, offset, key);
                }
            }
        }
        direct.release();
    }

    private static void assertMannersDifferOnlyBeyondTheArray(
            FilterBlockReader safe, FilterBlockReader like, long offset, byte[] key) {
        if (safe.keyMayMatch(offset, key) != like.keyMayMatch(offset, key)) {
            int window = (int) (offset >>> safe.layout().baseLg());
            assertTrue(safe.keyMayMatch(offset, key));
            assertEquals(safe.layout().filterStart(window), safe.layout().filterLimit(window));
            assertTrue(safe.layout().filterStart(window) > safe.layout().arrayOffset());
        }
    }

    @Property(tries = 1500)
    @Tag("FB-25")
    void anyBytesAreReadAsTheModelReadsThem(
            @ForAll("malformedBlocks") byte[] block,
            @ForAll("offsetLists") List<Long> offsets,
            @ForAll("keyLists") List<byte[]> keys) {
        List<Long> all = new ArrayList<>(offsets);
        all.addAll(List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE));
        assertAnswersLikeTheModel(block, all, keys);
    }

    @Property(tries = 500)
    void everyWindowOfAnyBytesIsReadAsTheModelReadsIt(
            @ForAll("malformedBlocks") byte[] block, @ForAll("keys") byte[] key) {
        int baseLg = block.length < 5 ? 0 : Byte.toUnsignedInt(block[block.length - 1]);
        List<Long> offsets = new ArrayList<>();
        for (long window = 0; window < 140; window++) {
            offsets.add(window << baseLg);
        }
        assertAnswersLikeTheModel(block, offsets, List.of(key));
    }

    // Keys that are in the block, so that a damaged filter is asked for bits that were set.
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void damagedBlockAnswersForItsKeysAsTheModelDoes(
            @ForAll("plans") BlockPlan plan, @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int damages) {
        byte[] block = Blocks.build(plan, BloomFilterPolicy.levelDb(10));
        Random random = new Random(seed);
        for (int i = 0; i < damages; i++) {
            // Half of the damage goes to the last bytes, where a bit decides about everything.
            int at = random.nextBoolean()
                    ? random.nextInt(block.length)
                    : block.length - 1 - random.nextInt(Math.min(20, block.length));
            block[at] ^= (byte) (1 << random.nextInt(8));
        }
        for (PlacedKey placed : plan.keys()) {
            assertAnswersLikeTheModel(block, List.of(placed.blockOffset()), List.of(placed.key()));
        }
    }

    @Property(tries = 300)
    void intactBlockAnswersAsTheModelDoes(
            @ForAll("plans") BlockPlan plan,
            @ForAll("offsetLists") List<Long> offsets,
            @ForAll("keyLists") List<byte[]> others) {
        byte[] block = Blocks.build(plan, BloomFilterPolicy.levelDb(10));
        List<Long> all = new ArrayList<>(offsets);
        all.addAll(plan.blockOffsets());
        List<byte[]> keys = new ArrayList<>(others);
        plan.keys().stream().limit(5).map(PlacedKey::key).forEach(keys::add);
        assertAnswersLikeTheModel(block, all, keys);
    }

    @Property(tries = 60)
    void everyDoorAndEveryKindOfBufferGivesTheSameAnswer(
            @ForAll("malformedBlocks") byte[] block,
            @ForAll Manner manner,
            @ForAll("offsetLists") List<Long> offsets,
            @ForAll("keyLists") List<byte[]> keys) {
        try (EveryReader every = new EveryReader(block, Matchers.eitherHash(), manner)) {
            for (long offset : offsets) {
                for (byte[] key : keys) {
                    every.keyMayMatch(offset, key);
                }
            }
        }
    }

    @Property(tries = 300)
    void anyBytesAreReadForAnyPolicyWithoutThrowing(
            @ForAll("malformedBlocks") byte[] block, @ForAll("offsetLists") List<Long> offsets) {
        ReferenceFilterBlock model = new ReferenceFilterBlock(block, ReferencePolicy.testHash());
        try (EveryReader every = new EveryReader(block, new TestHashPolicy())) {
            FilterBlockReader reader = every.readers().get(0);
            for (long offset : offsets) {
                assertEquals(model.keyMayMatchSafely(offset, new byte[0]), reader.keyMayMatch(offset, new byte[0]));
            }
        }
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return Arbitraries.oneOf(FilterBlockArbitraries.malformedBlocks(), FilterBlockArbitraries.bytes());
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans().filter(plan -> ReferenceFilterBlock.numFilters(plan) < 5000);
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofMinSize(1).ofMaxSize(3).withoutEdgeCases();
    }

    @Provide
    Arbitrary<List<Long>> offsetLists() {
        return FilterBlockArbitraries.blockOffsets()
                .list()
                .ofMinSize(1)
                .ofMaxSize(10)
                .withoutEdgeCases();
    }
}
