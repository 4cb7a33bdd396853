// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;

/**
 * A block of a plan before it is laid out: its distance from the block before it, and its keys.
 *
 * <p>Steps rather than offsets are generated because any list of steps makes a legal plan, so shrinking stays legal.
 *
 * @param move the kind of distance
 * @param amount how far, as the move understands it; 0 or more
 * @param keys of the block
 */
record PlanStep(Move move, int amount, List<byte[]> keys) {

    /** A kind of distance between the beginnings of two blocks. */
    enum Move {
        /** Some bytes ahead, without leaving the window. */
        WITHIN_WINDOW,
        /** Back to the first byte of the window. */
        BACK_IN_WINDOW,
        /** To the last byte of a window, perhaps the current one. */
        BELOW_BOUNDARY,
        /** To the first byte of a later window. */
        AT_BOUNDARY,
        /** To the second byte of a later window. */
        ABOVE_BOUNDARY,
        /** Over as many windows as the square of the amount. */
        GAP,
        /** To just above 2^31, if this is ahead and not too many windows away. */
        PAST_2_31,
        /** To just above 2^32, if this is ahead and not too many windows away. */
        PAST_2_32;

        /** Returns the number of windows from the current one to the one that the distance counts from. */
        private long windows(int amount) {
            return switch (this) {
                case GAP -> (long) amount * amount;
                case AT_BOUNDARY, ABOVE_BOUNDARY -> 1L + amount % 3;
                case BELOW_BOUNDARY -> amount % 3;
                default -> 0;
            };
        }
    }

    /** The farthest window that a step may lead to. */
    static final long MAX_WINDOW = 99_990;

    /** Returns the offset of this block when the block before it begins at {@code offset}. */
    long offsetAfter(long offset, int baseLg) {
        return switch (move) {
            case PAST_2_31 -> jump(offset, (1L << 31) + amount, baseLg);
            case PAST_2_32 -> jump(offset, (1L << 32) + amount, baseLg);
            default -> walk(offset, baseLg);
        };
    }

    private static long jump(long offset, long target, int baseLg) {
        return target > offset && target >>> baseLg <= MAX_WINDOW ? target : offset;
    }

    private long walk(long offset, int baseLg) {
        long lastWindow = Math.min(MAX_WINDOW, Long.MAX_VALUE >>> baseLg);
        long window = (offset >>> baseLg) + move.windows(amount);
        if (window > lastWindow) {
            return offset;
        }
        long begin = window << baseLg;
        long last = baseLg == 63 ? Long.MAX_VALUE : begin + (1L << baseLg) - 1;
        return switch (move) {
            case WITHIN_WINDOW -> last - offset < amount ? last : offset + amount;
            case BELOW_BOUNDARY -> last;
            case ABOVE_BOUNDARY -> Math.min(begin + 1, last);
            default -> begin;
        };
    }
}
