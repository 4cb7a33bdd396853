// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.Ranges;
import java.nio.ByteBuffer;
import java.util.Objects;

/** What the bytes of one Bloom filter say about the filter. Immutable. */
public final class BloomFilterInfo {
    private final int length;
    private final int probes;
    private final long bits;
    private final long setBits;

    private BloomFilterInfo(int length, int probes, long bits, long setBits) {
        this.length = length;
        this.probes = probes;
        this.bits = bits;
        this.setBits = setBits;
    }

    /**
     * What is said about a filter whose bits the caller has counted, or does not count.
     *
     * @param length number of bytes, k included; 0 or more
     * @param probes the stored k, 0 to 255
     * @param setBits how many bits are 1
     * @return the numbers, with the number of bits that follows from the length
     */
    public static BloomFilterInfo of(int length, int probes, long setBits) {
        return new BloomFilterInfo(length, probes, Math.max(0, length - 1) * 8L, setBits);
    }

    /** {@return the number of bytes, k included; 0 or more} */
    public int length() {
        return length;
    }

    /** {@return the stored k, 0 to 255; 0 if the filter is empty} */
    public int probes() {
        return probes;
    }

    /** {@return the number of bits in the field, a multiple of 8} */
    public long bits() {
        return bits;
    }

    /** {@return how many of them are 1} */
    public long setBits() {
        return setBits;
    }

    /**
     * Looks at a filter.
     *
     * @param filter holds the filter; borrowed, position and limit are not moved
     * @param index absolute index of its first byte
     * @param length number of bytes, 0 or more
     * @return what its bytes say
     * @throws IndexOutOfBoundsException if the filter is not inside the buffer
     */
    public static BloomFilterInfo of(ByteBuffer filter, int index, int length) {
        Ranges.check(index, length, filter.limit());
        if (length == 0) {
            return of(0, 0, 0);
        }
        long setBits = 0;
        for (int i = 0; i < length - 1; i++) {
            setBits += Integer.bitCount(filter.get(index + i) & 0xff);
        }
        return of(length, filter.get(index + length - 1) & 0xff, setBits);
    }

    /**
     * {@return the share of bits that are 1, from 0 to 1: about one half if the writer chose k well, 0 without bits}
     */
    public double fillRatio() {
        return bits == 0 ? 0 : (double) setBits / bits;
    }

    /**
     * The share of absent keys that the filter lets through, computed from the bits that are set (see {@link
     * #expectedRate(double, long, int)}).
     *
     * @return 0 to 1; 0 for a filter that is too short to match, 1 for one that can never deny a key
     */
    public double expectedRate() {
        return matchesNothing() ? 0 : matchesEverything() ? 1 : expectedRate(fillRatio(), bits, probes);
    }

    /**
     * The share of absent keys that LevelDB's Bloom filters let through: {@code fill^k + 1.4 fill / m + n / 2^32} for k
     * probes of m bits and about n keys, as many as give this share of set bits. The first part would be all if probes
     * were independent. The second is what double hashing adds to the small filters of data blocks, on average, if
     * there are more than two probes. The third is keys that have the 32-bit hash of a stored key. One probe is exact:
     * the fill.
     *
     * <p>Measured over many filters as LevelDB writes them, this is within a fifth for 20 to 20,000 keys and up to 16
     * bits per key. It is up to 60 % off with fewer keys, more bits, or a power of two of bits, and up to 60 % too low
     * from 28,000 keys on.
     *
     * @param fill the share of the bits that are set, 0 to 1
     * @param bits number of bits, 1 or more
     * @param probes 1 to 30
     * @return 0 to 1
     */
    public static double expectedRate(double fill, long bits, int probes) {
        if (fill == 0 || probes == 1) {
            return fill;
        }
        double keys = -Math.log1p(-fill) * bits / probes;
        double ofDoubleHashing = probes == 2 ? 0 : 1.4 * fill / bits;
        return Math.min(1, Math.pow(fill, probes) + ofDoubleHashing + keys / 0x1p32);
    }

    /**
     * {@return whether the filter can never deny a key (FB-9): it has no probes or more than 30, or every bit is set}
     */
    public boolean matchesEverything() {
        return !matchesNothing() && (probes == 0 || probes > BloomBits.MAX_PROBES || setBits == bits);
    }

    /** {@return whether the filter denies every key because it has fewer than 2 bytes, too few to hold bits (FB-8)} */
    public boolean matchesNothing() {
        return length < BloomBits.MIN_FILTER_LENGTH;
    }

    /** {@return whether the number of probes is one that writers use, 1 to 30} */
    public boolean hasUsualProbes() {
        return probes >= BloomBits.MIN_PROBES && probes <= BloomBits.MAX_PROBES;
    }

    /** {@return whether the filter has the 64 bits that every writer gives at least (FB-5), and so 9 bytes or more} */
    public boolean hasUsualLength() {
        return bits >= BloomBits.MIN_BITS;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BloomFilterInfo)) {
            return false;
        }
        BloomFilterInfo that = (BloomFilterInfo) other;
        return length == that.length && probes == that.probes && bits == that.bits && setBits == that.setBits;
    }

    @Override
    public int hashCode() {
        return Objects.hash(length, probes, bits, setBits);
    }

    @Override
    public String toString() {
        return length + " bytes, " + probes + " probes, " + setBits + " of " + bits + " bits set";
    }
}
