// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many questions asked at once: many keys of one table, or one key of many, or any mixture.
 *
 * <p>A single lookup in a filter that is not in the cache waits for memory two or three times, one after the other: for
 * the offset array, for the filter, for its last byte. A batch takes each of these steps for all of its questions
 * before the next step, so that the waits overlap. It pays where the filter blocks together are larger than the cache:
 * then a question takes half the time or less. In the cache a batch takes up to a fifth longer than single questions.
 *
 * <p>The order of calls is {@code (add* ask mayMatch* clear)*}. Made once and used again and again, it allocates
 * nothing. Not thread-safe; one per thread. A reader that {@linkplain
 * FilterBlockReader#retaining retains} a buffer, or is over something else than a whole array, is asked when the
 * question is added; batches do not speed it up.
 */
public final class FilterBatch {
    private static final VarHandle LONG = ArrayReader.LONG;

    /** Blocks with one filter, two bytes from offset 0, and behind it its start and limit: one matches every key. */
    private static final byte[] MATCHING = {0, 31, 0, 0, 0, 0, 2, 0, 0, 0};

    private static final byte[] DENYING = {0, 6, 0, 0, 0, 0, 2, 0, 0, 0};
    private static final int FILTER_LENGTH = 2;

    private final boolean[] answers;
    private int size;

    /** Number of questions that were asked; those after them wait. */
    private int asked;

    /*
     * A question that waits is an array with a block, the index of its filter's start and limit, the largest limit, and
     * the hash of a key. Start and limit are then found for all of them.
     */
    private final byte @Nullable [][] arrays;
    private final int[] entries;
    private final int[] limits;
    private final int[] hashes;
    private final int[] starts;

    /** Keeps the touching of memory from being optimized away. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    /**
     * An empty batch.
     *
     * @param capacity the most questions that it holds, 1 or more; 64 to 256 hide the latency of memory well
     */
    public FilterBatch(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch holds at least one question, not " + capacity);
        }
        this.answers = new boolean[capacity];
        this.arrays = new byte[capacity][];
        this.entries = new int[capacity];
        this.limits = new int[capacity];
        this.hashes = new int[capacity];
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
     * Adds the question that {@link FilterBlockReader#keyMayMatch(long, byte[], int, int)} asks. It holds its
     * answer already if the reader is not over a whole array.
     *
     * @param reader the reader to ask
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed for the length of the call
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return the number of the question, from 0 on
     * @throws IllegalStateException if the batch is full
     */
    public int add(FilterBlockReader reader, long blockOffset, byte[] key, int keyOffset, int keyLength) {
        return reader instanceof ArrayReader own && !own.likeLevelDb
                ? waits(own, blockOffset, own.hash.hash(key, keyOffset, keyLength))
                : answered(reader.keyMayMatch(blockOffset, key, keyOffset, keyLength));
    }

    /**
     * Adds the question that {@link FilterBlockReader#hashMayMatch} asks.
     *
     * @param reader the reader to ask
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param token of a hash that the reader {@linkplain FilterBlockReader#takes takes}
     * @return the number of the question, from 0 on
     * @throws IllegalArgumentException if the token is of another hash
     * @throws IllegalStateException if the batch is full
     */
    public int add(FilterBlockReader reader, long blockOffset, long token) {
        return reader instanceof ArrayReader own && !own.likeLevelDb && own.takes(token)
                ? waits(own, blockOffset, (int) token)
                : answered(reader.hashMayMatch(blockOffset, token));
    }

    private int answered(boolean answer) {
        return waits(answer ? MATCHING : DENYING, FILTER_LENGTH, FILTER_LENGTH, 0);
    }

    private int waits(ArrayReader reader, long blockOffset, int keyHash) {
        int entry = reader.entry(blockOffset);
        return entry < 0 ? answered(true) : waits(reader.array, entry, reader.arrayOffset, keyHash);
    }

    private int waits(byte[] array, int entry, int limit, int keyHash) {
        int number = size;
        if (number >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
        arrays[number] = array;
        entries[number] = entry;
        limits[number] = limit;
        hashes[number] = keyHash;
        size = number + 1;
        return number;
    }

    /** Answers all questions that were added. */
    public void ask() {
        touchEntries();
        findFilters();
        touchFilters();
        probeFilters();
        forgetArrays();
    }

    private void touchEntries() {
        int sum = 0;
        for (int i = asked; i < size; i++) {
            sum += arrays[i][entries[i]];
        }
        touched += sum;
    }

    private void findFilters() {
        for (int i = asked; i < size; i++) {
            long startAndLimit = (long) LONG.get(arrays[i], entries[i]);
            int start = (int) startAndLimit;
            int limit = (int) (startAndLimit >>> Integer.SIZE);
            if (start < 0 || start > limit || limit > limits[i]) { // FB-25
                arrays[i] = MATCHING;
                start = 0;
                limit = FILTER_LENGTH;
            }
            starts[i] = start;
            limits[i] = limit;
        }
    }

    private void touchFilters() {
        int sum = 0;
        for (int i = asked; i < size; i++) {
            sum += arrays[i][starts[i]] + arrays[i][Math.max(0, limits[i] - 1)];
        }
        touched += sum;
    }

    private void probeFilters() {
        for (int i = asked; i < size; i++) {
            answers[i] = BloomFilterMatcher.hashMayMatch(hashes[i], arrays[i], starts[i], limits[i] - starts[i]);
        }
    }

    private void forgetArrays() {
        Arrays.fill(arrays, asked, size, null);
        asked = size;
    }

    /**
     * The answer to a question.
     *
     * @param question its number, 0 to {@link #size()} - 1
     * @return {@code false} only if the key is certainly absent; meaningful after {@link #ask}
     * @throws IndexOutOfBoundsException if there is no such question
     */
    public boolean mayMatch(int question) {
        return answers[Objects.checkIndex(question, size)];
    }

    /** Forgets all questions. */
    public void clear() {
        forgetArrays();
        size = 0;
        asked = 0;
    }
}
