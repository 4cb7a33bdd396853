// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.FilterDialect;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What differs between the filters of two tables, as a whole and filter by filter. Immutable.
 *
 * <p>Filters are compared by their numbers. If the tables differ in base lg, filters of one number belong to windows of
 * different sizes, and their differences say little.
 *
 * @param a the filter of the first table, or nothing if it has none
 * @param b the filter of the second
 * @param sameBytes whether the two blocks are the same byte for byte; so are two tables that have none
 * @param counts how many filters are in each state; none are counted unless both tables have a block
 * @param runCount how many runs there are
 * @param runs the first of them, in the order of the filters' numbers: as many as were asked for
 */
public record FilterDiff(
        Optional<Side> a, Optional<Side> b, boolean sameBytes, Map<Kind, Long> counts, long runCount, List<Run> runs) {
    /** The number of runs that are kept by default. */
    public static final int USUAL_LIMIT = 1_000;

    /**
     * The properties of one table's filter as a whole that are compared.
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

        private static Side of(TableFilter filter, FilterIdentification reading) {
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

    /** What differs between two filters; the first that applies. */
    public enum Kind {
        /** Nothing. */
        EQUAL("equal"),
        /** Only the first table has a filter of that number. */
        ONLY_IN_A("only-in-a"),
        /** Only the second table has a filter of that number. */
        ONLY_IN_B("only-in-b"),
        /** The offsets, which are damaged in at least one of them: out of order, or so that filters overlap. */
        OFFSETS("offsets"),
        /** The number of bytes, and so the place of every bit. */
        LENGTH("length"),
        /** The number of probes. */
        PROBES("probes"),
        /** The bits, at the same length and number of probes; for policies that are not built in, the bytes. */
        BITS("bits");

        private final String id;

        Kind(String id) {
            this.id = id;
        }

        /** {@return the kind's short name: lower case, words joined by hyphens} */
        public String id() {
            return id;
        }

        /** {@return whether both tables have the filter, but not alike} */
        public boolean isChange() {
            return this != EQUAL && this != ONLY_IN_A && this != ONLY_IN_B;
        }
    }

    /**
     * How one filter of a table, or a run of neighbours, differs from those of the same numbers in another table.
     * Immutable. Neighbours are taken together only where they are equal, or in one table alone.
     *
     * @param first number of the first filter
     * @param last number of the last one, {@code first} where it is a single one
     * @param kind what differs
     * @param lengthA number of bytes in the first table; 0 for several filters, -1 where the offsets are damaged
     * @param lengthB the same in the second
     * @param probesA the stored k in the first table, 0 to 255; 0 for several filters, without bytes, and for policies
     *     that are not built in
     * @param probesB the same in the second
     * @param onlyA how many bits are 1 in the first table alone; 0 unless both filters have the same length
     * @param onlyB the same in the second
     */
    public record Run(
            int first,
            int last,
            Kind kind,
            int lengthA,
            int lengthB,
            int probesA,
            int probesB,
            long onlyA,
            long onlyB) {

        /** Checks the numbers. */
        public Run {
            Objects.requireNonNull(kind, "kind");
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("filters " + first + " to " + last);
            }
        }

        /** A filter about which only the kind is known. */
        static Run of(int filter, Kind kind) {
            return new Run(filter, filter, kind, 0, 0, 0, 0, 0, 0);
        }

        /** {@return how many filters there are, 1 or more} */
        public int count() {
            return last - first + 1;
        }

        boolean joins(Run next) {
            return kind == next.kind && !kind.isChange() && last + 1 == next.first;
        }

        Run joined(Run next) {
            return new Run(first, next.last, kind, 0, 0, 0, 0, 0, 0);
        }
    }

    /** Copies the lists and checks that no part is missing. */
    public FilterDiff {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        counts = Map.copyOf(counts);
        runs = List.copyOf(runs);
    }

    /**
     * Compares the filters of two tables, as {@link #of(TableReport, TableReport, int)} does.
     *
     * @param a the first table
     * @param b the second
     * @return what differs, with up to {@value #USUAL_LIMIT} runs
     * @throws IllegalArgumentException if a filter block could not be read: see {@link TableFilter#damage}
     */
    public static FilterDiff of(TableReport a, TableReport b) {
        return of(a, b, USUAL_LIMIT);
    }

    /**
     * Compares the filters of two tables.
     *
     * @param a the first table
     * @param b the second
     * @param limit how many runs to keep; all are counted
     * @return what differs
     * @throws IllegalArgumentException if a filter block could not be read: see {@link TableFilter#damage}
     */
    public static FilterDiff of(TableReport a, TableReport b, int limit) {
        Optional<TableFilter> filterA = readable(a);
        Optional<TableFilter> filterB = readable(b);
        FilterRuns runs = new FilterRuns(limit);
        boolean same = filterA.isEmpty() && filterB.isEmpty();
        if (filterA.isPresent() && filterB.isPresent()) {
            same = Arrays.equals(filterA.get().bytes(), filterB.get().bytes());
            runs.compare(filterA.get(), filterB.get(), same);
        }
        return new FilterDiff(
                filterA.map(filter -> Side.of(filter, a.identification())),
                filterB.map(filter -> Side.of(filter, b.identification())),
                same,
                runs.counts(),
                runs.count(),
                runs.first());
    }

    private static Optional<TableFilter> readable(TableReport analysis) {
        Optional<TableFilter> filter = analysis.filter();
        if (filter.isPresent() && filter.get().damage().isPresent()) {
            throw new IllegalArgumentException("the filter block of " + analysis.name() + " could not be read");
        }
        return filter;
    }

    /**
     * Whether the tables' filters answer alike because they are alike.
     *
     * @return {@code true} if neither has one, or both have the same bytes under the same policy name, and their keys
     *     do not show that they are of different dialects
     */
    public boolean equal() {
        return sameBytes && samePolicy() && sameDialect();
    }

    /** {@return whether the policy names are the same, also where neither table has a filter} */
    public boolean samePolicy() {
        return a.map(Side::policy).equals(b.map(Side::policy));
    }

    /** {@return whether one dialect may have made both, also where neither table has a filter} */
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
        return counts.getOrDefault(kind, 0L);
    }

    /** {@return how many filters both tables have, but not alike} */
    public long changed() {
        return count(Kind.OFFSETS) + count(Kind.LENGTH) + count(Kind.PROBES) + count(Kind.BITS);
    }
}
