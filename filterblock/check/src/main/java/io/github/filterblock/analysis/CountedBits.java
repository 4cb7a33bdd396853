// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.BloomFilterInfo;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The number of bits that are 1 in any part of some bytes. All are counted once, when it is made; then a part of any
 * length takes the same short time. Damaged offsets may make thousands of filters overlap, and counting the bits of
 * each would count the whole block thousands of times.
 *
 * <p>Takes one byte of memory for eight that are counted. A view of the bytes; safe for use by any number of threads as
 * long as they do not change.
 */
final class CountedBits {
    /** One counter covers this many bytes. */
    private static final int STRIDE = 64;

    private final ByteBuffer bytes;

    /** Number of bits that are 1 in front of each stride. */
    private final long[] before;

    private CountedBits(ByteBuffer bytes) {
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
    static CountedBits of(ByteBuffer bytes) {
        return new CountedBits(bytes.slice());
    }

    /**
     * The number of bits that are 1 in a part of the bytes.
     *
     * @param index of the part's first byte
     * @param length number of bytes, 0 or more
     * @return 0 to 8 * length
     * @throws IndexOutOfBoundsException if the part is not inside the bytes
     */
    long in(int index, int length) {
        Objects.checkFromIndexSize(index, length, bytes.limit());
        return upTo(index + length) - upTo(index);
    }

    /**
     * What the bytes of one Bloom filter say about it.
     *
     * @param index of its first byte
     * @param length number of bytes, 0 or more
     * @return the same as if the filter stood alone
     * @throws IndexOutOfBoundsException if the filter is not inside the bytes
     */
    BloomFilterInfo info(int index, int length) {
        if (length == 0) {
            return new BloomFilterInfo(0, 0, 0, 0);
        }
        int probes = bytes.get(index + length - 1) & 0xff;
        return new BloomFilterInfo(length, probes, (length - 1) * 8L, in(index, length - 1));
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
