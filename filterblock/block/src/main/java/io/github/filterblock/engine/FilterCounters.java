// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what filters do for an engine; one for all its tables, or one for each level.
 *
 * <p>{@link EngineFilter} counts by itself. Safe for use by any number of threads; counting takes no lock.
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

    /** {@return what was counted until now} */
    public Snapshot snapshot() {
        return new Snapshot(this);
    }

    /**
     * What was counted up to a moment. Its numbers stay as they are, so those that follow from others agree with them.
     * While other threads count, the numbers may be of moments that differ by a little. Immutable.
     */
    public static final class Snapshot {
        private final long absent;
        private final long mayMatch;
        private final long falsePositives;
        private final long withoutFilter;
        private final long unusableFilters;
        private final long openFilters;
        private final long filtersWritten;
        private final long retainedBytes;

        private Snapshot(FilterCounters counters) {
            this.absent = counters.absent.sum();
            this.mayMatch = counters.mayMatch.sum();
            this.falsePositives = counters.falsePositives.sum();
            this.withoutFilter = counters.withoutFilter.sum();
            this.unusableFilters = counters.unusableFilters.sum();
            this.openFilters = counters.openFilters.sum();
            this.filtersWritten = counters.filtersWritten.sum();
            this.retainedBytes = counters.retainedBytes.sum();
        }

        /** {@return the lookups that a filter answered with "absent": reads that were saved} */
        public long absent() {
            return absent;
        }

        /** {@return the lookups that a filter let pass} */
        public long mayMatch() {
            return mayMatch;
        }

        /** {@return how many of the lookups that a filter let pass were reported to have found nothing} */
        public long falsePositives() {
            return falsePositives;
        }

        /** {@return the lookups in tables whose filter is missing or unusable} */
        public long withoutFilter() {
            return withoutFilter;
        }

        /** {@return the filters that could not be used} */
        public long unusableFilters() {
            return unusableFilters;
        }

        /** {@return the filters that are open now} */
        public long openFilters() {
            return openFilters;
        }

        /** {@return the bytes that the open filters keep in memory, beside a few small objects for each} */
        public long retainedBytes() {
            return retainedBytes;
        }

        /**
         * {@return the filters that writers have finished: 0 after the first new table if no policy reached the writer}
         */
        public long filtersWritten() {
            return filtersWritten;
        }

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

        @Override
        public String toString() {
            return "absent " + absent + ", may match " + mayMatch + ", false positives " + falsePositives
                    + ", without filter " + withoutFilter + ", unusable filters " + unusableFilters
                    + ", filters written " + filtersWritten + ", open filters " + openFilters + ", retained bytes "
                    + retainedBytes;
        }
    }

    /**
     * Counts a lookup that a filter answered.
     *
     * @param mayMatch the filter's answer
     * @return the same answer
     */
    boolean record(boolean mayMatch) {
        (mayMatch ? this.mayMatch : absent).increment();
        return mayMatch;
    }

    /** Counts a lookup that a filter let pass and that then found nothing in the table. */
    void foundNothing() {
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

    /** {@return what was counted until now, for logs} */
    @Override
    public String toString() {
        return snapshot().toString();
    }
}
