// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.contract.RecordedCases.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

/**
 * Tests the subject of a plain test class with laws, over seeded cases.
 *
 * @param contract the test class
 */
record PlainRun(FilterBlockPlainContract contract) {

    /** Tests the subject with the law, as often as the test class says. */
    void check(Law law) {
        ContractRun run = new ContractRun(contract);
        run.skipped(law).ifPresent(reason -> Assumptions.abort(reason));
        Optional<Found> found = search(law, run);
        Optional<String> known = run.knownFailure(law);
        if (known.isPresent() && found.isEmpty()) {
            throw new AssertionFailedError("The law " + law + " holds now; take it off the list. " + known.get());
        }
        if (known.isEmpty() && found.isPresent()) {
            Found smallest = reduced(law, found.get(), run);
            run.fail(law, smallest.given(), smallest.wrong());
        }
        found.ifPresent(expected -> System.out.println(
                contract.subject().name() + ": " + law + ": " + known.orElse("") + "; here: " + expected.wrong()));
    }

    private record Found(LawCase given, String wrong) {}

    @SuppressWarnings("EnumOrdinal") // a seed
    private Optional<Found> search(Law law, ContractRun run) {
        SeededCases cases = new SeededCases(contract.subject(), run.maker(), contract.seed() + law.ordinal());
        for (int i = 0; i < contract.samples(); i++) {
            LawCase given = cases.next(law);
            Optional<String> wrong = law.violation(contract.subject(), given);
            if (wrong.isPresent()) {
                return Optional.of(new Found(given, wrong.get()));
            }
        }
        return Optional.empty();
    }

    /** Leaves out calls of a plan as long as the law stays violated. */
    private Found reduced(Law law, Found found, ContractRun run) {
        if (!(found.given() instanceof PlanCase start)) {
            return found;
        }
        Found smallest = found;
        BlockPlan plan = start.plan();
        for (int i = plan.calls().size() - 1; i >= 0; i--) {
            List<BuilderCall> fewer = new ArrayList<>(plan.calls());
            fewer.remove(i);
            BlockPlan smaller = new BlockPlan(plan.baseLg(), fewer);
            PlanCase given = run.maker().plan(CaseSource.PLANS, smaller, start.policy(), 0);
            Optional<String> wrong = law.violation(contract.subject(), given);
            if (wrong.isPresent()) {
                plan = smaller;
                smallest = new Found(given, wrong.get());
            }
        }
        return smallest;
    }

    /** Returns a test for each recorded case of a kind, or a skipped test if there is none. */
    Stream<DynamicTest> recorded(Function<RecordedCases, List<Recorded>> kind) {
        ContractRun run = new ContractRun(contract);
        Optional<String> skipped = run.skipped(kind);
        return skipped.isPresent()
                ? Stream.of(DynamicTest.dynamicTest("skipped", () -> Assumptions.abort(skipped.get())))
                : kind.apply(run.recorded()).stream().map(recorded -> recorded(run, recorded));
    }

    private DynamicTest recorded(ContractRun run, Recorded recorded) {
        return DynamicTest.dynamicTest(recorded.name(), () -> {
            Assumptions.assumeFalse(
                    recorded.laws().isEmpty(),
                    () -> contract.subject().name() + " lacks what this case's laws need, or is known to break them");
            run.require(recorded);
        });
    }
}
