// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.Arguments.checkArgument;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the filters of one table, or of many together, cost and give: measured with absent keys, expected by {@link
 * ExpectedRate}, and estimated with other parameters. Immutable.
 *
 * <p>Two kinds of absent keys are asked about, each at one data block, as a database asks:
 *
 * <ul>
 *   <li><b>random keys</b> of 16 bytes, each at the block of a key drawn from the table: a block is asked about as
 *       often as it has keys;
 *   <li><b>one step</b>: the next or the previous number of a key drawn from the table, in the digits or bytes at its
 *       end, as a program asks whose keys are numbers with gaps. Each is asked about once, keys of the table are left
 *       out. If keys ascend in byte order, the question goes to the block that the index names, and to none behind the
 *       last; otherwise to the block of the key it was made from.
 * </ul>
 *
 * <p>LevelDB's hash mixes the last one to three bytes of a key so little that keys one step apart share bits: in small
 * filters they match two to ten times as often as random keys. The expected rate does not include this; the difference
 * between measured and expected rate shows it. A filter for the whole table, or keys with less regular ends, reduce it.
 *
 * <p>Blocks in windows in which no block with keys starts are not asked about, so empty filters do not count.
 *
 * <p>Audits add up in any order and grouping. A table that was audited twice counts twice.
 *
 * @param tables how many tables were audited, 0 or more
 * @param space the size of the present filters, and what they should give
 * @param randomKeys measured with random keys
 * @param steps measured with keys one step away from those of the table
 * @param estimates the size and rate with other parameters, in the order of base lg and bits per key, each once; empty
 *     for a table with damaged data blocks
 */
public record Audit(
        long tables, FilterSpace space, Measurement randomKeys, Measurement steps, List<FilterEstimate> estimates)
        implements Serializable {
    /** The most samples of either kind. Each takes some 30 bytes of memory while a table is audited. */
    public static final int MAX_SAMPLES = 10_000_000;

    /** No table at all. */
    public static final Audit NONE = new Audit(0, FilterSpace.NONE, Measurement.NONE, Measurement.NONE, List.of());

    /** Checks the parts and brings the estimates into their order. */
    public Audit {
        checkArgument(space.tables() <= tables, "%s tables with filters are more than all", space.tables());
        estimates = estimates.stream().sorted(FilterEstimate.ORDER).toList();
        for (int i = 1; i < estimates.size(); i++) {
            checkArgument(
                    FilterEstimate.ORDER.compare(estimates.get(i - 1), estimates.get(i)) != 0,
                    "an estimate occurs twice");
        }
    }

    /**
     * Audits a table. Its data blocks are read twice more.
     *
     * @param table the table; stays open
     * @param analysis the analysis of this table
     * @param seed where random numbers start; the same seed and samples give the same result for the same file
     * @param samples how many random keys are asked about, and at most how many one step away; 0 to {@value
     *     #MAX_SAMPLES}
     * @return the result; without measurements where there is no filter that could deny a key
     * @throws IllegalArgumentException if the number of samples is out of range
     * @throws IOException if the file cannot be read
     */
    public static Audit of(TableFile table, TableReport analysis, long seed, int samples) throws IOException {
        checkArgument(
                samples >= 0 && samples <= MAX_SAMPLES,
                "the number of samples must be 0 to %s, not %s",
                MAX_SAMPLES,
                samples);
        Measurement random = Measurement.NONE;
        Measurement steps = Measurement.NONE;
        TableQuery query = new TableQuery(analysis);
        if (query.search() != TableQuery.Search.NO_FILTER && analysis.entries() > 0) {
            FilterQuestions questions = new FilterQuestions(analysis, query, seed, samples);
            random = questions.random();
            steps = questions.steps(table);
        }
        return new Audit(1, space(analysis), random, steps, FilterEstimator.estimates(analysis));
    }

    private static FilterSpace space(TableReport analysis) {
        Optional<FilterSummary> summary = analysis.summary();
        if (summary.isEmpty() || !analysis.filter().orElseThrow().isBuiltin()) {
            return FilterSpace.NONE;
        }
        TableFilter filter = analysis.filter().orElseThrow();
        FilterQuestions.Rates rates = new FilterQuestions.Rates(filter);
        double expected = 0;
        for (DataBlock block : analysis.dataBlocks()) {
            expected += rates.at(block.offset()) * block.keyCount();
        }
        return new FilterSpace(
                1,
                filter.layout().filterCount(),
                filter.emptyFilters(),
                summary.get().filterBytes(),
                filter.layout().offsetBytes(),
                analysis.entries(),
                Math.min(expected, (double) analysis.entries()));
    }

    /**
     * Both together.
     *
     * @param other an audit, usually of other tables
     * @return the sum
     * @throws ArithmeticException if a number passes 2^63
     */
    public Audit plus(Audit other) {
        Map<FilterEstimate, FilterEstimate> sums = new TreeMap<>(FilterEstimate.ORDER);
        estimates.forEach(estimate -> sums.put(estimate, estimate));
        other.estimates.forEach(estimate -> sums.merge(estimate, estimate, FilterEstimate::plus));
        return new Audit(
                Math.addExact(tables, other.tables),
                space.plus(other.space),
                randomKeys.plus(other.randomKeys),
                steps.plus(other.steps),
                List.copyOf(sums.values()));
    }
}
