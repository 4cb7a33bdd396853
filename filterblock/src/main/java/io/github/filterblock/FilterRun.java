// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.FilterGenerator;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The filters of a block that is being built, one behind the other, and the windows they belong to.
 *
 * <p>Only filters with keys are kept. The offset of a window without keys is the start of the next filter (FB-13), so it
 * need not be stored before the block is written, and a jump over a billion windows costs nothing until then.
 *
 * <p>Filters lie in chunks, each half as large as all before it: nothing is copied when they grow, and no more than half
 * of what is used is allocated on top of it.
 */
final class FilterRun {
    private static final int MIN_CHUNK = 1 << 10;
    private static final int MAX_CHUNK = 1 << 16;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[][] chunks = new byte[4][];

    /** Number of used bytes of each chunk. */
    private int[] used = new int[4];

    /** The chunk that is being filled, or -1 before the first filter. */
    private int chunk = -1;

    private int length;

    /** Window in the upper and first byte in the lower half, for each filter. */
    private long[] filters = new long[16];

    private int count;

    /** Offsets on their way into the buffer. */
    private final byte[] offsets = new byte[1 << 10];

    private int pending;

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
        int window = 0;
        for (int i = 0; i < count; i++) {
            int limit = (int) (filters[i] >>> Integer.SIZE) + 1;
            window = writeOffsets(dst, (int) filters[i], window, limit);
        }
        writeOffsets(dst, length, window, windowCount);
        flush(dst);
        dst.writeIntLE(length);
    }

    /** Gives the windows from one to another the same offset; collects many before it troubles the buffer. */
    private int writeOffsets(ByteBuf dst, int offset, int window, int limit) {
        for (int i = window; i < limit; i++) {
            INT.set(offsets, pending, offset);
            pending += Integer.BYTES;
            if (pending == offsets.length) {
                flush(dst);
            }
        }
        return limit;
    }

    private void flush(ByteBuf dst) {
        dst.writeBytes(offsets, 0, pending);
        pending = 0;
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
