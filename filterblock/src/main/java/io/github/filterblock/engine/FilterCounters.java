// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what filters do for an engine; one for all its tables, or one for each level.
 *
 * <p>Safe for use by any number of threads; counting takes no lock. Numbers read while others count are each right for
 * some moment, but not all for the same.
 */
public final class FilterCounters {
    private final LongAdder absent = new LongAdder();
    private final LongAdder mayMatch = new LongAdder();
    private final LongAdder falsePositives = new LongAdder();
    private final LongAdder withoutFilter = new LongAdder();
    private final LongAdder unusable = new LongAdder();

    /** Counters at zero. */
    public FilterCounters() {}

    /**
     * The numbers at one moment.
     *
     * @param absent lookups that a filter answered with "absent": reads that were saved
     * @param mayMatch lookups that a filter let pass
     * @param falsePositives of those, how many were reported to have found nothing
     * @param withoutFilter lookups in tables whose filter is missing or unusable
     * @param unusableFilters filters that could not be used
     */
    public record Counts(long absent, long mayMatch, long falsePositives, long withoutFilter, long unusableFilters) {

        /**
         * All lookups.
         *
         * @return with and without a filter
         */
        public long lookups() {
            return absent + mayMatch + withoutFilter;
        }
    }

    /**
     * Reads the counters.
     *
     * @return the numbers since the counters were made
     */
    public Counts counts() {
        return new Counts(absent.sum(), mayMatch.sum(), falsePositives.sum(), withoutFilter.sum(), unusable.sum());
    }

    boolean answered(boolean answer) {
        (answer ? mayMatch : absent).increment();
        return answer;
    }

    void falsePositive() {
        falsePositives.increment();
    }

    void withoutFilter() {
        withoutFilter.increment();
    }

    void unusableFilter() {
        unusable.increment();
    }
}
