// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import java.nio.ByteBuffer;

final class ExampleSubject implements FilterBlockSubject {
    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        ExampleFilterBlocks builder = new ExampleFilterBlocks(policy.bitsPerKey());
        plan.replay(builder::startBlock, key -> builder.addKey(key, 0, key.length));
        return builder.finish();
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        return ExampleFilterBlocks.keyMayMatch(ByteBuffer.wrap(block), blockOffset, key);
    }
}
