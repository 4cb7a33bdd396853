// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.testdata.BlockPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Filter blocks: built by the library, or laid out by hand. */
final class Blocks {
    private Blocks() {}

    /** What a new builder makes of the plan; keys are taken from the array that the plan lends. */
    static byte[] build(BlockPlan plan, FilterPolicy policy) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy, plan.baseLg());
        plan.replay(builder::startBlock, builder::addKey);
        return finish(builder);
    }

    static byte[] finish(FilterBlockBuilder builder) {
        return builder.finish();
    }

    /** A block of filters with their true array offset, and any offsets. */
    static byte[] of(String filters, int baseLg, long... offsets) {
        return withArrayOffset(filters, filters.replace(" ", "").length() / 2, baseLg, offsets);
    }

    /** The bytes of the filters, the offsets, the array offset and the base lg, whether they make sense or not. */
    static byte[] withArrayOffset(String filters, long arrayOffset, int baseLg, long... offsets) {
        byte[] bytes = Bytes.hex(filters);
        ByteBuffer block = ByteBuffer.allocate(bytes.length + 4 * offsets.length + 5)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes);
        for (long offset : offsets) {
            block.putInt((int) offset);
        }
        return block.putInt((int) arrayOffset).put((byte) baseLg).array();
    }
}
