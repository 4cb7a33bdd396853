// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what filters do for an engine; one for all its tables, or one for each level.
 *
 * <p>{@link EngineFilter} counts by itself. Code that asks a {@link io.github.filterblock.FilterBlockReader} directly
 * passes each answer through {@link #answered}.
 *
 * <p>Safe for use by any number of threads; counting takes no lock. Numbers that are read while other threads count are
 * each right for some moment, but not all for the same one.
 */
public final class FilterCounters {
    private final LongAdder absent = new LongAdder();
    private final LongAdder mayMatch = new LongAdder();
    private final LongAdder falsePositives = new LongAdder();
    private final LongAdder withoutFilter = new LongAdder();
    private final LongAdder unusable = new LongAdder();
    private final LongAdder openFilters = new LongAdder();
    private final LongAdder retainedBytes = new LongAdder();

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
     * @param openFilters filters that are open now
     * @param retainedBytes bytes that the open filters keep in memory, beside a few small objects for each
     */
    public record Counts(
            long absent,
            long mayMatch,
            long falsePositives,
            long withoutFilter,
            long unusableFilters,
            long openFilters,
            long retainedBytes) {

        /** {@return the number of all lookups, with and without a filter} */
        public long lookups() {
            return absent + mayMatch + withoutFilter;
        }

        /**
         * {@return the share of the questions about absent keys that a filter let pass, 0 to 1; 0 before the first such
         * question. It is right only if every lookup that found nothing is reported}
         */
        public double falsePositiveRate() {
            long absentKeys = absent + falsePositives;
            return absentKeys == 0 ? 0 : (double) falsePositives / absentKeys;
        }
    }

    /** {@return the numbers since the counters were made; those of open filters are the present ones} */
    public Counts counts() {
        return new Counts(
                absent.sum(),
                mayMatch.sum(),
                falsePositives.sum(),
                withoutFilter.sum(),
                unusable.sum(),
                openFilters.sum(),
                retainedBytes.sum());
    }

    /**
     * Counts a lookup that a filter answered.
     *
     * @param mayMatch the filter's answer
     * @return the same answer
     */
    public boolean answered(boolean mayMatch) {
        (mayMatch ? this.mayMatch : absent).increment();
        return mayMatch;
    }

    /** Counts a lookup that a filter let pass and that then found nothing in the table. */
    public void foundNothing() {
        falsePositives.increment();
    }

    /** Counts a lookup in a table without a filter, or with one that cannot be used. */
    public void withoutFilter() {
        withoutFilter.increment();
    }

    /** Counts a filter that is there but cannot be used. */
    public void unusableFilter() {
        unusable.increment();
    }

    /**
     * Counts a filter that is open from now on.
     *
     * @param bytes the memory that it retains, as {@link io.github.filterblock.FilterBlockReader#retainedBytes} says
     */
    public void opened(long bytes) {
        openFilters.increment();
        retainedBytes.add(bytes);
    }

    /**
     * Counts a filter that is no longer open.
     *
     * @param bytes the memory that it retained
     */
    public void closed(long bytes) {
        openFilters.decrement();
        retainedBytes.add(-bytes);
    }
}
