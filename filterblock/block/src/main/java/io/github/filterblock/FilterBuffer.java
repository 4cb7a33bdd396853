// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.bloom.FilterGenerator;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The filters of a block that is being built, one after the other, and the windows they belong to.
 *
 * <p>Only filters with keys are kept. The offset of a window without keys is the start of the next filter (FB-13), so
 * it need not be stored before the block is written, and a jump over a billion windows costs nothing until then.
 *
 * <p>Filters lie in chunks, each half as large as all before it together: nothing is copied when they grow, and at most
 * half as much as is used is allocated in addition.
 */
final class FilterBuffer {
    private static final int MIN_CHUNK = 1 << 10;
    private static final int MAX_CHUNK = 1 << 16;
    private static final int OFFSETS_AT_ONCE = 1 << 8;

    private byte[][] chunks = new byte[4][];

    /** Number of used bytes of each chunk. */
    private int[] used = new int[4];

    /** The chunk that is being filled, or -1 before the first filter. */
    private int chunk = -1;

    private int length;

    /** Window in the upper and first byte in the lower half, for each filter. */
    private long[] filters = new long[16];

    private int count;

    /** Offsets that are about to be written into the buffer. */
    private final byte[] offsets = new byte[OFFSETS_AT_ONCE * Integer.BYTES];

    /** Number of bytes of all filters. */
    int length() {
        return length;
    }

    /** Appends the filter of the generator's pending keys, whose size the caller has checked. */
    void append(FilterGenerator generator, int window) {
        int size = (int) generator.filterSize();
        if (chunk < 0 || chunks[chunk].length - used[chunk] < size) {
            nextChunk(size);
        }
        generator.generate(chunks[chunk], used[chunk]);
        used[chunk] += size;
        if (count == filters.length) {
            filters = Arrays.copyOf(filters, grown(count, count + 1));
        }
        filters[count++] = (long) window << Integer.SIZE | length;
        length += size;
    }

    private void nextChunk(int size) {
        chunk++;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
            used = Arrays.copyOf(used, 2 * chunk);
        }
        if (chunks[chunk] == null || chunks[chunk].length < size) {
            chunks[chunk] = new byte[Math.max(size, Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, length / 2)))];
        }
        used[chunk] = 0;
    }

    /** Writes the filters, an offset for each window, and the array offset (FB-11). */
    void write(ByteBuf dst, int windowCount) {
        for (int i = 0; i <= chunk; i++) {
            dst.writeBytes(chunks[i], 0, used[i]);
        }
        for (int window = 0; window <= windowCount; window += OFFSETS_AT_ONCE) {
            dst.writeBytes(offsets, 0, fillOffsets(window, windowCount));
        }
    }

    /** The same into another kind of buffer. */
    void write(ByteBuffer dst, int windowCount) {
        for (int i = 0; i <= chunk; i++) {
            dst.put(chunks[i], 0, used[i]);
        }
        for (int window = 0; window <= windowCount; window += OFFSETS_AT_ONCE) {
            dst.put(offsets, 0, fillOffsets(window, windowCount));
        }
    }

    /**
     * The offsets of some windows from one on, and after the last window the array offset: each is where the next
     * filter starts, or where all of them end. Returns their bytes.
     */
    private int fillOffsets(int first, int windowCount) {
        int limit = (int) Math.min((long) first + OFFSETS_AT_ONCE, windowCount + 1L);
        int filter = firstFilter(first);
        for (int window = first; window < limit; window++) {
            int offset = filter < count ? (int) filters[filter] : length;
            LittleEndian.putInt(offsets, window - first << 2, offset);
            if (filter < count && window(filter) == window) {
                filter++;
            }
        }
        return limit - first << 2;
    }

    /** The first filter whose window is this one or a later one. */
    private int firstFilter(int window) {
        int from = 0;
        int to = count;
        while (from < to) {
            int middle = from + to >>> 1;
            if (window(middle) < window) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private int window(int filter) {
        return (int) (filters[filter] >>> Integer.SIZE);
    }

    /** Forgets the filters and keeps the arrays. */
    void clear() {
        chunk = -1;
        length = 0;
        count = 0;
    }

    /** A capacity of at least what is needed, and twice the old one where an array can be that large. */
    static int grown(int capacity, int needed) {
        return (int) Math.max(needed, Math.min(2L * capacity, Integer.MAX_VALUE - 8));
    }
}
