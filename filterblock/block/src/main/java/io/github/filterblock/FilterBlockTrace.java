// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.nio.ByteBuffer;

/**
 * Which filter of a block answers for a data block, or why none does: what a lookup does before it looks at bits, for
 * explanations. Immutable.
 */
public final class FilterBlockTrace {
    private final Rule rule;
    private final long window;
    private final int filter;
    private final long start;
    private final long limit;

    private FilterBlockTrace(Rule rule, long window, int filter, long start, long limit) {
        this.rule = rule;
        this.window = window;
        this.filter = filter;
        this.start = start;
        this.limit = limit;
    }

    /** Finds the filter for a data block; start and limit are neighbours in the offset array and are read as one. */
    static FilterBlockTrace of(FilterBlockFooter end, long blockOffset, ByteBuffer block) {
        if (!end.isPresent()) {
            return none(Rule.FB_19, 0);
        }
        if (!Windows.isBaseLg(end.baseLg())) {
            return none(Rule.FB_22, 0);
        }
        long window = Windows.of(blockOffset, end.baseLg());
        if (end.arrayOffset() > end.arrayLimit()) {
            return none(Rule.FB_20, window);
        }
        if (Long.compareUnsigned(window, end.filterCount()) >= 0) {
            return none(Rule.FB_23, window);
        }
        long pair = block.getLong((int) (end.arrayOffset() + window * FilterBlockLayout.OFFSET_LENGTH));
        long start = Integer.toUnsignedLong((int) pair);
        long limit = pair >>> Integer.SIZE;
        Rule rule = end.isRange(start, limit) ? Rule.FB_24 : Rule.FB_25;
        return new FilterBlockTrace(rule, window, (int) window, start, limit);
    }

    private static FilterBlockTrace none(Rule rule, long window) {
        return new FilterBlockTrace(rule, window, -1, 0, 0);
    }

    /**
     * {@return the rule of FORMAT.md that applies: FB-24 if a filter is probed; FB-19, FB-20, FB-22, FB-23 or FB-25 if
     * none is and every key may match}
     */
    public Rule rule() {
        return rule;
    }

    /** {@return the window of the data block, unsigned; 0 if base lg is missing or above 63} */
    public long window() {
        return window;
    }

    /** {@return the filter's number, or -1 if the window has none} */
    public int filter() {
        return filter;
    }

    /** {@return the offset in the block of the filter's first byte; it may point anywhere unless the rule is FB-24} */
    public long start() {
        return start;
    }

    /** {@return the offset in the block of the first byte after the filter, likewise} */
    public long limit() {
        return limit;
    }

    /**
     * {@return whether a filter is probed: start and limit are a range inside the block, perhaps an empty one; if not,
     * every key may match}
     */
    public boolean isProbed() {
        return rule == Rule.FB_24;
    }

    /**
     * {@return the number of bytes of the filter that is probed; 0 for that of a window without keys, and if none is
     * probed}
     */
    public int length() {
        return isProbed() ? (int) (limit - start) : 0;
    }
}
