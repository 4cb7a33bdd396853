// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.util.OptionalInt;

/**
 * A matcher that probes bits: a key may match if every bit that it would set is set. All built-in filters are of this
 * kind, so a denial can be explained by the bit that is missing, and a dialect is read and sized by its matcher.
 */
abstract class ProbingMatcher implements FilterMatcher {
    ProbingMatcher() {}

    /** The hash that the positions start from. */
    abstract BloomHash hash();

    /** The second hash of a key, which is added at each probe; empty if there is none. */
    abstract OptionalInt secondHash(byte[] key, int keyOffset, int keyLength);

    /** The number that positions in a field of this many bits are taken modulo (FB-3). */
    abstract long modulus(long bits);

    /** The number of bytes of a filter, k included (FB-5), for 0 or more keys at 0 to 1000 bits each. */
    abstract long filterSize(int keyCount, int bitsPerKey);

    /**
     * The bits that a key sets in a filter, in the order in which they are probed (FB-3).
     *
     * @param bits number of bits of the filter, a multiple of 8, at least 8
     * @param probes the filter's k, 0 to 30
     * @return a new array of {@code probes} bit numbers, each 0 to {@code bits} - 1; a number may occur twice
     */
    abstract long[] positions(byte[] key, int keyOffset, int keyLength, long bits, int probes);
}
