// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.Objects;

/**
 * How one filter of a table, or a row of neighbours, differs from those of the same numbers in another table. Immutable.
 * Neighbours are taken together only where they are equal, or in one table alone.
 *
 * @param first number of the first filter
 * @param last number of the last one, {@code first} where it is a single one
 * @param kind what differs
 * @param lengthA number of bytes in the first table; 0 for several filters, -1 where the offsets are damaged
 * @param lengthB the same in the second
 * @param probesA the stored k in the first table, 0 to 255; 0 for several filters, without bytes, and for policies that
 *     are not built in
 * @param probesB the same in the second
 * @param onlyA how many bits are 1 in the first table alone; 0 unless both filters have the same length
 * @param onlyB the same in the second
 */
public record FilterDifference(
        int first, int last, Kind kind, int lengthA, int lengthB, int probesA, int probesB, long onlyA, long onlyB) {

    /** What differs between two filters; the first that applies. */
    public enum Kind {
        /** Nothing. */
        EQUAL("equal"),
        /** Only the first table has a filter of that number. */
        ONLY_IN_A("only-in-a"),
        /** Only the second table has a filter of that number. */
        ONLY_IN_B("only-in-b"),
        /** The offsets, which are damaged in at least one of them. */
        OFFSETS("offsets"),
        /** The number of bytes, and with it the place of every bit. */
        LENGTH("length"),
        /** The number of probes. */
        PROBES("probes"),
        /** The bits, at the same length and number of probes; for policies that are not built in, the bytes. */
        BITS("bits");

        private final String id;

        Kind(String id) {
            this.id = id;
        }

        /**
         * The kind's short name.
         *
         * @return lower case, words joined by hyphens
         */
        public String id() {
            return id;
        }

        private boolean joins() {
            return this == EQUAL || this == ONLY_IN_A || this == ONLY_IN_B;
        }
    }

    /** Checks the numbers. */
    public FilterDifference {
        Objects.requireNonNull(kind, "kind");
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("filters " + first + " to " + last);
        }
    }

    /** Filters of which nothing but the kind is to be said. */
    static FilterDifference of(int filter, Kind kind) {
        return new FilterDifference(filter, filter, kind, 0, 0, 0, 0, 0, 0);
    }

    /**
     * How many filters there are.
     *
     * @return 1 or more
     */
    public int count() {
        return last - first + 1;
    }

    boolean joins(FilterDifference next) {
        return kind == next.kind && kind.joins() && last + 1 == next.first;
    }

    FilterDifference joined(FilterDifference next) {
        return new FilterDifference(first, next.last, kind, 0, 0, 0, 0, 0, 0);
    }
}
