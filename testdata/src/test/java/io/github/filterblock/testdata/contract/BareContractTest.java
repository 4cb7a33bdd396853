// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;

/** A subject without any further ability: all that it lacks is skipped. */
class BareContractTest implements FilterBlockContract {
    @Override
    public FilterBlockSubject subject() {
        return new Bare();
    }

    static final class Bare implements FilterBlockSubject {
        @Override
        public byte[] build(BlockPlan plan, PolicySpec policy) {
            return Oracles.model().build(plan, policy);
        }

        @Override
        public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
            return Oracles.model().keyMayMatch(block, policy, blockOffset, key);
        }
    }
}
