// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.ReferenceFilterBlock;

/**
 * The slow model as a subject: the oracle of the laws.
 *
 * <p>Immutable and thread-safe.
 */
public class ReferenceSubject implements FilterBlockSubject {
    /** The model: there is no need for a second one. */
    public static final FilterBlockSubject MODEL = new ReferenceSubject();

    ReferenceSubject() {}

    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        return ReferenceFilterBlock.build(plan, policy.reference());
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        return new ReferenceFilterBlock(block, policy.reference()).keyMayMatch(blockOffset, key);
    }

    @Override
    public boolean knows(PolicySpec.Dialect dialect) {
        return true;
    }

    @Override
    public boolean writesBaseLg(int baseLg) {
        return true;
    }
}
