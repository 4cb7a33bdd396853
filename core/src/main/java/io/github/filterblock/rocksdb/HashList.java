// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Arrays;

/**
 * Numbers of 64 bits in arrays of {@value #CHUNK}: growing copies no more than the first of these, so that a number
 * takes hardly more than its 8 bytes. Keeps its memory from one use to the next. Not thread-safe.
 */
final class HashList {
    static final int CHUNK = 1 << 12;
    private static final int CHUNK_SHIFT = 12;
    private static final int FIRST_CAPACITY = 64;

    private long[][] chunks = {new long[FIRST_CAPACITY]};
    private int allocated = 1;

    /** The chunk that is being filled, its number, and how many numbers are in it. */
    private long[] chunk = chunks[0];

    private int last;
    private int inLast;

    void add(long number) {
        if (inLast == chunk.length) {
            grow();
        }
        chunk[inLast++] = number;
    }

    private void grow() {
        if (chunk.length < CHUNK) {
            chunk = Arrays.copyOf(chunk, Math.min(CHUNK, chunk.length * 4));
            chunks[0] = chunk;
            return;
        }
        inLast = 0;
        if (++last == chunks.length) {
            chunks = Arrays.copyOf(chunks, last * 2);
        }
        if (last == allocated) {
            chunks[allocated++] = new long[CHUNK];
        }
        chunk = chunks[last];
    }

    /** The number of chunks that are in use: 1 or more. */
    int chunkCount() {
        return last + 1;
    }

    long[] chunk(int number) {
        return chunks[number];
    }

    int sizeOfChunk(int number) {
        return number < last ? CHUNK : inLast;
    }

    /** Bytes that are allocated. */
    long memory() {
        return Long.BYTES * ((allocated - 1L) * CHUNK + chunks[0].length);
    }

    long get(int index) {
        return chunks[index >>> CHUNK_SHIFT][index & CHUNK - 1];
    }

    void set(int index, long number) {
        chunks[index >>> CHUNK_SHIFT][index & CHUNK - 1] = number;
    }

    void clear() {
        last = 0;
        inLast = 0;
        chunk = chunks[0];
    }
}
