// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.BloomFilterInfo;

/**
 * One filter of a filter block. Immutable.
 *
 * @param index its number, and that of its window
 * @param firstOffset offset in the file at which its window starts, unsigned; 0 if it is not {@link #reachable}
 * @param length number of bytes; 0 for a window without keys, -1 if the offsets are damaged
 * @param keys how many keys the data blocks that start in its window hold
 * @param info what its bytes say about it, if it is a Bloom filter
 * @param reachable whether any 64-bit offset lies in its window; it is not if base lg is above 63 or the window lies
 *     beyond 2^64
 */
public record FilterRow(int index, long firstOffset, int length, long keys, BloomFilterInfo info, boolean reachable) {
    /** {@return whether the filter has bytes; empty and damaged ones have none} */
    public boolean hasBytes() {
        return length > 0;
    }

    /** {@return how many of as many absent keys as it has keys are expected to match} */
    double expectedMatches() {
        if (keys == 0) {
            return 0;
        }
        return keys * (length < 0 ? 1 : info.expectedRate());
    }
}
