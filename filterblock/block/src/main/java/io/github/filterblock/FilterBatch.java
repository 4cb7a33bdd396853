// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.util.Objects;

/**
 * Many questions asked at once: many keys of one table, or one key of many, or any mixture.
 *
 * <p>The order of calls is {@code (add* ask mayMatch* clear)*}. Made once and used again and again, it allocates
 * nothing. Not thread-safe; one per thread.
 */
public final class FilterBatch {
    private final boolean[] answers;
    private int size;

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
     * Adds the question that {@link FilterBlockReader#keyMayMatch(long, byte[], int, int)} asks.
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
        return answered(reader.keyMayMatch(blockOffset, key, keyOffset, keyLength));
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
        return answered(reader.hashMayMatch(blockOffset, token));
    }

    private int answered(boolean answer) {
        if (size >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
        answers[size] = answer;
        return size++;
    }

    /** Answers all questions that were added. */
    public void ask() {}

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
        size = 0;
    }
}
