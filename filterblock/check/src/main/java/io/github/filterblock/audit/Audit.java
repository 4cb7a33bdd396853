// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the filters of one table, or of many together, cost and give: measured with absent keys, expected by their
 * keys, and estimated with other parameters. Immutable.
 *
 * <p>Two kinds of absent keys are asked about, each at one data block, as a database asks:
 *
 * <ul>
 *   <li><b>random keys</b> of 16 bytes, each at the block of a key drawn from the table: a block is asked about as
 *       often as it has keys;
 * <li><b>one step</b>: the next or the previous number of a key drawn from the table, in the digits or bytes at its
 * end, as a program with numbers as keys would ask. Each is asked about once; keys of the table are left out. If keys
 * ascend in byte order, the question goes to the block that the index names, and a key past the last block is not asked
 * about; otherwise to the block of the key it was made from. </ul>
 *
 * <p>LevelDB's hash mixes the last one to three bytes of a key so little that keys one step apart share bits: in small
 * filters they match two to ten times as often as random keys. The expected rate does not include this; the difference
 * between measured and expected rate shows it. A filter for the whole table, or keys with less regular ends, reduce it.
 *
 * <p>RocksDB's full and partitioned filters are asked by user key, and their expected rate is that of RF-15. For a
 * table of RocksDB's the full filters of the kinds that its readers can use are estimated too.
 *
 * <p>Blocks in windows in which no block with keys starts are not asked about, so empty filters do not count.
 *
 * <p>Audits add up in any order and grouping. A table that was audited twice counts twice.
 *
 * @param tables how many tables were audited, 0 or more
 * @param unratedFilters how many of them have a filter that cannot be read, denies keys of its table, or has a policy
 *     that is not built in: what it gives is not known, so it is not a measure for another one
 * @param space the size of the present filters, and what they should give
 * @param randomKeys measured with random keys
 * @param steps measured with keys one step away from those of the table
 * @param estimates the size and rate with other parameters, each once: those with windows in the order of base lg and
 *     bits per key, which a table with damaged data blocks has not; then RocksDB's full filters in the order of kind
 *     and bits per key, which only a table has for which one can be written
 */
public record Audit(
        long tables,
        long unratedFilters,
        FilterSpace space,
        Measurement randomKeys,
        Measurement steps,
        List<FilterEstimate> estimates)
        implements Serializable {
    /** The most samples of either kind. Each takes some 30 bytes of memory while a table is audited. */
    public static final int MAX_SAMPLES = 10_000_000;

    /** No table. */
    public static final Audit NONE = new Audit(0, 0, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of());

    /** Checks the parts and brings the estimates into their order. */
    public Audit {
        Amounts.check(space.tables() <= tables, "%s tables with filters are more than all", space.tables());
        Amounts.check(
                unratedFilters >= 0 && unratedFilters <= tables,
                "%s of %s tables cannot have filters without a rate",
                unratedFilters,
                tables);
        estimates = estimates.stream().sorted(FilterEstimate.ORDER).toList();
        for (int i = 1; i < estimates.size(); i++) {
            Amounts.check(
                    FilterEstimate.ORDER.compare(estimates.get(i - 1), estimates.get(i)) != 0,
                    "an estimate occurs twice");
        }
    }

    /**
     * Audits a table. Its data blocks are read up to three times more.
     *
     * @param table the table; stays open
     * @param report the report on this table
     * @param seed where random numbers start; the same seed and samples give the same result for the same file
     * @param samples how many random keys are asked about, and at most how many one step away; 0 to {@value
     *     #MAX_SAMPLES}
     * @return the result; without measurements if there is no filter that could deny a key
     * @throws IllegalArgumentException if the number of samples is out of range
     * @throws IOException if the file cannot be read
     */
    public static Audit of(TableFile table, TableReport report, long seed, int samples) throws IOException {
        Amounts.check(
                samples >= 0 && samples <= MAX_SAMPLES,
                "the number of samples must be 0 to %s, not %s",
                MAX_SAMPLES,
                samples);
        Measurement random = Measurement.NONE;
        Measurement steps = Measurement.NONE;
        TableQuery query = new TableQuery(report);
        if (query.search() != TableQuery.Search.NO_FILTER && report.entries() > 0) {
            AbsentKeys questions = new AbsentKeys(report, query, seed, samples);
            random = questions.random();
            steps = questions.steps(table);
        }
        boolean asksWindows = report.filter()
                .map(filter -> filter.form().isProbedByBlock())
                .orElse(!report.structure().origin().rocksDb());
        List<FilterEstimate> estimates = new ArrayList<>(asksWindows ? WindowEstimator.estimates(report) : List.of());
        estimates.addAll(FullFilterEstimator.estimates(table, report));
        return new Audit(1, hasUnratedFilter(report) ? 1 : 0, space(report), random, steps, estimates);
    }

    /**
     * Why no full filter of RocksDB's is estimated for a table.
     *
     * @param report of the table
     * @return a clause without an end; empty if some are estimated, and for a table that RocksDB did not write
     */
    public static Optional<String> withoutFullFilters(TableReport report) {
        return FullFilterEstimator.obstacle(report);
    }

    private static boolean hasUnratedFilter(TableReport report) {
        return report.status() == TableStatus.UNKNOWN_POLICY
                || report.filter().filter(Audit::isDamaged).isPresent();
    }

    private static boolean isDamaged(ExaminedFilter filter) {
        return !filter.damage().isEmpty() || filter.identification().contradicted();
    }

    /** {@return whether there are tables, and what their filters give is known of none: then nothing is recommended} */
    public boolean hasOnlyUnratedFilters() {
        return tables > 0 && unratedFilters == tables;
    }

    private static FilterSpace space(TableReport report) {
        long keys = report.entries();
        return report.filter()
                .flatMap(filter -> filter.summary(keys))
                .map(summary -> FilterSpace.of(summary, keys))
                .orElse(FilterSpace.NONE);
    }

    /**
     * Both together.
     *
     * @param other an audit, usually of other tables
     * @return the sum
     * @throws ArithmeticException if a number exceeds 2^63
     */
    public Audit plus(Audit other) {
        Map<FilterEstimate, FilterEstimate> sums = new TreeMap<>(FilterEstimate.ORDER);
        estimates.forEach(estimate -> sums.put(estimate, estimate));
        other.estimates.forEach(estimate -> sums.merge(estimate, estimate, FilterEstimate::plus));
        return new Audit(
                Math.addExact(tables, other.tables),
                Math.addExact(unratedFilters, other.unratedFilters),
                space.plus(other.space),
                randomKeys.plus(other.randomKeys),
                steps.plus(other.steps),
                List.copyOf(sums.values()));
    }

    /**
     * The size of filters, and what they should give. Immutable; two add up to one in any order.
     *
     * @param tables how many tables with a filter were counted, 0 or more
     * @param filters number of filters, empty ones included
     * @param emptyFilters number of filters without bytes
     * @param filterBytes bytes of all filters, each with its k
     * @param offsetBytes bytes of the offset arrays and of what follows them: 4 N + 5 for N filters
     * @param keys number of keys in the tables, all versions and deletions included
     * @param expectedMatches how many keys that are not there are expected to match, if one is looked up beside every
     * key
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

        /** That of the filter of one table. */
        static FilterSpace of(ExaminedFilter.Summary filter, long keys) {
            return new FilterSpace(
                    1,
                    filter.filters(),
                    filter.emptyFilters(),
                    filter.filterBytes(),
                    filter.overheadBytes(),
                    keys,
                    filter.expectedMatches());
        }

        /** Checks that the numbers fit together, and rounds the expected matches. */
        public FilterSpace {
            Amounts.check(tables >= 0, "the number of tables is negative: %s", tables);
            Amounts.check(filters >= 0, "the number of filters is negative: %s", filters);
            Amounts.check(
                    emptyFilters >= 0 && emptyFilters <= filters,
                    "%s of %s filters cannot be empty",
                    emptyFilters,
                    filters);
            Amounts.check(
                    filterBytes >= 0 && offsetBytes >= 0,
                    "a number of bytes is negative: %s, %s",
                    filterBytes,
                    offsetBytes);
            Amounts.check(keys >= 0, "the number of keys is negative: %s", keys);
            expectedMatches = Amounts.rounded(expectedMatches, keys);
        }

        /**
         * Both together.
         *
         * @param other another one
         * @return the sum
         * @throws ArithmeticException if a number exceeds 2^63
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

        /**
         * {@return the expected rate of false positives, weighted with the keys of each filter: 0 to 1, 0 without keys}
         */
        public double expectedRate() {
            return Amounts.share(expectedMatches, keys);
        }
    }
}
