// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of legal plans. */
final class PlanArbitraries {
    private static final int MAX_STEPS = 20;

    private PlanArbitraries() {}

    static Arbitrary<BlockPlan> plans(Arbitrary<Integer> baseLgs) {
        return plans(
                baseLgs,
                steps(Arbitraries.frequencyOf(
                        Tuple.of(6, nearMoves()),
                        Tuple.of(2, Arbitraries.of(PlanStep.Move.GAP, PlanStep.Move.BACK_IN_WINDOW)),
                        Tuple.of(1, Arbitraries.of(PlanStep.Move.PAST_2_31, PlanStep.Move.PAST_2_32)))));
    }

    /** Returns plans of few windows, so that their blocks are short. */
    static Arbitrary<BlockPlan> shortPlans(Arbitrary<Integer> baseLgs) {
        return plans(baseLgs, steps(nearMoves()));
    }

    private static Arbitrary<BlockPlan> plans(Arbitrary<Integer> baseLgs, Arbitrary<PlanStep> steps) {
        return Combinators.combine(
                        baseLgs, keysBeforeTheFirstBlock(), steps.list().ofMaxSize(MAX_STEPS), ends())
                .as(PlanArbitraries::plan);
    }

    private static Arbitrary<PlanStep.Move> nearMoves() {
        return Arbitraries.of(
                PlanStep.Move.WITHIN_WINDOW,
                PlanStep.Move.AT_BOUNDARY,
                PlanStep.Move.BELOW_BOUNDARY,
                PlanStep.Move.ABOVE_BOUNDARY);
    }

    private static Arbitrary<PlanStep> steps(Arbitrary<PlanStep.Move> moves) {
        return Combinators.combine(moves, Arbitraries.integers().between(0, 40), keysOfABlock())
                .as(PlanStep::new);
    }

    private static Arbitrary<List<byte[]>> keysBeforeTheFirstBlock() {
        Arbitrary<List<byte[]>> some =
                FilterBlockArbitraries.keys().list().ofMinSize(1).ofMaxSize(3);
        return Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.just(List.of())), Tuple.of(1, some));
    }

    /** Mostly few keys, so that a filter has its least length of 64 bits; sometimes enough to exceed it (FB-5). */
    private static Arbitrary<List<byte[]>> keysOfABlock() {
        Arbitrary<byte[]> keys = FilterBlockArbitraries.keys();
        return Arbitraries.frequencyOf(
                Tuple.of(9, keys.list().ofMaxSize(6)), Tuple.of(1, keys.list().ofMaxSize(40)));
    }

    /** Half of the plans end as those of table writers do: with a block that begins at the end and has no keys. */
    private static Arbitrary<List<PlanStep>> ends() {
        return nearMoves().map(move -> new PlanStep(move, 1, List.of())).list().ofMaxSize(1);
    }

    private static BlockPlan plan(int baseLg, List<byte[]> firstKeys, List<PlanStep> steps, List<PlanStep> end) {
        List<BuilderCall> calls = new ArrayList<>();
        firstKeys.forEach(key -> calls.add(new BuilderCall.AddKey(key)));
        long offset = 0;
        for (PlanStep step : concat(steps, end)) {
            offset = step.offsetAfter(offset, baseLg);
            calls.add(new BuilderCall.StartBlock(offset));
            step.keys().forEach(key -> calls.add(new BuilderCall.AddKey(key)));
        }
        return new BlockPlan(baseLg, calls);
    }

    private static List<PlanStep> concat(List<PlanStep> first, List<PlanStep> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
