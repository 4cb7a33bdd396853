// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static com.google.common.base.Preconditions.checkState;

import io.github.filterblock.bloom.BloomHash;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many questions asked at once: many keys of one table, or one key of many, or any mixture.
 *
 * <p>A single lookup in a filter that is not in the cache waits for memory two or three times, one after the other: for
 * the offset array, for the filter, for its last byte. A batch takes each of these steps for all of its questions before
 * the next step, so that the waits overlap. Where the filters are few enough to be in the cache anyway, it asks them one
 * by one, which is cheaper then.
 *
 * <p>The order of calls is {@code (add* ask mayMatch* clear)*}. Made once and used again and again, it allocates nothing.
 * Not thread-safe; one per thread. The readers must be open until {@code ask} has returned.
 */
public final class FilterBatch {
    /** Filter blocks of this many bytes together are taken to be in the cache: about a half of a usual second level. */
    private static final long CACHED_BYTES = 512 << 10;

    private static final long MAY_MATCH = FilterBlockReader.MAY_MATCH;

    private final @Nullable FilterBlockReader[] readers;
    private final long[] blockOffsets;
    private final int[] hashes;

    /** After {@code ask} the answers. */
    private final long[] ranges;

    private final boolean[] answers;
    private int size;
    private long footprint;
    private @Nullable FilterBlockReader lastReader;

    /** Keeps the touching of memory from being optimized away. */
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
        this.readers = new FilterBlockReader[capacity];
        this.blockOffsets = new long[capacity];
        this.hashes = new int[capacity];
        this.ranges = new long[capacity];
        this.answers = new boolean[capacity];
    }

    /**
     * The most questions that the batch holds.
     *
     * @return as the constructor was given
     */
    public int capacity() {
        return answers.length;
    }

    /**
     * The number of questions.
     *
     * @return 0 to {@link #capacity()}
     */
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
        BloomHash hash = reader.hash();
        if (hash == null) {
            answers[nextFree()] = reader.keyMayMatch(blockOffset, key, keyOffset, keyLength);
            readers[size] = null;
            return size++;
        }
        return add(reader, blockOffset, hash.hash(key, keyOffset, keyLength));
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
        BloomHash hash = reader.hash();
        if (hash == null || !hash.made(token)) {
            throw new IllegalArgumentException("the token is not of the hash of " + reader.policyName());
        }
        return add(reader, blockOffset, (int) token);
    }

    private int add(FilterBlockReader reader, long blockOffset, int hash) {
        int question = nextFree();
        readers[question] = reader;
        blockOffsets[question] = blockOffset;
        hashes[question] = hash;
        if (reader != lastReader) {
            lastReader = reader;
            footprint += reader.retainedBytes();
        }
        return size++;
    }

    private int nextFree() {
        checkState(size < answers.length, "the batch is full");
        return size;
    }

    /** Answers all questions. */
    public void ask() {
        if (footprint <= CACHED_BYTES) {
            askOneByOne();
        } else {
            askInSteps();
        }
    }

    private void askOneByOne() {
        for (int i = 0; i < size; i++) {
            FilterBlockReader reader = readers[i];
            if (reader != null) {
                answer(i, reader, reader.range(blockOffsets[i]));
            }
        }
    }

    private void askInSteps() {
        for (int i = 0; i < size; i++) {
            FilterBlockReader reader = readers[i];
            ranges[i] = reader == null ? MAY_MATCH : reader.range(blockOffsets[i]);
        }
        int sum = 0;
        for (int i = 0; i < size; i++) {
            if (ranges[i] >= 0) {
                sum += readers[i].touch(ranges[i]);
            }
        }
        touched = sum;
        for (int i = 0; i < size; i++) {
            FilterBlockReader reader = readers[i];
            if (reader != null) {
                answer(i, reader, ranges[i]);
            }
        }
    }

    private void answer(int question, FilterBlockReader reader, long range) {
        answers[question] = range < 0 ? range == MAY_MATCH : reader.probe(hashes[question], range);
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
        for (int i = 0; i < size; i++) {
            readers[i] = null;
        }
        size = 0;
        footprint = 0;
        lastReader = null;
    }
}
