// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterDifference.Kind;
import io.github.filterblock.bloom.FilterDialect;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What differs between the filters of two tables, as a whole and filter by filter. Immutable.
 *
 * <p>Filters are compared by their numbers. Where the tables have another base lg, filters of one number belong to windows
 * of another size, and their differences say little.
 *
 * @param a the filter of the first table, or nothing if it has none
 * @param b the filter of the second
 * @param sameBytes whether the two blocks are the same byte for byte; so are two tables that have none
 * @param filters the filters of both by their numbers, from 0 on, every number once; none unless both tables have a block
 */
public record FilterDiff(Optional<Side> a, Optional<Side> b, boolean sameBytes, List<FilterDifference> filters) {

    /**
     * What is compared of one table's filter as a whole.
     *
     * @param policy the policy's name, each character for one byte
     * @param dialects what the filter may be of; none for a policy that is not built in
     * @param baseLg the base lg, -1 if the block is too short to have one
     * @param filters number of filters
     * @param arrayOffset where the offset array starts
     * @param size number of bytes of the block, decompressed
     */
    public record Side(
            String policy, List<FilterDialect> dialects, int baseLg, int filters, long arrayOffset, int size) {
        /** Copies the list and checks that no part is missing. */
        public Side {
            Objects.requireNonNull(policy, "policy");
            dialects = List.copyOf(dialects);
        }

        private static Side of(TableFilter filter, FilterReading reading) {
            return new Side(
                    filter.policyName(),
                    reading.dialects(),
                    filter.layout().baseLg(),
                    filter.layout().filterCount(),
                    filter.layout().arrayOffset(),
                    filter.layout().length());
        }

        private boolean mayShareADialect(Side other) {
            return dialects.equals(other.dialects) || !Collections.disjoint(dialects, other.dialects);
        }
    }

    /** Copies the list and checks that no part is missing. */
    public FilterDiff {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        filters = List.copyOf(filters);
    }

    /**
     * Compares the filters of two tables.
     *
     * @param a the first table
     * @param b the second
     * @return what differs
     * @throws IllegalArgumentException if a filter block could not be read: what {@link TableFilter#damage} tells
     */
    public static FilterDiff of(TableAnalysis a, TableAnalysis b) {
        Optional<TableFilter> filterA = readable(a);
        Optional<TableFilter> filterB = readable(b);
        byte[] bytesA = filterA.map(TableFilter::contents).orElse(new byte[0]);
        byte[] bytesB = filterB.map(TableFilter::contents).orElse(new byte[0]);
        return new FilterDiff(
                filterA.map(filter -> Side.of(filter, a.reading())),
                filterB.map(filter -> Side.of(filter, b.reading())),
                filterA.isPresent() == filterB.isPresent() && Arrays.equals(bytesA, bytesB),
                filterA.isPresent() && filterB.isPresent()
                        ? FilterComparison.compare(filterA.get(), filterB.get())
                        : List.of());
    }

    private static Optional<TableFilter> readable(TableAnalysis analysis) {
        Optional<TableFilter> filter = analysis.filter();
        if (filter.isPresent() && filter.get().damage().isPresent()) {
            throw new IllegalArgumentException("the filter block of " + analysis.name() + " could not be read");
        }
        return filter;
    }

    /**
     * Whether the tables' filters answer alike because they are alike.
     *
     * @return {@code true} if neither has one, or both have the same bytes under the same policy name, and their keys do
     *     not tell that they are of different dialects
     */
    public boolean equal() {
        return sameBytes && samePolicy() && sameDialect();
    }

    /**
     * Whether the policy names are the same.
     *
     * @return {@code true} also if neither table has a filter
     */
    public boolean samePolicy() {
        return a.map(Side::policy).equals(b.map(Side::policy));
    }

    /**
     * Whether one dialect may have made both.
     *
     * @return {@code true} also if neither table has a filter
     */
    public boolean sameDialect() {
        return a.isPresent() && b.isPresent() ? a.get().mayShareADialect(b.get()) : a.isPresent() == b.isPresent();
    }

    /**
     * How many filters are in the same state.
     *
     * @param kind the state
     * @return 0 or more
     */
    public long count(Kind kind) {
        return filters.stream()
                .filter(filter -> filter.kind() == kind)
                .mapToLong(FilterDifference::count)
                .sum();
    }

    /**
     * How many filters both tables have, but not alike.
     *
     * @return 0 or more
     */
    public long changed() {
        return filters.stream().mapToLong(FilterDifference::count).sum()
                - count(Kind.EQUAL)
                - count(Kind.ONLY_IN_A)
                - count(Kind.ONLY_IN_B);
    }
}
