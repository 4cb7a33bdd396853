// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/**
 * The arithmetic of a writer: how it derives the number of probes from the bits per key, and how far it counts (FB-4,
 * FB-5).
 */
final class BloomWriter {
    /** All that is accepted; more is a mistake of units. */
    static final int MAX_BITS_PER_KEY = 1000;

    static final BloomWriter LEVELDB = new BloomWriter(~0, Long.MAX_VALUE, MAX_BITS_PER_KEY);

    /**
     * Its number of probes is a byte, which wraps from 372 bits per key on, and it computes sizes in 32 bits.
     */
    static final BloomWriter GOLEVELDB = new BloomWriter(0xff, 0xffff_fff8L, MAX_BITS_PER_KEY);

    /** It computes sizes in 32 bits. */
    static final BloomWriter ROCKSDB = new BloomWriter(~0, 0xffff_fff8L, 100);

    /** The bits of a number that hold the probes before they are brought to 1 to 30. */
    private final int probesMask;

    private final long maxBits;
    private final int maxBitsPerKey;

    private BloomWriter(int probesMask, long maxBits, int maxBitsPerKey) {
        this.probesMask = probesMask;
        this.maxBits = maxBits;
        this.maxBitsPerKey = maxBitsPerKey;
    }

    /** The most bits of a filter that it can count; past that its own arithmetic wraps. */
    long maxBits() {
        return maxBits;
    }

    /** More bits per key count as this many. */
    int maxBitsPerKey() {
        return maxBitsPerKey;
    }

    /**
     * The number of probes that is stored: bits per key times 0.69, a little less than the ln 2 at which the rate of
     * false positives is lowest, to save probes. LevelDB multiplies by 0.69 and goleveldb by 69 / 100, which differs by
     * rounding only above the 30 probes that count.
     */
    int probes(int bitsPerKey) {
        int probes = bitsPerKey * 69 / 100 & probesMask;
        return Math.max(BloomBits.MIN_PROBES, Math.min(BloomBits.MAX_PROBES, probes));
    }
}
