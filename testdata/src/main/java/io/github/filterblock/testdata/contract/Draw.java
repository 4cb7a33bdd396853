// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws keys, plans and bytes from a seed: short and few ones for a small size, and at any size the values that break
 * implementations. Not thread-safe.
 */
final class Draw {
    /** The size from which everything has its full length. */
    static final int FULL = 100;

    private static final int[] BITS = {0, 1, 3, 5, 9, 10, 13, 16, 20, 26, 39, 42, 43, 44, 60, 100};

    private final SplittableRandom random;
    private final int size;

    /** Creates generators whose results depend on the seed and the size alone. */
    Draw(long seed, int size) {
        this.random = new SplittableRandom(seed);
        this.size = Math.min(size, FULL);
    }

    /** Returns 0 to {@code bound} - 1, whatever the size. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns 0 to {@code most}, or less at a small size, but always 0 or 1 at least. */
    int upTo(int most) {
        return random.nextInt(2 + (most - 1) * size / FULL);
    }

    int bits() {
        return below(2) == 0 ? BITS[below(BITS.length)] : below(61);
    }

    /** Returns a key: the empty one, any bytes, or letters that end in three of any bytes; rarely a long one. */
    byte[] key() {
        int length = size == FULL && below(200) == 0 ? below(65_536) : upTo(below(2) == 0 ? 7 : 39);
        byte[] key = new byte[length];
        random.nextBytes(key);
        if (below(3) == 0) {
            Arrays.fill(key, 0, Math.max(0, length - 3), (byte) 'a');
        }
        return key;
    }

    /**
     * Returns a legal plan.
     *
     * @param maxGap how many windows a block may begin after the one before it
     */
    BlockPlan plan(int baseLg, int maxGap) {
        List<BuilderCall> calls = new ArrayList<>();
        addKeys(calls, below(5) == 0 ? upTo(2) : 0);
        long offset = 0;
        for (int blocks = upTo(11); blocks > 0; blocks--) {
            offset = nextOffset(offset, baseLg, maxGap);
            calls.add(new BuilderCall.StartBlock(offset));
            addKeys(calls, below(10) == 0 ? upTo(40) : upTo(6));
        }
        return new BlockPlan(baseLg, calls);
    }

    private void addKeys(List<BuilderCall> calls, int count) {
        for (int i = 0; i < count; i++) {
            calls.add(new BuilderCall.AddKey(key()));
        }
    }

    /** Returns the first, second or last offset of a window, or one inside it: of the same, the next or a later one. */
    private long nextOffset(long offset, int baseLg, int maxGap) {
        int windows = below(4);
        long window = (offset >>> baseLg) + (windows > 1 ? 1 : windows == 1 ? upTo(maxGap) : 0);
        long begin = Math.min(window, Long.MAX_VALUE >>> baseLg) << baseLg;
        long last = baseLg == 63 ? Long.MAX_VALUE : begin + (1L << baseLg) - 1;
        long[] places = {begin, Math.min(begin + 1, last), last, begin + (last - begin) / 3};
        return places[below(places.length)];
    }

    /** Returns a block offset for a question: near, at a window, around 2^30 to 2^43, or any 64 bits. */
    long offset() {
        return switch (below(4)) {
            case 0 -> below(1 << 16);
            case 1 -> below(64) * 2048L + below(3);
            case 2 -> (1L << 30 + below(14)) + below(4096);
            default -> random.nextLong();
        };
    }

    /** Returns any bytes, or a block with some bytes of its end replaced, perhaps cut short. */
    byte[] garbage() {
        if (below(4) == 0) {
            byte[] bytes = new byte[upTo(63)];
            random.nextBytes(bytes);
            return bytes;
        }
        byte[] block = ReferenceFilterBlock.build(
                plan(below(2) == 0 ? BlockPlan.DEFAULT_BASE_LG : below(64), 2),
                PolicySpec.levelDb(bits()).reference());
        for (int replaced = 1 + below(3); replaced > 0; replaced--) {
            int fromEnd = below(Math.min(block.length, 40));
            block[block.length - 1 - fromEnd] = (byte) (below(2) == 0 ? -below(2) : below(256));
        }
        return below(4) == 0 ? Arrays.copyOf(block, below(block.length + 1)) : block;
    }
}
