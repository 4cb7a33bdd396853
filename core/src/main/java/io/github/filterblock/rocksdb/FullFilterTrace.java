// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * How a full filter finds its answer about one key. Immutable.
 */
public final class FullFilterTrace {
    private final FullFilterGeometry geometry;
    private final long hash;
    private final long place;
    private final List<Step> steps;
    private final boolean mayMatch;

    /** One probe or one column. Immutable. */
    public static final class Step {
        private final long position;
        private final boolean matches;

        Step(long position, boolean matches) {
            this.position = position;
            this.matches = matches;
        }

        /**
         * {@return for a probe, the number of the bit in the filter: bit {@code position % 8} of byte
         * {@code position / 8}; for a column, the number of its segment of 16 bytes; for a fingerprint, its number}
         */
        public long position() {
            return position;
        }

        /**
         * {@return whether the bit is set, or the column has the parity that the key demands; for the third
         * fingerprint, whether the three together give that of the key}
         */
        public boolean matches() {
            return matches;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Step && position == ((Step) other).position && matches == ((Step) other).matches;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(position) + Boolean.hashCode(matches);
        }
    }

    FullFilterTrace(FullFilterGeometry geometry, long hash, long place, List<Step> steps, boolean mayMatch) {
        this.geometry = Objects.requireNonNull(geometry, "geometry");
        this.hash = hash;
        this.place = place;
        this.steps = Collections.unmodifiableList(steps);
        this.mayMatch = mayMatch;
    }

    /** {@return the geometry of the filter} */
    public FullFilterGeometry geometry() {
        return geometry;
    }

    /**
     * {@return the key's hash: 32 bits for a legacy filter; 64 bits, unsigned, for the others: of XXPH3, or for
     * a binary fuse filter of XXH3 mixed with its seed; 0 if no bit is examined}
     */
    public long hash() {
        return hash;
    }

    /**
     * {@return the line of a Bloom filter, the row of a Ribbon filter at which the key's coefficients start, or
     * the segment of a binary fuse filter in which the first fingerprint is; 0 if no bit is examined}
     */
    public long place() {
        return place;
    }

    /**
     * {@return the probes of a Bloom filter, or the columns of a Ribbon filter, up to the one that denies the
     * key; the three fingerprints of a binary fuse filter, of which only the last can deny it}
     */
    public List<Step> steps() {
        return steps;
    }

    /** {@return the answer, {@code false} only if the key is certainly absent} */
    public boolean mayMatch() {
        return mayMatch;
    }
}
