// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;

/**
 * The layout of a filter block as its bytes give it, right or wrong (FB-11): how many filters there are, where they
 * lie, and how large the windows are.
 *
 * <pre>
 *   0                     arrayOffset              length-5       length-1
 *   | filter 0 | filter 1 ... | offset 0 | offset 1 ... | arrayOffset | baseLg |
 *     bytes of the policy       4 bytes each              4 bytes       1 byte
 * </pre>
 *
 * <p>Offsets are unsigned little-endian numbers counted from the start of the block. Filter {@code i} is the bytes
 * {@code [offset i, offset i+1)}; since the array offset comes right after the array, it is the limit of the last
 * filter.
 *
 * <p>Any bytes can be read as a filter block; {@link FilterBlockVerifier} says whether it is sound. The layout is a
 * view of the bytes from which it was made; safe for use by any number of threads as long as they do not change.
 */
public final class FilterBlockLayout {
    static final int OFFSET_LENGTH = Integer.BYTES;

    private final ByteBuffer block;
    private final FilterBlockFooter end;
    private final int filterCount;

    private FilterBlockLayout(ByteBuffer block) {
        this.block = block;
        this.end = FilterBlockFooter.of(block, block.limit());
        this.filterCount = end.filterCount();
    }

    /**
     * Looks at a block.
     *
     * @param block its remaining bytes are the block; kept as a view, position and limit stay
     * @return its layout
     */
    public static FilterBlockLayout of(ByteBuffer block) {
        return new FilterBlockLayout(block.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    /**
     * The length of a sound block: its filters and {@code 4 N + 5} bytes after them.
     *
     * @param filterBytes number of bytes of all filters, 0 or more
     * @param filterCount number of filters, empty ones included, 0 or more
     * @return number of bytes, the largest long at most; no block is longer than {@link Integer#MAX_VALUE} (FB-18)
     */
    public static long length(long filterBytes, long filterCount) {
        long room = Long.MAX_VALUE - FilterBlockFooter.LENGTH - filterBytes;
        return filterCount > Math.floorDiv(room, OFFSET_LENGTH)
                ? Long.MAX_VALUE
                : filterBytes + offsetBytes(filterCount);
    }

    private static long offsetBytes(long filterCount) {
        return OFFSET_LENGTH * filterCount + FilterBlockFooter.LENGTH;
    }

    /** Whether a block of this length can be held by a buffer. */
    static boolean fits(long length) {
        return length <= Integer.MAX_VALUE;
    }

    /** {@return the number of bytes of the block, 0 or more} */
    public int length() {
        return end.length();
    }

    /** {@return the number of filters, empty ones included, 0 or more: the number of windows that have one (FB-21)} */
    public int filterCount() {
        return filterCount;
    }

    /**
     * {@return the base-2 logarithm of a window's bytes, 0 to 255, or -1 if the block is too short to say; above 63
     * every key may match (FB-22)}
     */
    public int baseLg() {
        return end.baseLg();
    }

    /**
     * {@return the windows to which the filters belong; empty if the block is too short to say, or if base lg is
     * above 63: then no filter is probed (FB-19, FB-22)}
     */
    public Optional<Windows> windows() {
        return Windows.isBaseLg(baseLg()) ? Optional.of(new Windows(baseLg())) : Optional.empty();
    }

    /**
     * {@return the offset in the block at which the offset array ends and the array offset itself is stored, 5 less
     * than the length; 0 if the block is too short}
     */
    public int arrayLimit() {
        return end.arrayLimit();
    }

    /**
     * {@return the number of bytes that are spent on finding the filters, an offset for each, the array offset and base
     * lg: {@code 4 N + 5} for N filters; all bytes of a block that is too short to have them}
     */
    public long offsetBytes() {
        return Math.min(length(), offsetBytes(filterCount));
    }

    /**
     * {@return the offset in the block at which the offset array starts; it may point anywhere, 0 to 2^32-1, and is 0
     * if the block is too short to say}
     */
    public long arrayOffset() {
        return end.arrayOffset();
    }

    /**
     * The offset in the block of a filter's first byte; it may point anywhere.
     *
     * @param filter 0 to {@link #filterCount()} - 1
     * @return 0 to 2^32-1
     * @throws IndexOutOfBoundsException if there is no such filter
     */
    public long filterStart(int filter) {
        return offset(Objects.checkIndex(filter, filterCount));
    }

    /**
     * The offset in the block of the first byte after a filter; it may point anywhere.
     *
     * @param filter 0 to {@link #filterCount()} - 1
     * @return 0 to 2^32-1
     * @throws IndexOutOfBoundsException if there is no such filter
     */
    long filterLimit(int filter) {
        return offset(Objects.checkIndex(filter, filterCount) + 1);
    }

    /** An entry of the offset array, the array offset itself for the one after the last filter. */
    private long offset(int entry) {
        return Integer.toUnsignedLong(block.getInt((int) arrayOffset() + entry * OFFSET_LENGTH));
    }

    /**
     * The number of bytes of a filter.
     *
     * @param filter 0 to {@link #filterCount()} - 1
     * @return 0 for the filter of a window without keys, -1 for one whose offsets are damaged (FB-24)
     * @throws IndexOutOfBoundsException if there is no such filter
     */
    public int filterLength(int filter) {
        long start = filterStart(filter);
        long limit = filterLimit(filter);
        return end.isRange(start, limit) ? (int) (limit - start) : -1;
    }

    /**
     * Which filter is probed about a data block, and by which rule. This is slow; lookups probe a {@link
     * FilterBlockReader}, which answers by the same rules.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned; any number has an answer
     * @return the filter, or why there is none
     */
    public FilterBlockTrace lookup(long blockOffset) {
        return FilterBlockTrace.of(end, blockOffset, block);
    }

    FilterBlockFooter end() {
        return end;
    }

    @Override
    public String toString() {
        return length() + " bytes, " + filterCount + " filters, base lg " + baseLg();
    }
}
