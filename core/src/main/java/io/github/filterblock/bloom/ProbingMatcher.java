// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/**
 * A matcher that probes bits: a key may match if every bit that it would set is set. All built-in filters are of this
 * kind, so that a denial can be explained by the bit that is missing.
 */
public interface ProbingMatcher extends FilterMatcher {

    /**
     * The bits that a key sets in a filter, in the order in which they are probed (FB-3).
     *
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @param bits number of bits of the filter, a multiple of 8, at least 8
     * @param probes the filter's k, 0 to 30
     * @return a new array of {@code probes} bit numbers, each 0 to {@code bits} - 1; a number may stand there twice
     */
    long[] positions(byte[] key, int keyOffset, int keyLength, long bits, int probes);
}
