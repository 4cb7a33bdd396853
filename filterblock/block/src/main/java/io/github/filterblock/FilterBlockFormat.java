// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

/**
 * The layout of a filter block (FB-11).
 *
 * <pre>
 *   0                     arrayOffset              length-5       length-1
 *   | filter 0 | filter 1 ... | offset 0 | offset 1 ... | arrayOffset | baseLg |
 *     bytes of the policy       4 bytes each              4 bytes       1 byte
 * </pre>
 *
 * Offsets are unsigned little-endian numbers counted from the start of the block. Filter {@code i} is the bytes
 * {@code [offset i, offset i+1)}; since the array offset comes right after the array, it is the limit of the last
 * filter. The last five bytes are the block's {@linkplain FilterBlockFooter end}.
 */
final class FilterBlockFormat {
    static final int OFFSET_LENGTH = Integer.BYTES;
    static final int END_LENGTH = OFFSET_LENGTH + 1;
    private static final long MAX_BLOCK_LENGTH = Integer.MAX_VALUE;

    private FilterBlockFormat() {}

    /** Number of bytes of a block; may be more than {@linkplain #fits fits}, and stays at the largest long beyond. */
    static long length(long filterBytes, long filterCount) {
        long room = Long.MAX_VALUE - END_LENGTH - filterBytes;
        return filterCount > Math.floorDiv(room, OFFSET_LENGTH)
                ? Long.MAX_VALUE
                : filterBytes + offsetBytes(filterCount);
    }

    /** Number of bytes after the filters: an offset for each, the array offset and base lg, 4 N + 5 (FB-11). */
    static long offsetBytes(long filterCount) {
        return OFFSET_LENGTH * filterCount + END_LENGTH;
    }

    /** Whether a block of this length can be held by a buffer. */
    static boolean fits(long length) {
        return length <= MAX_BLOCK_LENGTH;
    }
}
