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

    /** How many numbers there are. */
    long size() {
        return (long) last * CHUNK + inLast;
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

    /** Which piece of a filter a number belongs to. */
    interface Pieces {
        /** The piece, from 0 on. */
        int of(long number);
    }

    /**
     * Partitions the numbers by piece, in place.
     *
     * @param pieces of at most 2^31 - 1 numbers
     * @param ends receives where each piece ends; one for each piece
     */
    void moveToPieces(Pieces pieces, int[] ends) {
        int[] next = new int[ends.length];
        countPieces(pieces, next);
        int sum = 0;
        for (int piece = 0; piece < ends.length; piece++) {
            int inPiece = next[piece];
            next[piece] = sum;
            sum += inPiece;
            ends[piece] = sum;
        }
        for (int piece = 0; piece < ends.length - 1; piece++) {
            while (next[piece] < ends[piece]) {
                long number = get(next[piece]);
                for (int other = pieces.of(number); other != piece; other = pieces.of(number)) {
                    int at = next[other]++;
                    long displaced = get(at);
                    set(at, number);
                    number = displaced;
                }
                set(next[piece]++, number);
            }
        }
    }

    private void countPieces(Pieces pieces, int[] counts) {
        for (int number = 0; number < chunkCount(); number++) {
            long[] each = chunk(number);
            int size = sizeOfChunk(number);
            for (int i = 0; i < size; i++) {
                counts[pieces.of(each[i])]++;
            }
        }
    }

    void clear() {
        last = 0;
        inLast = 0;
        chunk = chunks[0];
    }
}
