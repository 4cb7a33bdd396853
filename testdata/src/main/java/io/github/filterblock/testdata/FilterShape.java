// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

/**
 * The length and the number of probes of one filter.
 *
 * <p>Immutable.
 *
 * @param k the filter's last byte, 0..255: the number of probes when it is a Bloom filter (FB-6)
 * @param bitLength how many bits come before that byte
 */
public record FilterShape(int k, long bitLength) {}
