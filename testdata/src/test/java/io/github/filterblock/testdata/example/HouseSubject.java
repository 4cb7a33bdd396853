// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.NioBufferSubject;
import io.github.filterblock.testdata.contract.StreamingSubject;
import java.nio.ByteBuffer;

/** The implementation of the house as a subject: it builds, it answers, it streams, and it reads buffers. */
final class HouseSubject implements StreamingSubject, NioBufferSubject {
    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        HouseFilterBlocks builder = new HouseFilterBlocks(policy.bitsPerKey());
        plan.replay(builder::startBlock, key -> builder.addKey(key, 0, key.length));
        return builder.finish();
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        return HouseFilterBlocks.keyMayMatch(ByteBuffer.wrap(block), blockOffset, key);
    }

    @Override
    public boolean keyMayMatch(ByteBuffer block, PolicySpec policy, long blockOffset, byte[] key) {
        return HouseFilterBlocks.keyMayMatch(block, blockOffset, key);
    }

    @Override
    public Build startBuild(int baseLg, PolicySpec policy) {
        HouseFilterBlocks builder = new HouseFilterBlocks(policy.bitsPerKey());
        return new Build() {
            @Override
            public void startBlock(long offset) {
                builder.startBlock(offset);
            }

            @Override
            public void addKey(byte[] array, int offset, int length) {
                builder.addKey(array, offset, length);
            }

            @Override
            public byte[] finish() {
                return builder.finish();
            }
        };
    }
}
