// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes any plan into one for a certain law. */
enum PlanShape {
    /** As it is. */
    ANY {
        @Override
        BlockPlan of(BlockPlan plan) {
            return plan;
        }
    },
    /** Every block begins a byte below, at or a byte above the beginning of a window. */
    BOUNDARIES {
        @Override
        BlockPlan of(BlockPlan plan) {
            long window = plan.baseLg() == 63 ? Long.MAX_VALUE : 1L << plan.baseLg();
            long[] next = {0, 0};
            List<BuilderCall> calls = new ArrayList<>();
            for (BuilderCall call : plan.calls()) {
                if (call instanceof BuilderCall.StartBlock) {
                    long begin = window >= Long.MAX_VALUE / 64 ? 0 : next[0] * window;
                    long step = next[1]++ % 3 - 1;
                    calls.add(new BuilderCall.StartBlock(Math.max(0, begin + Math.min(step, window - 1))));
                    next[0] += step == 1 ? 1 : 0;
                } else {
                    calls.add(call);
                }
            }
            return new BlockPlan(plan.baseLg(), ordered(plan.baseLg(), calls));
        }
    },
    /** Every key ends in one to three bytes of 0x80 or more. */
    TAILS {
        @Override
        BlockPlan of(BlockPlan plan) {
            return mapped(plan, (calls, key) -> calls.add(new BuilderCall.AddKey(withTail(key))));
        }
    },
    /** Every key is added three times, and the empty key once in every block that has keys. */
    DUPLICATES {
        @Override
        BlockPlan of(BlockPlan plan) {
            return mapped(plan, (calls, key) -> {
                calls.addAll(List.of(
                        new BuilderCall.AddKey(key), new BuilderCall.AddKey(new byte[0]), new BuilderCall.AddKey(key)));
                calls.add(new BuilderCall.AddKey(key));
            });
        }
    },
    /** Each window with keys holds the empty key alone. */
    EMPTY_KEYS {
        @Override
        BlockPlan of(BlockPlan plan) {
            boolean[] added = {false};
            List<BuilderCall> calls = new ArrayList<>();
            plan.replay(
                    offset -> {
                        calls.add(new BuilderCall.StartBlock(offset));
                        added[0] = false;
                    },
                    key -> {
                        if (!added[0]) {
                            calls.add(new BuilderCall.AddKey(new byte[0]));
                        }
                        added[0] = true;
                    });
            return new BlockPlan(plan.baseLg(), calls);
        }
    },
    /** The last block is followed by another one, with a key and nothing after it. */
    OPEN {
        @Override
        BlockPlan of(BlockPlan plan) {
            List<BuilderCall> calls = new ArrayList<>(plan.calls());
            List<Long> offsets = plan.blockOffsets();
            long last = offsets.isEmpty() ? 0 : offsets.get(offsets.size() - 1);
            calls.add(new BuilderCall.StartBlock(last + Math.min(4096, Long.MAX_VALUE - last)));
            calls.add(new BuilderCall.AddKey(new byte[] {'z'}));
            return new BlockPlan(plan.baseLg(), calls);
        }
    };

    /** Returns the plan in this shape; legal if the plan was. */
    abstract BlockPlan of(BlockPlan plan);

    /** Adds the calls that replace the one for a key. */
    @FunctionalInterface
    private interface KeyMapping {
        void map(List<BuilderCall> calls, byte[] key);
    }

    private static BlockPlan mapped(BlockPlan plan, KeyMapping mapping) {
        List<BuilderCall> calls = new ArrayList<>();
        plan.replay(offset -> calls.add(new BuilderCall.StartBlock(offset)), key -> mapping.map(calls, key));
        return new BlockPlan(plan.baseLg(), calls);
    }

    private static byte[] withTail(byte[] key) {
        int length = key.length % 4 == 3 ? key.length + 2 : key.length + 1;
        byte[] longer = Arrays.copyOf(key, length);
        longer[length - 1] = (byte) (0x80 | key.length * 37);
        return longer;
    }

    /** Moves blocks that would begin in an earlier window to the window of the block before them. */
    private static List<BuilderCall> ordered(int baseLg, List<BuilderCall> calls) {
        long last = 0;
        List<BuilderCall> ordered = new ArrayList<>();
        for (BuilderCall call : calls) {
            if (call instanceof BuilderCall.StartBlock start) {
                last = start.offset() >>> baseLg < last >>> baseLg ? last : start.offset();
                ordered.add(new BuilderCall.StartBlock(last));
            } else {
                ordered.add(call);
            }
        }
        return ordered;
    }
}
