// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.Arguments.checkArgument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The result of auditing one table, or many together. Immutable.
 *
 * <p>{@link #plus} is associative and commutative, {@link #NONE} changes nothing, and every number is exact: results
 * from many machines add up to the same total in any order. No table is counted twice.
 *
 * @param tables the {@linkplain TableAudit#fingerprint fingerprints} of the tables, in order, each once
 * @param space the size of the present filters, and what they should give
 * @param randomKeys measured with random keys
 * @param neighbours measured with keys that differ little from keys of the table
 * @param steps measured with the next and the previous numbers of keys of the table
 * @param estimates the size and rate with other parameters, in the order of base lg and bits per key, each once; none
 *     for a table with damaged data blocks
 */
public record Audit(
        List<String> tables,
        FilterSpace space,
        Measurement randomKeys,
        Measurement neighbours,
        Measurement steps,
        List<FilterEstimate> estimates) {
    /** No table at all. */
    public static final Audit NONE =
            new Audit(List.of(), FilterSpace.NONE, Measurement.NONE, Measurement.NONE, Measurement.NONE, List.of());

    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{32}");

    /** Checks the parts and brings lists into their order. */
    public Audit {
        Set<String> sorted = new TreeSet<>(tables);
        checkArgument(sorted.size() == tables.size(), "a table occurs twice");
        for (String table : sorted) {
            checkArgument(FINGERPRINT.matcher(table).matches(), "no fingerprint of a table: %s", table);
        }
        checkArgument(space.tables() <= sorted.size(), "%s tables with filters are more than all", space.tables());
        tables = List.copyOf(sorted);
        estimates = estimates.stream().sorted(FilterEstimate.ORDER).toList();
        for (int i = 1; i < estimates.size(); i++) {
            checkArgument(
                    FilterEstimate.ORDER.compare(estimates.get(i - 1), estimates.get(i)) != 0,
                    "an estimate occurs twice");
        }
    }

    /**
     * Both together.
     *
     * @param other an audit of other tables
     * @return the sum
     * @throws IllegalArgumentException if a table is in both: it would count twice
     * @throws ArithmeticException if a number passes 2^63
     */
    public Audit plus(Audit other) {
        List<String> all = new ArrayList<>(tables);
        all.addAll(other.tables);
        Set<String> both = sharedWith(other);
        checkArgument(both.isEmpty(), "the table %s would count twice", both.isEmpty() ? "" : first(both));
        return new Audit(
                all,
                space.plus(other.space),
                randomKeys.plus(other.randomKeys),
                neighbours.plus(other.neighbours),
                steps.plus(other.steps),
                sum(estimates, other.estimates));
    }

    private Set<String> sharedWith(Audit other) {
        Set<String> shared = new HashSet<>(tables);
        shared.retainAll(other.tables);
        return shared;
    }

    private static String first(Set<String> tables) {
        return new TreeSet<>(tables).first();
    }

    private static List<FilterEstimate> sum(List<FilterEstimate> some, List<FilterEstimate> others) {
        Map<FilterEstimate, FilterEstimate> sums = new TreeMap<>(FilterEstimate.ORDER);
        some.forEach(estimate -> sums.put(estimate, estimate));
        others.forEach(estimate -> sums.merge(estimate, estimate, FilterEstimate::plus));
        return List.copyOf(sums.values());
    }

    /**
     * The sum of many, in a time that grows only a little faster than their number.
     *
     * @param audits of different tables
     * @return the sum; {@link #NONE} of none
     * @throws IllegalArgumentException if a table would count twice
     * @throws ArithmeticException if a number passes 2^63
     */
    public static Audit sum(List<Audit> audits) {
        if (audits.size() < 2) {
            return audits.isEmpty() ? NONE : audits.get(0);
        }
        int middle = audits.size() / 2;
        return sum(audits.subList(0, middle)).plus(sum(audits.subList(middle, audits.size())));
    }
}
