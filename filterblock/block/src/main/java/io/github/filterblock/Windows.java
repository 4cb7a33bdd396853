// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.util.OptionalLong;

/**
 * The windows into which the offsets of a file fall: each has 2^base lg bytes, and the keys of all data blocks that
 * start in one window share a filter (FB-12). Offsets and windows are unsigned 64-bit numbers. Immutable.
 *
 * @param baseLg the base-2 logarithm of a window's bytes, 0 to {@value #MAX_BASE_LG}
 */
public record Windows(int baseLg) {
    /** The largest base lg that an offset can be shifted by; above it every key may match (FB-22). */
    public static final int MAX_BASE_LG = 63;

    /** LevelDB's own base lg: a filter for each 2 KiB of file ({@code kFilterBaseLg} in table/filter_block.cc). */
    public static final int DEFAULT_BASE_LG = 11;

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Windows {
        if (!isBaseLg(baseLg)) {
            throw new IllegalArgumentException("base lg must be 0 to " + MAX_BASE_LG + ", not " + baseLg);
        }
    }

    /**
     * Whether a number can be a base lg.
     *
     * @param number any number
     * @return {@code true} for 0 to {@value #MAX_BASE_LG}
     */
    public static boolean isBaseLg(int number) {
        return number >= 0 && number <= MAX_BASE_LG;
    }

    /** The window of an offset, for code that has base lg as a number; the low 6 bits of it count. */
    static long of(long offset, int baseLg) {
        return offset >>> baseLg;
    }

    /**
     * The window in which an offset lies.
     *
     * @param offset an offset in the file, unsigned
     * @return the number of the window, unsigned, from 0 on
     */
    public long of(long offset) {
        return of(offset, baseLg);
    }

    /**
     * The offset at which a window starts.
     *
     * @param window the number of a window, 0 or more
     * @return an offset in the file, unsigned; empty for a window that lies beyond the last offset of 64 bits
     */
    public OptionalLong start(long window) {
        long start = window << baseLg;
        return of(start) == window ? OptionalLong.of(start) : OptionalLong.empty();
    }

    /**
     * The number of filters that the data needs: one for each window up to the last one that has the start of a block
     * with keys, or the end of the data (FB-17).
     *
     * @param lastStart offset in the file of the last data block that has keys; empty if none has any
     * @param dataEnd offset in the file of the first byte after the last data block and its trailer, 0 or more
     * @return 0 or more
     */
    public long filterCount(OptionalLong lastStart, long dataEnd) {
        return lastStart.isPresent() ? Math.max(of(lastStart.getAsLong()) + 1, of(dataEnd)) : of(dataEnd);
    }
}
