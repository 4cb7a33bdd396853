// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.lang.reflect.Method;
import java.util.Optional;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.MethodLifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;

/** Skips, with a reason, the laws for which a subject lacks the ability, and those that it is known to break. */
final class SkipWhatIsMissing implements SkipExecutionHook {

    /** Creates the hook; jqwik does. */
    SkipWhatIsMissing() {}

    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
        if (context instanceof MethodLifecycleContext method) {
            Object test = context.newInstance(method.containerClass());
            if (test instanceof FilterBlockContract contract) {
                return reason(contract, method.targetMethod())
                        .map(SkipResult::skip)
                        .orElseGet(SkipResult::doNotSkip);
            }
        }
        return SkipResult.doNotSkip();
    }

    private static Optional<String> reason(FilterBlockContract contract, Method test) {
        ContractRun run = new ContractRun(contract);
        return Law.ofTest(test.getName())
                .map(law -> run.skipped(law).or(() -> run.knownFailure(law)))
                .orElseGet(() -> RecordedCases.ofTest(test.getName()).flatMap(run::skipped));
    }
}
