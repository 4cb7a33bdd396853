// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many questions asked at once: many keys of one table, or one key of many, or any mixture.
 *
 * <p>A single lookup in a filter that is not in the cache waits for memory two or three times, one after the other: for
 * the offset array, for the filter, for its last byte. A batch takes each of these steps for all of its questions
 * before the next step, so that the waits overlap. If the filters are few enough to be in the cache anyway, that would
 * only cost time, so they are asked one question at a time. The first batch shows which case it is, and so does every
 * later batch that is staged; while staging does not pay, one batch of 32 is staged nevertheless, in case it has begun
 * to pay.
 *
 * <p>The order of calls is {@code (add* ask mayMatch* clear)*}. Made once and used again and again, it allocates
 * nothing. Not thread-safe; one per thread. The readers must be open until {@code ask} has returned.
 */
public final class FilterBatch {
    /**
     * Filter blocks of up to this many bytes together are assumed to be in the cache: about half of a usual second
     * level.
     */
    private static final long CACHED_BYTES = 512 << 10;

    /** As long as everything is in the cache, one batch of this many is staged. */
    private static final int STAGED_OF = 32;

    private final boolean[] answers;
    private int size;

    /** The questions that wait for {@code ask}, each with its number. */
    private final int[] numbers;

    private final @Nullable FilterBlockReader[] readers;
    private final long[] blockOffsets;
    private final int[] hashes;
    private final long[] ranges;
    private int waiting;

    /** Whether questions wait to be asked together; otherwise each is asked when it is added. */
    private boolean staged = true;

    /** Number of batches until staging is tried again, in case it has begun to pay. */
    private int untilStaged;

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
        this.numbers = new int[capacity];
        this.readers = new FilterBlockReader[capacity];
        this.blockOffsets = new long[capacity];
        this.hashes = new int[capacity];
        this.ranges = new long[capacity];
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
     * Adds the question that {@link FilterBlockReader#keyMayMatch(long, byte[], int, int)} asks. A reader whose policy
     * has no single hash is asked at once.
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
        if (!staged || !reader.hashesKeysOf(keyLength)) {
            return answered(reader.keyMayMatch(blockOffset, key, keyOffset, keyLength));
        }
        return waits(reader, blockOffset, reader.hash(key, keyOffset, keyLength));
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
        if (!staged || !reader.takes(token)) {
            return answered(reader.hashMayMatch(blockOffset, token));
        }
        return waits(reader, blockOffset, (int) token);
    }

    private int answered(boolean answer) {
        int number = size;
        if (number >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
        answers[number] = answer;
        size = number + 1;
        return number;
    }

    private int waits(FilterBlockReader reader, long blockOffset, int keyHash) {
        int number = answered(true);
        numbers[waiting] = number;
        readers[waiting] = reader;
        blockOffsets[waiting] = blockOffset;
        hashes[waiting] = keyHash;
        waiting++;
        return number;
    }

    /** Answers all questions that were added. */
    public void ask() {
        if (waiting > 0) {
            findFilters();
            touchFilters();
            probeFilters();
            staged = bytesOfReaders() > CACHED_BYTES;
            untilStaged = STAGED_OF;
            forgetReaders();
        }
    }

    private void findFilters() {
        for (int i = 0; i < waiting; i++) {
            ranges[i] = readers[i].range(blockOffsets[i]);
        }
    }

    private void touchFilters() {
        int sum = 0;
        for (int i = 0; i < waiting; i++) {
            if (ranges[i] >= 0) {
                sum += readers[i].touch(ranges[i]);
            }
        }
        touched = sum;
    }

    private void probeFilters() {
        for (int i = 0; i < waiting; i++) {
            long range = ranges[i];
            answers[numbers[i]] = range < 0 ? range == FilterBlockReader.MAY_MATCH : readers[i].probe(hashes[i], range);
        }
    }

    /** The approximate size of the filter blocks of the waiting questions, most of them counted once. */
    private long bytesOfReaders() {
        long seen = 0;
        long bytes = 0;
        for (int i = 0; i < waiting; i++) {
            long mark = 1L << System.identityHashCode(readers[i]);
            bytes += (seen & mark) == 0 ? readers[i].retainedBytes() : 0;
            seen |= mark;
        }
        return bytes;
    }

    private void forgetReaders() {
        Arrays.fill(readers, 0, waiting, null);
        waiting = 0;
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
        forgetReaders();
        size = 0;
        untilStaged--;
        staged |= untilStaged <= 0;
    }
}
