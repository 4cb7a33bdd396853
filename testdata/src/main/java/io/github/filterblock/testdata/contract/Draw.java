// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

/**
 * Draws keys, plans and bytes from a seed: short and few ones for a small size, and at any size the values that break
 * implementations. Not thread-safe.
 */
final class Draw {
    /** The size from which everything has its full length. */
    static final int FULL = 100;

    private static final int[] BITS = {0, 1, 3, 5, 9, 10, 13, 16, 20, 26, 39, 42, 43, 44, 60, 100, 200};
    private static final int[] BASE_LGS = {0, 1, 31, 32, 33, 62, 63};
    private static final long[] SEAMS = {1L << 31, 1L << 32, 1L << 42, Long.MIN_VALUE, 0};
    private static final byte[] PREFIX = "0123456789abcdef".repeat(2).getBytes(StandardCharsets.US_ASCII);
    /** The farthest window that a block begins in. */
    private static final long LAST_WINDOW = 99_990;

    private static final List<BiFunction<byte[], Integer, byte[]>> DEFECTS = List.of(
            Defects::tooShort,
            Defects::arrayOffsetBeyond,
            Defects::arrayOffsetBeyond,
            Defects::leftover,
            Defects::baseLgAbove63,
            Defects::offsetsOutOfOrder,
            Defects::offsetsOutOfOrder);

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

    int baseLg() {
        return switch (below(10)) {
            case 0 -> BASE_LGS[below(BASE_LGS.length)];
            case 1, 2, 3 -> below(64);
            case 4, 5, 6 -> 8 + below(12);
            default -> BlockPlan.DEFAULT_BASE_LG;
        };
    }

    /**
     * Returns a key: the empty one, any bytes, or a common beginning and a few bytes of any value; rarely a long one.
     */
    byte[] key() {
        int length = size == FULL && below(150) == 0 ? below(65_536) : upTo(below(2) == 0 ? 7 : 39);
        byte[] key = new byte[length];
        random.nextBytes(key);
        int kind = below(6);
        if (kind < 2) {
            Arrays.fill(key, 0, Math.max(0, length - 3), (byte) 'a');
        } else if (kind == 2 && size > FULL / 4) {
            int tail = length % 5;
            byte[] prefixed = Arrays.copyOf(PREFIX, PREFIX.length + tail);
            System.arraycopy(key, 0, prefixed, PREFIX.length, tail);
            return prefixed;
        }
        return key;
    }

    /**
     * Returns a legal plan with fewer than 100,000 windows.
     *
     * @param maxGap how many windows a block may begin after the one before it, but for those beyond 2^31 and 2^32
     */
    BlockPlan plan(int baseLg, int maxGap) {
        List<BuilderCall> calls = new ArrayList<>();
        addKeys(calls, below(4) == 0 ? upTo(2) : 0);
        long offset = 0;
        for (int blocks = upTo(11); blocks > 0; blocks--) {
            offset = nextOffset(offset, baseLg, maxGap);
            calls.add(new BuilderCall.StartBlock(offset));
            addKeys(calls, below(10) == 0 ? upTo(40) : upTo(6));
        }
        if (below(2) == 0) {
            calls.add(new BuilderCall.StartBlock(nextOffset(offset, baseLg, 1)));
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
        long far = (1L << 31 + below(2)) + below(41);
        if (below(20) == 0 && far > offset && far >>> baseLg <= LAST_WINDOW) {
            return far;
        }
        int kind = below(6);
        long window = (offset >>> baseLg) + (kind > 3 ? 1 : kind == 3 ? upTo(maxGap) : 0);
        long begin = Math.min(window, Math.min(LAST_WINDOW, Long.MAX_VALUE >>> baseLg)) << baseLg;
        long last = baseLg == 63 ? Long.MAX_VALUE : begin + (1L << baseLg) - 1;
        long[] places = {begin, Math.min(begin + 1, last), last, begin + (last - begin) / 3};
        return places[below(places.length)];
    }

    /** Returns a block offset for a question: near, around a window's boundary or 2^31 to 2^64, or any 64 bits. */
    long offset() {
        return switch (below(5)) {
            case 0, 1 -> below(1 << 20);
            case 2 -> Math.max(0, below(64) * 2048L + below(3) - 1);
            case 3 -> SEAMS[below(SEAMS.length)] + below(3) - 1;
            default -> random.nextLong();
        };
    }

    /** Returns any bytes. */
    byte[] bytes() {
        byte[] bytes = new byte[upTo(512)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns any bytes, or a sound block with a defect, with damage to any of its bytes, or with both. */
    byte[] malformedBlock() {
        int kind = below(8);
        if (kind == 0) {
            return bytes();
        }
        byte[] block = ReferenceFilterBlock.build(
                plan(baseLg(), 2), PolicySpec.levelDb(bits()).reference());
        if (kind > 1) {
            block = DEFECTS.get(below(DEFECTS.size())).apply(block, below(1_000_000));
        }
        return kind < 5 && kind > 1 ? block : new Mutator(random.nextLong()).mutate(block);
    }
}
