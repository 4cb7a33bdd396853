// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;

/**
 * What the bytes of one Bloom filter say of themselves.
 *
 * @param length number of bytes, k included; 0 or more
 * @param probes the stored k, 0 to 255; 0 where the filter is empty
 * @param bits number of bits in the field, a multiple of 8
 * @param setBits how many of them are 1
 */
public record BloomFilterInfo(int length, int probes, long bits, long setBits) {

    /**
     * Looks at a filter.
     *
     * @param filter holds the filter; borrowed, position and limit are not moved
     * @param index absolute index of its first byte
     * @param length number of bytes, 0 or more
     * @return what it says
     * @throws IndexOutOfBoundsException if the filter is not inside the buffer
     */
    public static BloomFilterInfo of(ByteBuffer filter, int index, int length) {
        if (length == 0) {
            return new BloomFilterInfo(0, 0, 0, 0);
        }
        long setBits = 0;
        for (int i = 0; i < length - 1; i++) {
            setBits += Integer.bitCount(filter.get(index + i) & 0xff);
        }
        return new BloomFilterInfo(length, filter.get(index + length - 1) & 0xff, (length - 1) * 8L, setBits);
    }

    /**
     * The share of bits that are 1; about one half where the writer chose k well.
     *
     * @return 0 to 1; 0 for a filter without bits
     */
    public double fillRatio() {
        return bits == 0 ? 0 : (double) setBits / bits;
    }

    /**
     * Whether the filter can never say that a key is absent (FB-9).
     *
     * @return {@code true} for no probes, for more than 30, and where every bit is set
     */
    public boolean matchesEverything() {
        return !matchesNothing() && (probes == 0 || probes > BloomBits.MAX_PROBES || setBits == bits);
    }

    /**
     * Whether the filter says of every key that it is absent, because it is too short to hold bits (FB-8).
     *
     * @return {@code true} below 2 bytes
     */
    public boolean matchesNothing() {
        return length < BloomBits.MIN_FILTER_LENGTH;
    }

    /**
     * Whether the number of probes is one that writers use.
     *
     * @return {@code true} for 1 to 30
     */
    public boolean hasUsualProbes() {
        return probes >= BloomBits.MIN_PROBES && probes <= BloomBits.MAX_PROBES;
    }

    /**
     * Whether the filter has the 64 bits that every writer gives at least (FB-5).
     *
     * @return {@code true} from 9 bytes on
     */
    public boolean hasUsualLength() {
        return bits >= BloomBits.MIN_BITS;
    }
}
