// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.FilterBlockArbitraries;
import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.PolicySpec.Dialect;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/**
 * The cases of a law, for jqwik.
 *
 * @param subject the subject under test: it is asked for nothing that it does not have
 * @param maker makes the cases
 */
record CaseArbitraries(FilterBlockSubject subject, CaseMaker maker) {
    private static final int MAX_PICKS = 12;

    Arbitrary<LawCase> of(Law law) {
        return typed(law).map(given -> given);
    }

    private Arbitrary<? extends LawCase> typed(Law law) {
        return switch (law.source()) {
            case TABLES, FOREIGN_TABLES, DAMAGED_TABLES -> tables(law);
            case LENGTHS -> lengths();
            case GARBAGE -> garbage();
            default -> law.caseType() == PlanCase.class ? plans(law) : blocks(law);
        };
    }

    private Arbitrary<PlanCase> plans(Law law) {
        Arbitrary<Integer> baseLgs = law.source() == CaseSource.BASE_LG_PLANS
                ? Arbitraries.of(IntStream.range(0, 64)
                        .filter(baseLg -> baseLg != BlockPlan.DEFAULT_BASE_LG && subject.writesBaseLg(baseLg))
                        .boxed()
                        .toList())
                : Arbitraries.just(BlockPlan.DEFAULT_BASE_LG);
        return Combinators.combine(FilterBlockArbitraries.blockPlans(baseLgs), policies(law), numbers())
                .as((plan, policy, number) -> maker.plan(law.source(), plan, policy, number))
                .withoutEdgeCases();
    }

    private Arbitrary<BlockCase> blocks(Law law) {
        Arbitrary<Integer> baseLgs = switch (law.source()) {
            case BASE_LG_BLOCKS, FAR_QUESTIONS -> FilterBlockArbitraries.baseLgs();
            default -> Arbitraries.just(BlockPlan.DEFAULT_BASE_LG);
        };
        return Combinators.combine(FilterBlockArbitraries.shortBlockPlans(baseLgs), policies(law), numbers(), picks())
                .as((plan, policy, number, picks) -> maker.block(law, plan, policy, number, picks))
                .withoutEdgeCases();
    }

    private Arbitrary<BlockCase> garbage() {
        return Combinators.combine(
                        FilterBlockArbitraries.malformedBlocks(), policies(Law.NO_BYTES_MAKE_A_LOOKUP_THROW), picks())
                .as((block, policy, picks) -> maker.bytes(block, policy, picks))
                .withoutEdgeCases();
    }

    private Arbitrary<TableCase> tables(Law law) {
        return Combinators.combine(FilterBlockArbitraries.tables(dialects(law)), numbers(), picks())
                .as((plan, number, picks) -> maker.table(law.source(), plan, number, picks))
                .withoutEdgeCases();
    }

    private static Arbitrary<FilterLengthCase> lengths() {
        Arbitrary<Long> keys = Arbitraries.oneOf(
                Arbitraries.longs().between(1, 10_000),
                Arbitraries.longs().between(1, Integer.MAX_VALUE).withDistribution(RandomDistribution.uniform()));
        return Combinators.combine(keys, FilterBlockArbitraries.bitsPerKey())
                .as((count, bits) -> new FilterLengthCase(LengthCase.of(count, bits)));
    }

    private Arbitrary<PolicySpec> policies(Law law) {
        return FilterBlockArbitraries.policies(dialects(law));
    }

    private Dialect[] dialects(Law law) {
        return maker.dialects(law, subject).toArray(Dialect[]::new);
    }

    private static Arbitrary<Integer> numbers() {
        return Arbitraries.integers().between(0, 1_000_000).withoutEdgeCases();
    }

    private static Arbitrary<List<Pick>> picks() {
        return Combinators.combine(numbers(), FilterBlockArbitraries.blockOffsets(), FilterBlockArbitraries.keys())
                .as(Pick::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(MAX_PICKS);
    }
}
