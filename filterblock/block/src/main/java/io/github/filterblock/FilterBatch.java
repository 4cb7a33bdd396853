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
 * then a question takes half the time or less. In the cache single questions are faster.
 *
 * <p>The order of calls is {@code (add* ask mayMatch* clear)*}. Made once and used again and again, it allocates
 * nothing. Not thread-safe; one per thread. A reader that {@linkplain FilterBlockReader#retaining retains} a buffer, or
 * is over something else than a whole array, is asked when the question is added; batches do not speed it up.
 */
@SuppressWarnings("NullAway") // questions that wait have arrays, and their readers a hash
public final class FilterBatch {
    private static final VarHandle LONG = ArrayReader.LONG;

    /** Blocks with one filter, two bytes from offset 0, and behind it its start and limit: one matches every key. */
    private static final byte[] MATCHING = {0, 31, 0, 0, 0, 0, 2, 0, 0, 0};

    private static final byte[] DENYING = {0, 6, 0, 0, 0, 0, 2, 0, 0, 0};

    /** Start and limit of their filters, and the places where these are found. */
    private static final long WHOLE = 2L << Integer.SIZE;

    private static final long PLACES = WHOLE | 2;

    private final boolean[] answers;
    private int size;

    /** Number of questions that were asked; those after them wait. */
    private int asked;

    /*
     * A question that waits is an array with a block, two places in it, and the hash of a key. The places are, in the
     * lower half, the index of the filter's start and limit, and in the upper one the largest limit; later start and
     * limit themselves.
     */
    private final byte @Nullable [][] arrays;
    private final long[] places;
    private final int[] hashes;

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
        this.places = new long[capacity];
        this.hashes = new int[capacity];
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
        return reader instanceof ArrayReader own
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
        return reader instanceof ArrayReader own && own.takes(token)
                ? waits(own, blockOffset, (int) token)
                : answered(reader.hashMayMatch(blockOffset, token));
    }

    private int answered(boolean answer) {
        return waits(answer ? MATCHING : DENYING, PLACES, 0);
    }

    private int waits(ArrayReader reader, long blockOffset, int keyHash) {
        int entry = reader.entry(blockOffset);
        return entry < 0
                ? answered(true)
                : waits(reader.array, (long) reader.arrayOffset << Integer.SIZE | entry, keyHash);
    }

    private int waits(byte[] array, long entryAndEnd, int keyHash) {
        int number = size;
        if (number >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
        arrays[number] = array;
        places[number] = entryAndEnd;
        hashes[number] = keyHash;
        size = number + 1;
        return number;
    }

    /** Answers all questions that were added. */
    public void ask() {
        touched = touchEntries(arrays, places, asked, size);
        findFilters(arrays, places, asked, size);
        touched += touchFilters(arrays, places, asked, size);
        probeFilters(arrays, places, hashes, answers, asked, size);
        forgetArrays();
    }

    private static int touchEntries(byte[][] arrays, long[] places, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += arrays[i][(int) places[i]];
        }
        return sum;
    }

    private static void findFilters(byte[][] arrays, long[] places, int from, int to) {
        for (int i = from; i < to; i++) {
            long startAndLimit = (long) LONG.get(arrays[i], (int) places[i]);
            int start = (int) startAndLimit;
            int limit = (int) (startAndLimit >>> Integer.SIZE);
            boolean isFilter = start >= 0 && start <= limit && limit <= (int) (places[i] >>> Integer.SIZE);
            places[i] = isFilter ? startAndLimit : WHOLE;
            if (!isFilter) { // FB-25
                arrays[i] = MATCHING;
            }
        }
    }

    private static int touchFilters(byte[][] arrays, long[] places, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            int limit = (int) (places[i] >>> Integer.SIZE);
            sum += arrays[i][(int) places[i]] + arrays[i][Math.max(0, limit - 1)];
        }
        return sum;
    }

    private static void probeFilters(
            byte[][] arrays, long[] places, int[] hashes, boolean[] answers, int from, int to) {
        for (int i = from; i < to; i++) {
            int start = (int) places[i];
            int limit = (int) (places[i] >>> Integer.SIZE);
            answers[i] = BloomFilterMatcher.hashMayMatch(hashes[i], arrays[i], start, limit - start);
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
