// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.nio.ByteBuffer;

/**
 * Where the parts of a filter block lie and which filter is probed (FB-19 to FB-25), without keys and policies; {@link
 * FilterBlockReader} is the door to it. It is a superclass, not a part, so an open filter is one object and its
 * array.
 */
abstract class FilterLocator {
    /*
     * A lookup is a few dozen instructions and those of its probes, so each of them counts. Opening a block determines
     * only where its parts are. Each lookup checks the two offsets that it reads, so it stays inside the memory
     * and keeps its rules whatever the bytes are, even if they change.
     */
    final int length;
    final int arrayOffset;

    /** Windows that have a filter to probe; none if base lg makes no sense. */
    private final int windowCount;

    private final byte baseLg;
    final boolean ofWholeTable;

    /**
     * Finds the parts of a block.
     *
     * @param ofWholeTable whether its one filter is that of all data blocks
     */
    FilterLocator(ByteBuffer block, boolean ofWholeTable) {
        FilterBlockLayout layout = FilterBlockLayout.of(block);
        this.length = layout.length();
        this.arrayOffset = (int) layout.arrayOffset();
        this.windowCount = layout.end().windowCount();
        this.baseLg = (byte) layout.baseLg();
        this.ofWholeTable = ofWholeTable;
    }

    /** Whether one window holds all data, and the block is that window's filter and nothing else (FB-11, FB-14). */
    final boolean hasOneFilterUpTo(long dataEnd) {
        FilterBlockLayout layout = layout();
        return windowCount == 1
                && Windows.of(dataEnd - 1, baseLg) == 0
                && layout.filterStart(0) == 0
                && layout.filterLimit(0) == arrayOffset
                && length == FilterBlockLayout.length(arrayOffset, 1);
    }

    /** Where the offset of a data block's filter is stored; -1 if it has no filter (FB-19 to FB-23). */
    final int entry(long blockOffset) {
        long window = Windows.of(blockOffset, baseLg);
        return window >= 0 && window < windowCount ? arrayOffset + (int) window * FilterBlockLayout.OFFSET_LENGTH : -1;
    }

    /** Whether two offsets are the start and the limit of a filter (FB-24); if not, every key may match (FB-25). */
    final boolean isFilter(int start, int limit) {
        return start >= 0 && start <= limit && limit <= arrayOffset;
    }

    /** The bytes of the block, a view. */
    abstract ByteBuffer block();

    /**
     * The layout of the block.
     *
     * @return a view of the block, which must not be used when the reader is closed
     * @throws IllegalStateException if the reader was closed
     */
    public FilterBlockLayout layout() {
        return FilterBlockLayout.of(block());
    }

    /**
     * The memory that the reader keeps alive beside itself: the block's bytes.
     *
     * @return number of bytes, exact; what else the caller's array or buffer holds is not counted
     */
    public long retainedBytes() {
        return length;
    }

    @Override
    public String toString() {
        return "filter block of " + length + " bytes, " + windowCount + " filters, base lg " + baseLg;
    }
}
