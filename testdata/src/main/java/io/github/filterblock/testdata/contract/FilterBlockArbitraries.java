// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/**
 * What the contract draws from a seed, as jqwik generators, for tests that have jqwik.
 *
 * <p>They draw the values that break implementations often, have no edge cases in jqwik's sense, and shrink towards
 * short keys and few blocks. Stateless and thread-safe.
 */
public final class FilterBlockArbitraries {
    private FilterBlockArbitraries() {}

    /**
     * Returns keys of 0 to 39 bytes, rarely of up to 64 KiB: the empty key, tails of every length with bytes from 0x80
     * upwards, and long shared prefixes.
     */
    public static Arbitrary<byte[]> keys() {
        return drawn(Draw::key);
    }

    /** Returns bits per key: mostly 0..60, with the values at which the number of probes or of bits changes. */
    public static Arbitrary<Integer> bitsPerKey() {
        return drawn(Draw::bits);
    }

    /** Returns base lgs, 0..63; LevelDB's own 11 often. */
    public static Arbitrary<Integer> baseLgs() {
        return drawn(Draw::baseLg);
    }

    /**
     * Returns legal plans with fewer than 100,000 windows.
     *
     * <p>Their blocks begin just below, at and just above a window's boundary, many to a window, after long gaps,
     * before the block that came last in the same window, and beyond 2^31 and 2^32; some keys come before the first
     * block, some blocks have no keys, and most plans end as those of table writers do: with a block without keys.
     */
    public static Arbitrary<BlockPlan> blockPlans() {
        return drawn(draw -> draw.plan(draw.baseLg(), 1_600));
    }

    /** Returns block offsets for questions: all unsigned 64-bit numbers, so half of the far ones are negative longs. */
    public static Arbitrary<Long> blockOffsets() {
        return drawn(Draw::offset);
    }

    /** Returns any bytes, 0 to 512 of them. */
    public static Arbitrary<byte[]> bytes() {
        return drawn(Draw::bytes);
    }

    /** Returns bytes that resemble a filter block and mostly are not one: any bytes, and sound blocks with damage. */
    public static Arbitrary<byte[]> malformedBlocks() {
        return drawn(Draw::malformedBlock);
    }

    private static <T> Arbitrary<T> drawn(Function<Draw, T> kind) {
        Arbitrary<Integer> sizes =
                Arbitraries.integers().between(0, 2 * Draw.FULL).withDistribution(RandomDistribution.uniform());
        Arbitrary<Long> seeds = Arbitraries.randomValue(Random::nextLong);
        return Combinators.combine(sizes, seeds)
                .as((size, seed) -> kind.apply(new Draw(seed, size)))
                .withoutEdgeCases();
    }
}
