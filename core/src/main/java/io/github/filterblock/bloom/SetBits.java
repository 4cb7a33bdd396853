// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * How many bits are 1 in any part of some bytes. All are counted once, when it is made; then a part of any length takes
 * the same short time. Damaged offsets may say that thousands of filters lie over each other, and whoever counts the
 * bits of each would count the whole block thousands of times.
 *
 * <p>Takes one byte of memory for eight that are counted. A view of the bytes; safe for use by any number of threads as
 * long as they do not change.
 */
public final class SetBits {
    /** A number is kept for so many bytes each. */
    private static final int STRIDE = 64;

    private final ByteBuffer bytes;

    /** How many bits are 1 in front of each stride. */
    private final long[] before;

    private SetBits(ByteBuffer bytes) {
        this.bytes = bytes;
        this.before = new long[bytes.limit() / STRIDE + 1];
        for (int i = 1; i < before.length; i++) {
            before[i] = before[i - 1] + count((i - 1) * STRIDE, i * STRIDE);
        }
    }

    /**
     * Counts the bits of some bytes.
     *
     * @param bytes the remaining ones are counted; kept as a view, position and limit stay
     * @return the counts; indexes start at the first remaining byte
     */
    public static SetBits of(ByteBuffer bytes) {
        return new SetBits(bytes.slice());
    }

    /**
     * The number of bits that are 1 in a part of the bytes.
     *
     * @param index of the part's first byte
     * @param length number of bytes, 0 or more
     * @return 0 to 8 * length
     * @throws IndexOutOfBoundsException if the part is not inside the bytes
     */
    public long in(int index, int length) {
        Objects.checkFromIndexSize(index, length, bytes.limit());
        return upTo(index + length) - upTo(index);
    }

    /** One of the bytes, 0 to 255. */
    int at(int index) {
        return bytes.get(index) & 0xff;
    }

    private long upTo(int limit) {
        int stride = limit / STRIDE;
        return before[stride] + count(stride * STRIDE, limit);
    }

    private int count(int start, int limit) {
        int count = 0;
        for (int i = start; i < limit; i++) {
            count += Integer.bitCount(bytes.get(i) & 0xff);
        }
        return count;
    }
}
