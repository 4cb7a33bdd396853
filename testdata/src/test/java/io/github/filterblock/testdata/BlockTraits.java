// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiPredicate;

/** What a test wants to know about bytes that may be a filter block; -1 and no where they are too short. */
record BlockTraits(byte[] block) {

    private long u32(long at) {
        return Integer.toUnsignedLong(
                ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt((int) at));
    }

    private boolean hasTrailer() {
        return block.length >= 5;
    }

    long arrayOffset() {
        return hasTrailer() ? u32(block.length - 5) : -1;
    }

    int baseLg() {
        return hasTrailer() ? Byte.toUnsignedInt(block[block.length - 1]) : -1;
    }

    boolean arrayOffsetIsBeyondTheEnd() {
        return hasTrailer() && arrayOffset() > block.length - 5;
    }

    long numFilters() {
        return hasTrailer() && !arrayOffsetIsBeyondTheEnd() ? (block.length - 5 - arrayOffset()) / 4 : 0;
    }

    boolean hasRemainder() {
        return numFilters() > 0 && (block.length - 5 - arrayOffset()) % 4 != 0;
    }

    /** Whether two neighbouring offsets are in that relation. */
    boolean hasPair(BiPredicate<Long, Long> relation) {
        for (long i = 0; i < numFilters(); i++) {
            if (relation.test(u32(arrayOffset() + 4 * i), u32(arrayOffset() + 4 * i + 4))) {
                return true;
            }
        }
        return false;
    }
}
