// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.bloom.HashedKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many questions to bare full filters, asked at once: many keys of one filter, or one key of many, or any mixture.
 *
 * <p>A single question to a filter that is not in the cache waits for memory. A batch first loads a part of each line
 * that its questions will look at, so that these waits overlap, and then asks: in half the time or less. In the cache
 * there is no wait to hide, and a batch takes as long as single questions.
 *
 * <p>The order of calls is {@code (add* probe mayMatch* clear)*}. A batch that is made once and used again and again
 * allocates nothing. Not thread-safe; one per thread. A filter in a buffer must not be released between its first
 * question and {@link #probe} or {@link #clear}.
 */
public final class FullFilterBatch {
    /*
     * Questions that wait are kept as runs of one filter, each of which is touched and probed in a loop of its own: the
     * compiler keeps what the loop needs of the filter in registers. To probe a filter in the cache as soon as a
     * question is added was no faster, and made questions to several filters wait for one another.
     *
     * RocksDB's batch prefetches, which Java cannot: a load occupies the processor until its line is there. With fast
     * local filters of 60 MB RocksDB's takes 0.5 to 0.6 of the time (Zen 4, busy); with Ribbon, which has more to
     * compute, 1.5 to 3 times as long.
     */

    /** Bytes of a filter that is taken to be in the second cache: it is probed without being touched. */
    private static final int SMALL = 1 << 20;

    private final long[] hashes;
    private final boolean[] answers;
    private int size;

    /** Number of questions that were asked; those after them wait. */
    private int asked;

    /** The filters of the runs of questions that wait. */
    private final @Nullable FullFilter[] filters;

    /** The first question of each run. */
    private final int[] starts;

    private int runs;

    /** The filter of the last run; none if no question waits. */
    private @Nullable FullFilter last;

    /** Keeps the touching of memory from being optimized away. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /**
     * An empty batch.
     *
     * @param capacity the most questions that it holds, 1 or more; 64 to 256 hide the latency of memory well
     */
    public FullFilterBatch(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch holds at least one question, not " + capacity);
        }
        this.hashes = new long[capacity];
        this.answers = new boolean[capacity];
        this.filters = new FullFilter[capacity];
        this.starts = new int[capacity];
    }

    /** {@return the most questions that the batch holds, as the constructor was given} */
    public int capacity() {
        return answers.length;
    }

    /** {@return the number of questions, 0 to {@link #capacity()}} */
    public int size() {
        return size;
    }

    /**
     * Adds the question that {@link FullFilter#keyMayMatch(byte[], int, int)} asks.
     *
     * @param filter the filter to probe
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return the number of the question, from 0 on
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IllegalStateException if the batch is full
     */
    public int add(FullFilter filter, byte[] key, int offset, int length) {
        return waits(filter, hash(filter, key, offset, length));
    }

    /**
     * Adds the question that {@link FullFilter#keyMayMatch(HashedKey)} asks.
     *
     * @param filter the filter to probe
     * @param key the key; not kept
     * @return the number of the question, from 0 on
     * @throws IllegalStateException if the batch is full
     */
    public int add(FullFilter filter, HashedKey key) {
        return waits(filter, filter.hash(key));
    }

    /** Avoids a virtual call for the common kinds, as {@link FullFilter#keyMayMatch(byte[], int, int)} does. */
    private static long hash(FullFilter filter, byte[] key, int offset, int length) {
        if (filter instanceof FastLocalBloom || filter instanceof Ribbon) {
            return FullFilter.xxph3(key, offset, length);
        }
        return filter instanceof LegacyBloom
                ? ((LegacyBloom) filter).hash(key, offset, length)
                : filter.hash(key, offset, length);
    }

    private int waits(FullFilter filter, long hash) {
        int number = size;
        if (number >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
        if (filter != last) {
            startRun(filter, number);
        }
        hashes[number] = hash;
        size = number + 1;
        return number;
    }

    private void startRun(FullFilter filter, int number) {
        last = filter;
        filters[runs] = filter;
        starts[runs++] = number;
    }

    /** Answers all questions that were added. */
    @SuppressWarnings("NullAway") // each run has a filter
    public void probe() {
        if (runs > 1 || last != null && last.geometry().length() > SMALL) {
            long sum = 0;
            for (int run = 0; run < runs; run++) {
                sum += filters[run].touch(hashes, starts[run], end(run));
            }
            touched = sum;
        }
        for (int run = 0; run < runs; run++) {
            filters[run].answer(hashes, answers, starts[run], end(run));
        }
        forgetFilters();
    }

    private int end(int run) {
        return run + 1 < runs ? starts[run + 1] : size;
    }

    private void forgetFilters() {
        Arrays.fill(filters, 0, runs, null);
        runs = 0;
        last = null;
        asked = size;
    }

    /**
     * The answer to a question.
     *
     * @param question its number, 0 to {@link #size()} - 1
     * @return {@code false} only if the key was certainly not added
     * @throws IndexOutOfBoundsException if there is no such question
     * @throws IllegalStateException if {@link #probe} was not called since the question was added
     */
    public boolean mayMatch(int question) {
        if (question >= asked && question < answers.length) {
            throw noAnswer(question);
        }
        return answers[question];
    }

    private RuntimeException noAnswer(int question) {
        return question < size
                ? new IllegalStateException("question " + question + " has no answer yet: call probe() first")
                : new IndexOutOfBoundsException("question " + question + " of " + size);
    }

    /** Forgets all questions. */
    public void clear() {
        forgetFilters();
        size = 0;
        asked = 0;
    }
}
