// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

/** What rate of false positives to expect of a filter. */
@FunctionalInterface
interface RateModel {
    /** The formula of textbooks: of {@code bits} bits, {@code keys} keys with {@code probes} probes each leave some unset. */
    RateModel TEXTBOOK = (keys, bits, probes) -> Math.pow(-Math.expm1(-(double) probes * keys / bits), probes);

    /**
     * The rate.
     *
     * @param keys number of keys, 1 or more
     * @param bits number of bits, 8 or more
     * @param probes 1 to 30
     * @return 0 to 1
     */
    double rate(long keys, long bits, int probes);
}
