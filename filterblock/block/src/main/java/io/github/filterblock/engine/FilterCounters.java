// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what filters do for an engine; one for all its tables, or one for each level.
 *
 * <p>{@link EngineFilter} counts by itself. Code that asks a {@link io.github.filterblock.FilterBlockReader} directly
 * passes each answer through {@link #record}.
 *
 * <p>Safe for use by any number of threads; counting takes no lock. While other threads count, each number is right for
 * some moment, but two numbers may be of different moments.
 */
public final class FilterCounters {
    private final LongAdder absent = new LongAdder();
    private final LongAdder mayMatch = new LongAdder();
    private final LongAdder falsePositives = new LongAdder();
    private final LongAdder withoutFilter = new LongAdder();
    private final LongAdder unusableFilters = new LongAdder();
    private final LongAdder openFilters = new LongAdder();
    private final LongAdder filtersWritten = new LongAdder();
    private final LongAdder retainedBytes = new LongAdder();

    /** Counters at zero. */
    public FilterCounters() {}

    /** {@return the lookups that a filter answered with "absent": reads that were saved} */
    public long absent() {
        return absent.sum();
    }

    /** {@return the lookups that a filter let pass} */
    public long mayMatch() {
        return mayMatch.sum();
    }

    /** {@return how many of the lookups that a filter let pass were reported to have found nothing} */
    public long falsePositives() {
        return falsePositives.sum();
    }

    /** {@return the lookups in tables whose filter is missing or unusable} */
    public long withoutFilter() {
        return withoutFilter.sum();
    }

    /** {@return the filters that could not be used} */
    public long unusableFilters() {
        return unusableFilters.sum();
    }

    /** {@return the filters that are open now} */
    public long openFilters() {
        return openFilters.sum();
    }

    /** {@return the bytes that the open filters keep in memory, beside a few small objects for each} */
    public long retainedBytes() {
        return retainedBytes.sum();
    }

    /** {@return the filters that writers have finished: 0 after the first new table if no policy reached the writer} */
    public long filtersWritten() {
        return filtersWritten.sum();
    }

    /** {@return the number of all lookups, with and without a filter} */
    public long lookups() {
        return absent() + mayMatch() + withoutFilter();
    }

    /**
     * {@return the share of the questions about absent keys that a filter let pass, 0 to 1; 0 before the first such
     * question. It is right only if every lookup that found nothing is reported}
     */
    public double falsePositiveRate() {
        long passed = falsePositives();
        long absentKeys = absent() + passed;
        return absentKeys == 0 ? 0 : (double) passed / absentKeys;
    }

    /**
     * Counts a lookup that a filter answered.
     *
     * @param mayMatch the filter's answer
     * @return the same answer
     */
    public boolean record(boolean mayMatch) {
        (mayMatch ? this.mayMatch : absent).increment();
        return mayMatch;
    }

    /** Counts a lookup that a filter let pass and that then found nothing in the table. */
    public void foundNothing() {
        falsePositives.increment();
    }

    /** Counts many lookups at once. */
    void count(int absents, int mayMatches, int withoutFilters) {
        absent.add(absents);
        mayMatch.add(mayMatches);
        withoutFilter.add(withoutFilters);
    }

    /** Counts a lookup in a table without a filter, or with one that cannot be used. */
    void countWithoutFilter() {
        withoutFilter.increment();
    }

    /** Counts a filter that is there but cannot be used. */
    void countUnusable() {
        unusableFilters.increment();
    }

    /** Counts a filter that was finished. */
    void countWritten() {
        filtersWritten.increment();
    }

    /** Counts a filter that is open from now on and keeps that many bytes. */
    void countOpened(long bytes) {
        openFilters.increment();
        retainedBytes.add(bytes);
    }

    /** Counts a filter that is no longer open and kept that many bytes. */
    void countClosed(long bytes) {
        openFilters.decrement();
        retainedBytes.add(-bytes);
    }

    @Override
    public String toString() {
        return "absent " + absent() + ", may match " + mayMatch() + ", false positives " + falsePositives()
                + ", without filter " + withoutFilter() + ", unusable filters " + unusableFilters()
                + ", filters written " + filtersWritten() + ", open filters " + openFilters() + ", retained bytes "
                + retainedBytes();
    }
}
