// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Windows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The number of keys in the data blocks that start in a window. Memory grows with the number of data blocks, not of
 * windows: a compressed filter block of a few kilobytes can claim millions. Immutable.
 */
final class WindowKeys {
    private final long[] windows;
    private final long[] keysUpTo;

    /**
     * Counts the keys.
     *
     * @param blocks those with keys in the order of their offsets, as every pass over a table has them
     * @param geometry the windows; nothing if base lg makes none, and then no window has keys
     */
    WindowKeys(List<DataBlock> blocks, Optional<Windows> geometry) {
        long[] ofBlocks = new long[blocks.size()];
        long[] sums = new long[ofBlocks.length];
        int count = 0;
        long keys = 0;
        for (DataBlock block : blocks) {
            if (block.keyCount() > 0 && geometry.isPresent()) {
                long window = geometry.get().of(block.offset());
                keys += block.keyCount();
                count += count > 0 && ofBlocks[count - 1] == window ? 0 : 1;
                ofBlocks[count - 1] = window;
                sums[count - 1] = keys;
            }
        }
        windows = Arrays.copyOf(ofBlocks, count);
        keysUpTo = Arrays.copyOf(sums, count);
    }

    /** The number of keys in a window, 0 or more. */
    long in(long window) {
        int at = Arrays.binarySearch(windows, window);
        return at < 0 ? 0 : keysUpTo[at] - (at == 0 ? 0 : keysUpTo[at - 1]);
    }
}
