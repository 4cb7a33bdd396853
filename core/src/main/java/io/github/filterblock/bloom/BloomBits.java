// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/** The bits of a filter: how many there are, which ones a hash sets, and whether all of them are set. */
final class BloomBits {
    /*
     * A filter is a field of bits in whole bytes, followed by one byte k, the number of probes (FB-5, FB-6):
     *
     *     | bits ...                     | k |
     *       bit i is bit i & 7 of byte i >> 3, lowest bit first
     *
     * A key has one 32-bit hash h. Its k positions are h, h + d, h + 2d, ... modulo the number of bits, where d is h
     * rotated right by 17: double hashing from a single hash [1], as in LevelDB's util/bloom.cc [2] (FB-3). The
     * sums are taken modulo 2^32 before the remainder is, so the order of the two operations is part of the format.
     *
     * Below 64 bits the rate of false positives would be very high, so a filter has at least 64 bits.
     *
     * Values of k above 30 are reserved for encodings that do not exist yet: such a filter matches every key,
     * and so does k = 0, because no probe can fail (FB-9). Two bytes are the least that can hold a bit field and k;
     * anything shorter matches nothing (FB-8).
     *
     * Two things make probing fast. Remainders are multiplied, not divided: see Remainders. And three bits are looked
     * at before a decision, since a mispredicted branch costs more than two loads, and in a well-filled filter an
     * absent key fails within the first three probes seven times out of eight. How filters are written is in
     * BloomBitsWriter.
     *
     * Filters of six probes and less than 2 KiB have a path of their own, without loops; LargeBits has the path for all
     * others, which is not compiled together with this one. What the short path costs is its
     * instructions, about a dozen for each probe, all of which wait for the hash. What does not wait for it is done
     * while the key is being hashed: the checks of a range cost next to nothing, and that of the number of probes
     * fetches the filter in time. Each check has a form that lets the compiler reuse it: the index into the table of
     * multipliers is the length less two, so its check is the check that there are bits, and Remainders.indexOf
     * gives the index in the array, so it is checked as it comes out and used as it was checked. The hash takes about
     * 30 cycles. LevelDB's lookup divides six times, this one multiplies twelve times. An offset added for each probe
     * costs the one filter of a table a tenth; offsets settled when a reader opens made lookups slower.
     *
     * [1] Kirsch, Mitzenmacher: Less Hashing, Same Performance: Building a Better Bloom Filter. ESA 2006.
     * [2] google/leveldb 78a352f, util/bloom.cc.
     */
    static final int MIN_BITS = 64;
    static final int MIN_PROBES = 1;
    static final int MAX_PROBES = 30;
    static final int MIN_FILTER_LENGTH = 2;

    /** The number of probes that nearly all filters have at least: that of the usual 10 bits a key. */
    static final int SIX = 6;

    private static final int DELTA_ROTATION = 17;

    private BloomBits() {}

    /** Number of bytes of a filter for that many keys, k included. Both factors are below 2^31, so nothing wraps. */
    static long filterSize(int keyCount, int bitsPerKey) {
        long bits = Math.max(MIN_BITS, (long) keyCount * bitsPerKey);
        return (bits + 7 >>> 3) + 1;
    }

    static boolean mayMatch(int hash, byte[] filter, int offset, int length) {
        int lessOne = length - 2;
        if (lessOne >= 0
                && lessOne < Remainders.TABLE_SIZE - 1
                && offset >= 0
                && offset <= Remainders.MAX_OFFSET
                && filter[offset + lessOne + 1] == SIX) {
            return sixSet(hash, filter, Remainders.indexBase(offset), lessOne + 1, Remainders.indexMultiplier(lessOne));
        }
        return LargeBits.mayMatch(hash, filter, offset, length);
    }

    /** Whether six bits are set in a filter whose offset is in the base of its indexes. */
    private static boolean sixSet(int hash, byte[] filter, long base, int bytes, long multiplier) {
        int delta = delta(hash);
        int at = hash;
        int bits = fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        if ((bits & 1) == 0) {
            return false;
        }
        bits = fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        at += delta;
        bits &= fromBit(at, filter, base, bytes, multiplier);
        return (bits & 1) != 0;
    }

    /** The byte that a hash points into, shifted so that the bit it means is the lowest. */
    private static int fromBit(int hash, byte[] filter, long base, int bytes, long multiplier) {
        return filter[Remainders.indexOf(hash, bytes, multiplier, base)] >> (hash & 7);
    }

    /** The bits of a hash, in the order in which they are probed; slow and plain, for explanations. */
    static long[] positions(int hash, long bits, int probes) {
        long[] positions = new long[probes];
        int delta = delta(hash);
        int at = hash;
        for (int probe = 0; probe < probes; probe++) {
            positions[probe] = Integer.toUnsignedLong(at) % bits;
            at += delta;
        }
        return positions;
    }

    static int delta(int hash) {
        return Integer.rotateRight(hash, DELTA_ROTATION);
    }
}
