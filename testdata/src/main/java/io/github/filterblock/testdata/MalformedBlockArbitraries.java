// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of bytes that resemble a filter block. */
final class MalformedBlockArbitraries {
    private static final long MAX_U32 = (1L << 32) - 1;

    private MalformedBlockArbitraries() {}

    static Arbitrary<byte[]> blocks() {
        return Arbitraries.frequencyOf(
                Tuple.of(1, FilterBlockArbitraries.bytes()),
                Tuple.of(1, bytesWithPlausibleTrailer()),
                Tuple.of(5, damagedBlocks()));
    }

    /** Any bytes for filters and offsets, but an array offset and a base lg that a reader has to take seriously. */
    private static Arbitrary<byte[]> bytesWithPlausibleTrailer() {
        return Combinators.combine(
                        FilterBlockArbitraries.bytes(),
                        Arbitraries.longs().between(0, 512),
                        FilterBlockArbitraries.baseLgs())
                .as((bytes, arrayOffset, baseLg) -> damaged(
                        bytes,
                        List.of(
                                new BlockDamage.SetArrayOffset(arrayOffset, false),
                                new BlockDamage.SetBaseLg(baseLg))));
    }

    private static Arbitrary<byte[]> damagedBlocks() {
        Arbitrary<List<BlockDamage>> damages = damages().list().ofMinSize(1).ofMaxSize(3);
        return Combinators.combine(validBlocks(), damages).as(MalformedBlockArbitraries::damaged);
    }

    private static byte[] damaged(byte[] block, List<BlockDamage> damages) {
        byte[] damaged = block;
        for (BlockDamage damage : damages) {
            damaged = damage.apply(damaged);
        }
        return damaged;
    }

    private static Arbitrary<byte[]> validBlocks() {
        return Combinators.combine(
                        PlanArbitraries.shortPlans(FilterBlockArbitraries.baseLgs()),
                        FilterBlockArbitraries.bitsPerKey())
                .as((plan, bitsPerKey) -> ReferenceFilterBlock.build(plan, ReferencePolicy.bloom(bitsPerKey)));
    }

    static Arbitrary<BlockDamage> damages() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, Integer.MAX_VALUE).map(BlockDamage.FlipBit::new),
                Arbitraries.integers().between(-8, 64).map(BlockDamage.Shorten::new),
                Arbitraries.integers().between(0, 255).map(BlockDamage.SetBaseLg::new),
                arrayOffsets(),
                filterOffsets());
    }

    /** Around the end of the array (length - 5), and where a signed or a 32-bit reader fails. */
    private static Arbitrary<BlockDamage> arrayOffsets() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, 16).map(value -> new BlockDamage.SetArrayOffset(value, true)),
                edges().map(value -> new BlockDamage.SetArrayOffset(value, false)));
    }

    private static Arbitrary<BlockDamage> filterOffsets() {
        Arbitrary<Long> values = Arbitraries.oneOf(Arbitraries.longs().between(0, 600), edges());
        return Combinators.combine(Arbitraries.integers().between(0, 8), values, Arbitraries.of(false, true))
                .as(BlockDamage.SetFilterOffset::new);
    }

    private static Arbitrary<Long> edges() {
        return Arbitraries.of(0L, (1L << 31) - 1, 1L << 31, MAX_U32);
    }
}
