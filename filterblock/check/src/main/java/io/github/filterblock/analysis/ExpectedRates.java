// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

/** The rates of false positives that are expected of the filters of a table. For one thread. */
@FunctionalInterface
public interface ExpectedRates {
    /**
     * How likely an absent key is to match.
     *
     * @param blockOffset offset in the file of the data block that may hold the key, unsigned; a full or partitioned
     *     filter ignores it
     * @param key the key as the filter knows it; borrowed
     * @return 0 to 1; 1 where no filter is asked
     */
    double at(long blockOffset, byte[] key);
}
