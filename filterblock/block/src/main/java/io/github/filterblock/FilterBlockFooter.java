// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.nio.ByteBuffer;

/**
 * What the length and the last five bytes of a filter block say: everything that a lookup knows before it reads an
 * offset (FB-11). Any bytes can be read as a footer; one that is too short has base lg -1 and no filters. Immutable.
 *
 * @param length number of bytes of the whole block
 * @param arrayOffset where the offset array starts, 0 to 2^32-1: it may point anywhere
 * @param baseLg 0 to 255, or -1 if the block is too short to have one
 */
record FilterBlockFooter(int length, long arrayOffset, int baseLg) {
    /** The array offset and base lg. */
    static final int LENGTH = FilterBlockLayout.OFFSET_LENGTH + 1;

    /**
     * Of a block whose last bytes, all of it or at least {@value #LENGTH}, are in a buffer from index 0 to its limit.
     */
    static FilterBlockFooter of(ByteBuffer lastBytes, int length) {
        int limit = lastBytes.limit();
        return limit < LENGTH
                ? new FilterBlockFooter(length, 0, -1)
                : new FilterBlockFooter(
                        length,
                        Integer.toUnsignedLong(lastBytes.getInt(limit - LENGTH)),
                        lastBytes.get(limit - 1) & 0xff);
    }

    /** Whether the block is long enough (FB-19). */
    boolean isPresent() {
        return length >= LENGTH;
    }

    /** Where the array offset is stored: the limit of the offset array. */
    int arrayLimit() {
        return Math.max(0, length - LENGTH);
    }

    /**
     * Number of filters: whole offsets between the array offset and its limit, none if it points beyond (FB-20, FB-21).
     */
    int filterCount() {
        return arrayOffset > arrayLimit() ? 0 : (int) ((arrayLimit() - arrayOffset) / FilterBlockLayout.OFFSET_LENGTH);
    }

    /** Number of windows that have a filter; none if base lg makes no sense (FB-22). */
    int windowCount() {
        return Windows.isBaseLg(baseLg) ? filterCount() : 0;
    }

    /** Whether two offsets are the start and the limit of a filter (FB-24); they are not in FB-25. */
    boolean isRange(long start, long limit) {
        return start <= limit && limit <= arrayOffset;
    }
}
