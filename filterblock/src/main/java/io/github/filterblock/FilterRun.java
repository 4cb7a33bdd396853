// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.FilterGenerator;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The filters of a block that is being built, one behind the other, and the windows they belong to.
 *
 * <p>Only filters with keys are kept. The offset of a window without keys is the start of the next filter (FB-13), so it
 * need not be stored before the block is written, and a jump over a billion windows costs nothing until then.
 */
final class FilterRun {
    private static final int INITIAL_FILTERS = 16;

    private byte[] bytes = {};
    private int length;

    /** Window and first byte of each filter. */
    private int[] windows = new int[INITIAL_FILTERS];

    private int[] starts = new int[INITIAL_FILTERS];
    private int count;

    /** Number of bytes of all filters. */
    int length() {
        return length;
    }

    /** Appends the filter of the generator's pending keys, whose size the caller has checked. */
    void append(FilterGenerator generator, int window) {
        int size = (int) generator.filterSize();
        if (bytes.length - length < size) {
            bytes = Arrays.copyOf(bytes, grown(bytes.length, length + size));
        }
        if (count == windows.length) {
            int capacity = grown(count, count + 1);
            windows = Arrays.copyOf(windows, capacity);
            starts = Arrays.copyOf(starts, capacity);
        }
        generator.generate(bytes, length);
        windows[count] = window;
        starts[count] = length;
        count++;
        length += size;
    }

    /** Writes the filters, an offset for each window, and the array offset (FB-11). */
    void write(ByteBuf dst, int windowCount) {
        dst.writeBytes(bytes, 0, length);
        int window = 0;
        for (int i = 0; i < count; i++) {
            for (; window <= windows[i]; window++) {
                dst.writeIntLE(starts[i]);
            }
        }
        for (; window < windowCount; window++) {
            dst.writeIntLE(length);
        }
        dst.writeIntLE(length);
    }

    /** Forgets the filters and keeps the arrays. */
    void clear() {
        length = 0;
        count = 0;
    }

    /** A capacity of at least what is needed, and twice the old one where an array can be that large. */
    static int grown(int capacity, int needed) {
        return (int) Math.max(needed, Math.min(2L * capacity, Integer.MAX_VALUE - 8));
    }
}
