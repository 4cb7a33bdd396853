// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.Arguments.checkArgument;

import java.io.Serializable;

/**
 * The size of filters, and what they should give. Immutable; two add up to one in any order.
 *
 * @param tables how many tables with a filter were counted, 0 or more
 * @param filters number of filters, empty ones included
 * @param emptyFilters number of filters without bytes
 * @param filterBytes bytes of all filters, each with its k
 * @param offsetBytes bytes of the offset arrays and of what follows them: 4 N + 5 for N filters
 * @param keys number of keys in the tables, all versions and deletions included
 * @param expectedMatches how many keys that are not there are expected to match, if one is looked up beside every key
 */
public record FilterSpace(
        long tables,
        long filters,
        long emptyFilters,
        long filterBytes,
        long offsetBytes,
        long keys,
        double expectedMatches)
        implements Serializable {
    /** No table. */
    static final FilterSpace NONE = new FilterSpace(0, 0, 0, 0, 0, 0, 0);

    /** Checks that the numbers fit together, and rounds the expected matches. */
    public FilterSpace {
        checkArgument(tables >= 0, "the number of tables is negative: %s", tables);
        checkArgument(filters >= 0, "the number of filters is negative: %s", filters);
        checkArgument(
                emptyFilters >= 0 && emptyFilters <= filters,
                "%s of %s filters cannot be empty",
                emptyFilters,
                filters);
        checkArgument(
                filterBytes >= 0 && offsetBytes >= 0,
                "a number of bytes is negative: %s, %s",
                filterBytes,
                offsetBytes);
        checkArgument(keys >= 0, "the number of keys is negative: %s", keys);
        expectedMatches = Measurement.checkExpected(expectedMatches, keys);
    }

    /**
     * Both together.
     *
     * @param other another one
     * @return the sum
     * @throws ArithmeticException if a number passes 2^63
     */
    FilterSpace plus(FilterSpace other) {
        return new FilterSpace(
                Math.addExact(tables, other.tables),
                Math.addExact(filters, other.filters),
                Math.addExact(emptyFilters, other.emptyFilters),
                Math.addExact(filterBytes, other.filterBytes),
                Math.addExact(offsetBytes, other.offsetBytes),
                Math.addExact(keys, other.keys),
                expectedMatches + other.expectedMatches);
    }

    /**
     * {@return the number of bytes of filters and offsets: the length of the filter blocks without trailers, unless
     * they are damaged}
     */
    public long bytes() {
        return Math.addExact(filterBytes, offsetBytes);
    }

    /** {@return the expected rate of false positives, weighted with the keys of each filter: 0 to 1, 0 without keys} */
    public double expectedRate() {
        return Measurement.share(expectedMatches, keys);
    }
}
