// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockBatch;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBatch;
import io.github.filterblock.table.BlockBasedFilter;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFilter;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many questions to filters of any form, asked at once: many keys of one table, or one key of many, or any mixture.
 *
 * <p>A single question to a filter that is not in the cache waits for memory, two or three times for LevelDB's. A batch
 * takes each step of all its questions before the next step, so the waits overlap: a question takes half the time or
 * less if the filters together are larger than the cache. In the cache there is no wait to hide, and a batch takes
 * about as long as single questions.
 *
 * <p>The order of calls is {@code (add* probe mayMatch* clear)*}. A batch that is made once and used again and again
 * allocates nothing. Not thread-safe; one per thread. A question is answered when it is added, and gains nothing, if
 * its filter block does not begin an array, as one in a buffer of Netty, or if a filter is asked for parts of its keys.
 *
 * <p>Questions to an {@link EngineFilter} are counted by {@link #probe}, as single ones are.
 */
public final class FilterBatch {
    /** In place of the number of a question in {@link #full}, or its complement in {@link #blocks}. */
    private static final int ANSWERED = Integer.MIN_VALUE;

    /** How a question is counted. */
    private static final byte NOT = 0;

    private static final byte EACH_ANSWER = 1;
    private static final byte ONLY_ABSENT = 2;
    private static final byte WITHOUT_FILTER = 3;

    private final FullFilterBatch full;
    private final FilterBlockBatch blocks;
    private final int[] places;
    private final boolean[] answers;
    private int size;

    /** Number of questions that were asked; those after them wait. */
    private int asked;

    private final byte[] manners;

    /** Counters for the questions from a number on, nearly always of one database; a store pays a write barrier. */
    private final @Nullable FilterCounters[] counters;

    private final int[] firstCounted;
    private int runs;

    /**
     * An empty batch.
     *
     * @param capacity the most questions that it holds, 1 or more; 64 to 256 hide the latency of memory well
     */
    public FilterBatch(int capacity) {
        this.full = new FullFilterBatch(capacity);
        this.blocks = new FilterBlockBatch(capacity);
        this.places = new int[capacity];
        this.answers = new boolean[capacity];
        this.manners = new byte[capacity];
        this.counters = new FilterCounters[capacity];
        this.firstCounted = new int[capacity];
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
     * Adds the question that {@link EngineFilter#tableMayMatch(byte[], int, int)} asks.
     *
     * @param filter the filter to probe
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return the number of the question, from 0 on
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws IllegalStateException if the batch is full
     */
    public int add(EngineFilter filter, byte[] key, int offset, int length) {
        TableFilter probed = filter.probed();
        return probed == null
                ? answered(true, Objects.checkFromIndexSize(offset, length, key.length))
                : countTable(filter, add(probed, key, offset, length));
    }

    /**
     * Adds the question that {@link EngineFilter#tableMayMatch(HashedKey)} asks.
     *
     * @param filter the filter to probe
     * @param key the key; not kept
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(EngineFilter filter, HashedKey key) {
        TableFilter probed = filter.probed();
        return probed == null ? answered(true, 0) : countTable(filter, add(probed, key));
    }

    /**
     * Adds the question that {@link EngineFilter#keyMayMatch(long, byte[], int, int)} asks.
     *
     * @param filter the filter to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(EngineFilter filter, long blockOffset, byte[] key, int offset, int length) {
        TableFilter probed = filter.probed();
        return probed == null
                ? count(filter, WITHOUT_FILTER, answered(true, Objects.checkFromIndexSize(offset, length, key.length)))
                : countBlock(filter, add(probed, blockOffset, key, offset, length));
    }

    /**
     * Adds the question that {@link EngineFilter#keyMayMatch(long, HashedKey)} asks.
     *
     * @param filter the filter to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key; not kept
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(EngineFilter filter, long blockOffset, HashedKey key) {
        TableFilter probed = filter.probed();
        return probed == null
                ? count(filter, WITHOUT_FILTER, answered(true, 0))
                : countBlock(filter, add(probed, blockOffset, key));
    }

    /**
     * Adds the question that {@link TableFilter#tableMayMatch(byte[], int, int)} asks.
     *
     * @param filter the filter to probe
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(TableFilter filter, byte[] key, int offset, int length) {
        if (filter instanceof RocksDbFilter byKey) {
            FullFilter deciding = byKey.decidingFilter(key, offset, length);
            return deciding != null
                    ? add(deciding, key, offset, length)
                    : answered(filter.tableMayMatch(key, offset, length), 0);
        }
        return filter.coversTable()
                ? add(((BlockBasedFilter) filter).reader(), 0, key, offset, length)
                : answered(true, Objects.checkFromIndexSize(offset, length, key.length));
    }

    /**
     * Adds the question that {@link TableFilter#tableMayMatch(HashedKey)} asks.
     *
     * @param filter the filter to probe
     * @param key the key; not kept
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(TableFilter filter, HashedKey key) {
        if (filter instanceof RocksDbFilter byKey) {
            FullFilter deciding = byKey.decidingFilter(key.array(), key.offset(), key.length());
            return deciding != null ? add(deciding, key) : answered(filter.tableMayMatch(key), 0);
        }
        return filter.coversTable() ? add(((BlockBasedFilter) filter).reader(), 0, key) : answered(true, 0);
    }

    /**
     * Adds the question that {@link TableFilter#keyMayMatch(long, byte[], int, int)} asks.
     *
     * @param filter the filter to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(TableFilter filter, long blockOffset, byte[] key, int offset, int length) {
        return filter instanceof BlockBasedFilter blockBased
                ? add(blockBased.reader(), blockOffset, key, offset, length)
                : add(filter, key, offset, length);
    }

    /**
     * Adds the question that {@link TableFilter#keyMayMatch(long, HashedKey)} asks.
     *
     * @param filter the filter to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key; not kept
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(TableFilter filter, long blockOffset, HashedKey key) {
        return filter instanceof BlockBasedFilter blockBased
                ? add(blockBased.reader(), blockOffset, key)
                : add(filter, key);
    }

    /**
     * Adds the question that {@link FilterBlockReader#keyMayMatch(long, byte[], int, int)} asks.
     *
     * @param reader the filter block to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(FilterBlockReader reader, long blockOffset, byte[] key, int offset, int length) {
        checkRoom();
        return placed(~blocks.add(reader, blockOffset, key, offset, length));
    }

    /**
     * Adds the question that {@link FilterBlockReader#keyMayMatch(long, HashedKey)} asks.
     *
     * @param reader the filter block to probe
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key; not kept
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(FilterBlockReader reader, long blockOffset, HashedKey key) {
        checkRoom();
        return placed(~blocks.add(reader, blockOffset, key));
    }

    /**
     * Adds the question that {@link FullFilter#keyMayMatch(byte[], int, int)} asks.
     *
     * @param filter the filter to probe; one in a buffer must not be released before {@link #probe} or {@link #clear}
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(FullFilter filter, byte[] key, int offset, int length) {
        checkRoom();
        return placed(full.add(filter, key, offset, length));
    }

    /**
     * Adds the question that {@link FullFilter#keyMayMatch(HashedKey)} asks.
     *
     * @param filter the filter to probe; one in a buffer must not be released before {@link #probe} or {@link #clear}
     * @param key the key; not kept
     * @return as {@link #add(EngineFilter, byte[], int, int)}
     */
    public int add(FullFilter filter, HashedKey key) {
        checkRoom();
        return placed(full.add(filter, key));
    }

    private void checkRoom() {
        if (size >= answers.length) {
            throw new IllegalStateException("the batch is full");
        }
    }

    /** The second value was checked by its caller. */
    private int answered(boolean answer, @SuppressWarnings("unused") int checked) {
        checkRoom();
        answers[size] = answer;
        return placed(ANSWERED);
    }

    private int placed(int place) {
        int number = size;
        places[number] = place;
        manners[number] = NOT;
        size = number + 1;
        return number;
    }

    /** Without an answer about the table, the question about the block is counted. */
    private int countTable(EngineFilter filter, int number) {
        return filter.coversTable() ? count(filter, EACH_ANSWER, number) : number;
    }

    private int countBlock(EngineFilter filter, int number) {
        return count(filter, filter.coversTable() ? ONLY_ABSENT : EACH_ANSWER, number);
    }

    private int count(EngineFilter filter, byte manner, int number) {
        manners[number] = manner;
        FilterCounters of = filter.counters();
        if (runs == 0 || counters[runs - 1] != of) {
            counters[runs] = of;
            firstCounted[runs++] = number;
        }
        return number;
    }

    /** Answers all questions that were added. */
    @SuppressWarnings("NullAway") // each run has its counters
    public void probe() {
        full.probe();
        blocks.probe();
        int end = size;
        for (int i = asked; i < end; i++) {
            int place = places[i];
            if (place >= 0) {
                answers[i] = full.mayMatch(place);
            } else if (place != ANSWERED) {
                answers[i] = blocks.mayMatch(~place);
            }
        }
        for (int run = 0; run < runs; run++) {
            count(counters[run], firstCounted[run], run + 1 < runs ? firstCounted[run + 1] : end);
        }
        forgetCounters();
    }

    private void count(FilterCounters of, int from, int to) {
        int absent = 0;
        int mayMatch = 0;
        int withoutFilter = 0;
        for (int i = from; i < to; i++) {
            switch (manners[i]) {
                case EACH_ANSWER -> {
                    absent += answers[i] ? 0 : 1;
                    mayMatch += answers[i] ? 1 : 0;
                }
                case ONLY_ABSENT -> absent += answers[i] ? 0 : 1;
                case WITHOUT_FILTER -> withoutFilter++;
                default -> {}
            }
        }
        of.count(absent, mayMatch, withoutFilter);
    }

    private void forgetCounters() {
        Arrays.fill(counters, 0, runs, null);
        runs = 0;
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

    /** Forgets all questions; those that were not asked are not counted. */
    public void clear() {
        full.clear();
        blocks.clear();
        forgetCounters();
        size = 0;
        asked = 0;
    }
}
