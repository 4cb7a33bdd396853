// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.bloom.LevelDbFilter;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many questions to bare filter blocks, asked at once: many keys of one table, or one key of many, or any mixture.
 * {@code io.github.filterblock.engine.FilterBatch} takes filters of every form.
 *
 * <p>A single lookup in a filter that is not in the cache waits for memory two or three times, one after the other: for
 * the offset array, for the filter, for its last byte. A batch takes each of these steps for all of its questions
 * before the next step, so the waits overlap. It pays off if the filter blocks together are larger than the cache: then
 * a question takes half the time or less. In the cache there is no wait to hide; a batch asks one small block in one
 * pass, and takes about as long as single questions.
 *
 * <p>The order of calls is {@code (add* probe mayMatch* clear)*}. A batch that is made once and used again and again
 * allocates nothing. Not thread-safe; one per thread. A reader that {@linkplain FilterBlockReader#retaining retains} a
 * buffer, or does not read a whole array, is asked when the question is added; batches do not speed it up.
 */
@SuppressWarnings("NullAway") // a question between the ones that were asked and the size has a reader, which has a hash
public final class FilterBlockBatch {
    /*
     * Each step is a short loop over arrays, so that a processor overlaps its waits for memory. Two other ways did not
     * pay: one loop over several small blocks (0.84 to 0.99 of the speed for eight tables), and asking when a question
     * is added while the filters fit the cache (0.70 to 1.03).
     */
    private static final VarHandle LONG = ArrayReader.LONG;

    /** Replace readers whose answer is known: each has one filter, and its entry in the offset array. */
    private static final ArrayReader MATCHING = stub((byte) 31);

    private static final ArrayReader DENYING = stub((byte) 6);
    private static final int STUB_ENTRY = 2;

    /** Start and limit of the filter of a stub. */
    private static final long STUB_FILTER = 2L << Integer.SIZE;

    /**
     * Bytes of a block that is taken to be in the first cache or soon there: it is probed without touching it first.
     */
    private static final int SMALL = 32 << 10;

    private final boolean[] answers;
    private int size;

    /** Number of questions that were asked; those after them wait. */
    private int asked;

    /** The reader of all questions that wait, any reader if none waits; null if they have several. */
    private @Nullable ArrayReader one = MATCHING;

    /** The readers of questions that wait, if they have several: each store pays a write barrier. */
    private final @Nullable ArrayReader[] readers;

    /** Hash of the key in the upper half, entry of the offset array in the lower one. */
    private final long[] questions;

    /** Start of the filter in the lower half, limit in the upper one; only while questions are asked. */
    private final long[] filters;

    /** Keeps the touching of memory from being optimized away. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    /**
     * An empty batch.
     *
     * @param capacity the most questions that it holds, 1 or more; 64 to 256 hide the latency of memory well
     */
    public FilterBlockBatch(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch holds at least one question, not " + capacity);
        }
        this.answers = new boolean[capacity];
        this.readers = new ArrayReader[capacity];
        this.questions = new long[capacity];
        this.filters = new long[capacity];
    }

    /** A block with a filter of two bytes: one byte of bits, all clear, and k. */
    private static ArrayReader stub(byte probes) {
        byte[] block = {0, probes, 0, 0, 0, 0, 2, 0, 0, 0, 11};
        return new ArrayReader(block, block.length, BloomFilterPolicy.levelDb(10), false);
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
     * @param reader the reader to probe
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
     * Adds the question that {@link FilterBlockReader#keyMayMatch(long, HashedKey)} asks.
     *
     * @param reader the reader to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key; not kept
     * @return the number of the question, from 0 on
     * @throws IllegalStateException if the batch is full
     */
    public int add(FilterBlockReader reader, long blockOffset, HashedKey key) {
        return reader instanceof ArrayReader own
                ? waits(own, blockOffset, key.hash(own.hash))
                : answered(reader.keyMayMatch(blockOffset, key));
    }

    private int answered(boolean answer) {
        return waits(answer ? MATCHING : DENYING, STUB_ENTRY, 0);
    }

    private int waits(ArrayReader reader, long blockOffset, int keyHash) {
        int entry = reader.entry(blockOffset);
        return entry < 0 ? answered(true) : waits(reader, entry, keyHash);
    }

    private int waits(ArrayReader reader, int entry, int keyHash) {
        int number = size;
        if (number >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
        ArrayReader before = one;
        if (reader != before) {
            if (before == null) {
                readers[number] = reader;
            } else {
                oneOrSeveral(reader, number);
            }
        }
        questions[number] = (long) keyHash << Integer.SIZE | entry;
        size = number + 1;
        return number;
    }

    private void oneOrSeveral(ArrayReader reader, int number) {
        if (number == asked) {
            one = reader;
        } else {
            Arrays.fill(readers, asked, number, one);
            one = null;
            readers[number] = reader;
        }
    }

    /** Answers all questions that were added. */
    public void probe() {
        int from = asked;
        int to = size;
        ArrayReader reader = one;
        if (reader != null && reader.length <= SMALL) {
            askSmall(reader, questions, answers, from, to);
        } else {
            if (reader != null) {
                Arrays.fill(readers, from, to, reader);
            }
            touched = touchEntries(readers, questions, from, to);
            touched += findFilters(readers, questions, filters, from, to);
            probeFilters(readers, questions, filters, answers, from, to);
        }
        forgetReaders();
    }

    private static void askSmall(ArrayReader reader, long[] questions, boolean[] answers, int from, int to) {
        LevelDbFilter filter = reader.tableFilter;
        if (filter != null) {
            for (int i = from; i < to; i++) {
                answers[i] = filter.hashMayMatch((int) (questions[i] >>> Integer.SIZE));
            }
            return;
        }
        byte[] array = reader.array;
        for (int i = from; i < to; i++) {
            long question = questions[i];
            long filterAt = (long) LONG.get(array, (int) question);
            int start = (int) filterAt;
            int limit = (int) (filterAt >>> Integer.SIZE);
            answers[i] = !reader.isFilter(start, limit)
                    || BloomFilterMatcher.hashMayMatch((int) (question >>> Integer.SIZE), array, start, limit - start);
        }
    }

    private static int touchEntries(ArrayReader[] readers, long[] questions, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += readers[i].array[(int) questions[i]];
        }
        return sum;
    }

    /** Reads where the filters are, and touches both ends of each, or what the first probes of a large one look at. */
    private static int findFilters(ArrayReader[] readers, long[] questions, long[] filters, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            ArrayReader reader = readers[i];
            byte[] array = reader.array;
            long filter = (long) LONG.get(array, (int) questions[i]);
            int start = (int) filter;
            int limit = (int) (filter >>> Integer.SIZE);
            if (reader.isFilter(start, limit)) {
                filters[i] = filter;
                sum += array[start] + array[Math.max(0, limit - 1)];
                if (limit - start >= ArrayReader.LARGE && reader.tableFilter != null) {
                    sum += reader.tableFilter.touch((int) (questions[i] >>> Integer.SIZE));
                }
            } else { // FB-25
                readers[i] = MATCHING;
                filters[i] = STUB_FILTER;
            }
        }
        return sum;
    }

    private static void probeFilters(
            ArrayReader[] readers, long[] questions, long[] filters, boolean[] answers, int from, int to) {
        for (int i = from; i < to; i++) {
            int start = (int) filters[i];
            int limit = (int) (filters[i] >>> Integer.SIZE);
            int keyHash = (int) (questions[i] >>> Integer.SIZE);
            answers[i] = limit - start >= ArrayReader.LARGE
                    ? largeMayMatch(readers[i], keyHash, start, limit)
                    : BloomFilterMatcher.hashMayMatch(keyHash, readers[i].array, start, limit - start);
        }
    }

    private static boolean largeMayMatch(ArrayReader reader, int keyHash, int start, int limit) {
        LevelDbFilter filter = reader.tableFilter;
        return filter != null
                ? filter.hashMayMatch(keyHash)
                : BloomFilterMatcher.hashMayMatch(keyHash, reader.array, start, limit - start);
    }

    private void forgetReaders() {
        one = MATCHING;
        Arrays.fill(readers, asked, size, null);
        asked = size;
    }

    /**
     * The answer to a question.
     *
     * @param question its number, 0 to {@link #size()} - 1
     * @return {@code false} only if the key is certainly absent
     * @throws IndexOutOfBoundsException if there is no such question
     * @throws IllegalStateException if {@link #probe} was not called since the question was added
     */
    public boolean mayMatch(int question) {
        if (question >= asked && question < size) {
            throw new IllegalStateException("question " + question + " has no answer yet: call probe() first");
        }
        return answers[Objects.checkIndex(question, size)];
    }

    /** Forgets all questions. */
    public void clear() {
        forgetReaders();
        size = 0;
        asked = 0;
    }
}
