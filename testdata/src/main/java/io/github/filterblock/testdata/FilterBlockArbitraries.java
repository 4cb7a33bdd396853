// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * jqwik generators of everything that is put into a filter block or mistaken for one.
 *
 * <p>They favour the values that break implementations, and shrink towards small and plain ones. Keys, plans and blocks
 * have no edge cases in jqwik's sense: their combinations would be many and alike, and the generators draw such values
 * often enough. Stateless and thread-safe.
 */
public final class FilterBlockArbitraries {
    private FilterBlockArbitraries() {}

    /**
     * Returns keys of 0 to 64 bytes, rarely of up to 64 KiB.
     *
     * <p>Among them are the empty key, tails of every length with bytes from 0x80 upwards, and long shared prefixes; of
     * some shapes there are so few that two draws are often equal.
     */
    public static Arbitrary<byte[]> keys() {
        return KeyArbitraries.keys().withoutEdgeCases();
    }

    /**
     * Returns bits per key: mostly 0..60, with the values at which the number of probes or of bits changes; up to 200.
     */
    public static Arbitrary<Integer> bitsPerKey() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.integers().between(0, 60)),
                Tuple.of(3, Arbitraries.of(0, 1, 13, 26, 39, 42, 43, 44)),
                Tuple.of(1, Arbitraries.integers().between(61, 200)));
    }

    /** Returns base lgs, 0..63; LevelDB's own 11 often. */
    public static Arbitrary<Integer> baseLgs() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(BlockPlan.DEFAULT_BASE_LG)),
                Tuple.of(3, Arbitraries.integers().between(8, 19)),
                Tuple.of(3, Arbitraries.integers().between(0, 63)),
                Tuple.of(1, Arbitraries.of(0, 1, 31, 32, 33, 62, 63)));
    }

    /**
     * Returns legal plans with fewer than 100,000 windows.
     *
     * <p>Their blocks begin just below, at and just above a window's boundary, many to a window, after long gaps,
     * before the block that came last in the same window, and beyond 2^31 and 2^32; some keys come before the first
     * block, and some blocks have no keys.
     */
    public static Arbitrary<BlockPlan> blockPlans() {
        return blockPlans(baseLgs());
    }

    /** Returns such plans with windows of these lengths, for builders that do not write every length. */
    public static Arbitrary<BlockPlan> blockPlans(Arbitrary<Integer> baseLgs) {
        return PlanArbitraries.plans(baseLgs).withoutEdgeCases();
    }

    /** Returns legal plans of few windows, without gaps, so that their blocks are short. */
    public static Arbitrary<BlockPlan> shortBlockPlans(Arbitrary<Integer> baseLgs) {
        return PlanArbitraries.shortPlans(baseLgs).withoutEdgeCases();
    }

    /** Returns policies of the given writers, or of all of them, with {@link #bitsPerKey}. */
    public static Arbitrary<PolicySpec> policies(PolicySpec.Dialect... dialects) {
        PolicySpec.Dialect[] some = dialects.length == 0 ? PolicySpec.Dialect.values() : dialects;
        return Combinators.combine(Arbitraries.of(some), bitsPerKey()).as(PolicySpec::new);
    }

    /** Returns internal keys: {@link #keys} with small and large sequence numbers, values and deletions. */
    public static Arbitrary<InternalKey> internalKeys() {
        Arbitrary<Long> sequences = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 300), Arbitraries.longs().between(0, (1L << 56) - 1));
        return Combinators.combine(keys(), sequences, Arbitraries.of(1, 0))
                .as(InternalKey::new)
                .withoutEdgeCases();
    }

    /** Returns ways to damage a block; apply one or several to a sound block. */
    public static Arbitrary<BlockDamage> corruptions() {
        return MalformedBlockArbitraries.damages().withoutEdgeCases();
    }

    /** Returns kinds of Netty buffers; they shrink to the plain heap buffer. */
    public static Arbitrary<ByteBufKind> byteBufKinds() {
        return Arbitraries.of(ByteBufKind.class);
    }

    /**
     * Returns plans of whole tables: few data blocks, at times with values so long that windows stay empty, and
     * policies of any writer under the writer's own name.
     */
    public static Arbitrary<TablePlan> tables(PolicySpec.Dialect... dialects) {
        Arbitrary<List<List<byte[]>>> blocks = keys().list().ofMaxSize(8).list().ofMaxSize(6);
        Arbitrary<Integer> valueLengths = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 100), Arbitraries.integers().between(0, 9_000));
        return Combinators.combine(policies(dialects), blocks, valueLengths)
                .as((policy, keys, valueLength) -> new TablePlan(policy, policy.name(), keys, valueLength))
                .withoutEdgeCases();
    }

    /** Returns block offsets for questions: all unsigned 64-bit numbers, so half of the far ones are negative longs. */
    public static Arbitrary<Long> blockOffsets() {
        Arbitrary<Long> nearBoundaries = Arbitraries.longs()
                .between(0, 64)
                .flatMap(window -> Arbitraries.longs().between(-1, 1).map(step -> Math.max(0, window * 2048 + step)));
        Arbitrary<Long> seams = Arbitraries.of(1L << 31, 1L << 32, 1L << 42, Long.MIN_VALUE, 0L)
                .flatMap(seam -> Arbitraries.longs().between(-1, 1).map(step -> seam + step));
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.longs().between(0, 1 << 20)),
                Tuple.of(3, nearBoundaries),
                Tuple.of(2, seams),
                Tuple.of(2, Arbitraries.longs()));
    }

    /** Returns any bytes, 0 to 512 of them. */
    public static Arbitrary<byte[]> bytes() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(512).withoutEdgeCases();
    }

    /**
     * Returns bytes that resemble a filter block and mostly are none: any bytes, and valid blocks with flipped bits,
     * cut short or lengthened, with offsets exchanged, and with other array offsets and base lgs.
     */
    public static Arbitrary<byte[]> malformedBlocks() {
        return MalformedBlockArbitraries.blocks().withoutEdgeCases();
    }
}
