// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;

/**
 * Calls to a builder, and the block that they must give.
 *
 * @param plan the calls
 * @param policy the policy of the filters
 * @param expected the exact filter block
 */
public record PlanCase(BlockPlan plan, PolicySpec policy, byte[] expected) implements LawCase {

    /** Returns the case with the block that a trusted implementation builds. */
    public static PlanCase of(BlockPlan plan, PolicySpec policy, FilterBlockSubject oracle) {
        return new PlanCase(plan, policy, oracle.build(plan, policy));
    }

    @Override
    public String toString() {
        return Texts.clip(plan + "; " + policy);
    }
}
