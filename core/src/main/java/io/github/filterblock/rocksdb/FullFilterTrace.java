// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.List;
import java.util.Objects;

/**
 * How a full filter finds its answer about one key. Immutable.
 *
 * @param geometry of the filter
 * @param hash the key's: 32 bits for a legacy filter, 64 bits of XXPH3 for the others, unsigned; 0 if no bit is asked
 * @param place the line of a Bloom filter, or the row of a Ribbon filter at which the key's coefficients start; 0 if no
 *     bit is asked
 * @param steps the probes of a Bloom filter, or the columns of a Ribbon filter, up to the one that denies the key
 * @param mayMatch the answer, {@code false} only if the key is certainly absent
 */
public record FullFilterTrace(FullFilterGeometry geometry, long hash, long place, List<Step> steps, boolean mayMatch) {

    /**
     * One probe or one column.
     *
     * @param position for a probe, the number of the bit in the filter: bit {@code position % 8} of byte
     *     {@code position / 8}; for a column, the number of its segment of 16 bytes
     * @param matches whether the bit is set, or the column has the parity that the key demands
     */
    public record Step(long position, boolean matches) {}

    /** Copies the list and checks that no part is missing. */
    public FullFilterTrace {
        Objects.requireNonNull(geometry, "geometry");
        steps = List.copyOf(steps);
    }
}
