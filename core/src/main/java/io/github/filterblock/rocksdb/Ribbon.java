// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilterTrace.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * A Ribbon filter (RF-9; RocksDB {@code util/ribbon_impl.h} and {@code ribbon_alg.h}; Dillinger and Walzer, "Ribbon
 * filter: practically smaller than Bloom and Xor", 2021): each key is an equation of 128 coefficients over the rows
 * from its start on, and matches if the solution fulfils it in every column.
 */
final class Ribbon extends FullFilter {
    private static final int SEGMENT = FullFilterGeometry.SEGMENT;
    private static final int ROWS = FullFilterGeometry.ROWS;
    private static final int LINE = FullFilterGeometry.LINE_BYTES;
    private static final int ROWS_SHIFT = Integer.numberOfTrailingZeros(ROWS);

    private final long rawSeed;
    private final long starts;
    private final int columns;

    /** The first blocks, this many, have one column fewer. */
    private final int lowerBlocks;

    private Ribbon(RibbonGeometry geometry, FilterBytes bytes) {
        super(geometry, bytes);
        this.rawSeed = rawSeed(geometry.seed());
        this.starts = geometry.starts();
        this.columns = geometry.columns();
        this.lowerBlocks = geometry.lowerBlocks();
    }

    static FullFilter of(FullFilterGeometry geometry, FilterBytes bytes) {
        return new Ribbon((RibbonGeometry) geometry, bytes);
    }

    /** The 32 bits that the seed of the trailer, 0 to 255, is expanded to. */
    static long rawSeed(int seed) {
        long product = seed * 0xc78219a23eeadd03L;
        return (product ^ (product & 0xf0f0f0f0f0f0f0f0L) >>> 4) & 0xffff_ffffL;
    }

    static long rehash(long hash, long rawSeed) {
        return (hash ^ rawSeed) * 0x6193d459236a3a0dL;
    }

    static long start(long rehash, long starts) {
        return UnsignedMultiplyHigh.of(rehash, starts & 0xffff_ffffL); // the mask: as in LegacyBloom
    }

    /** The upper half of a key's 128 coefficients. */
    static long upperCoefficients(long rehash) {
        return rehash * 0xc28f82822b650bedL;
    }

    static long lowerCoefficients(long upper) {
        return (upper ^ 0xc367844a6e52731dL) | 1;
    }

    /** What the coefficients of a key must give, a bit for each column. */
    static int results(long upper) {
        return (int) Long.reverseBytes(upper);
    }

    private int columnsOf(int block) {
        return block < lowerBlocks ? columns - 1 : columns;
    }

    private int firstSegment(int block) {
        return block * columns - Math.min(block, lowerBlocks);
    }

    boolean matches(long hash) {
        long rehash = rehash(hash, rawSeed);
        long start = start(rehash, starts);
        int block = (int) (start >>> ROWS_SHIFT);
        return firstMismatch(rehash, firstSegment(block), columnsOf(block), (int) start & ROWS - 1) < 0;
    }

    /**
     * The first column that does not fit the key; -1 if there is none.
     *
     * @param first number of the block's first segment
     * @param count columns of the block: the next block's segments follow them
     * @param row of the block, at which the key's coefficients start
     */
    private int firstMismatch(long rehash, int first, int count, int row) {
        long high = upperCoefficients(rehash);
        long low = lowerCoefficients(high);
        int shift = row & Long.SIZE - 1;
        long middle = high << shift | low >>> 1 >>> ~shift;
        long last = high >>> 1 >>> ~shift;
        int at = start() + first * SEGMENT;
        int next = at + (row == 0 ? 0 : count * SEGMENT);
        int upper = row / Long.SIZE; // 1 in the upper half of a block; a branch would be guessed wrongly half the time
        int at0 = at + upper * Long.BYTES;
        int at1 = at + Long.BYTES + (next - at - Long.BYTES & -upper);
        int at2 = next + upper * Long.BYTES;
        int results = results(high);
        return isInArray()
                ? inArray(at0, at1, at2, low << shift, middle, last, results, count)
                : inBuffer(at0, at1, at2, low << shift, middle, last, results, count);
    }

    /*
     * A key's 128 coefficients lie in three words c0 to c2, whose rows have the words at the places at0 to at2 of the
     * first column, and 16 bytes further in each column. Two columns are looked at before a decision: a branch that is
     * guessed wrongly costs more than three loads. C2 does not hoist the bounds checks of a loop that ends by `!=`;
     * hoisted, they take longer than in so few turns. Each kind of memory has its own code, as in FastLocalBloom.
     */

    private int inArray(int at0, int at1, int at2, long c0, long c1, long c2, int results, int count) {
        int pairs = (count & -2) * SEGMENT;
        int left = results;
        int more = 0;
        for (; more != pairs; more += 2 * SEGMENT, left >>>= 2) {
            int one = ofArray(at0 + more, at1 + more, at2 + more, c0, c1, c2) ^ left;
            int then = more + SEGMENT;
            int two = ofArray(at0 + then, at1 + then, at2 + then, c0, c1, c2) ^ left >>> 1;
            if (((one | two) & 1) != 0) {
                return more / SEGMENT + 1 - (one & 1);
            }
        }
        boolean isOdd = (count & 1) != 0;
        int last = isOdd ? ofArray(at0 + more, at1 + more, at2 + more, c0, c1, c2) ^ left : 0;
        return (last & 1) != 0 ? count - 1 : -1;
    }

    /** The last bit is the parity of a key's coefficients with a column. */
    private int ofArray(int at0, int at1, int at2, long c0, long c1, long c2) {
        return Long.bitCount(wordOfArray(at0) & c0 ^ wordOfArray(at1) & c1 ^ wordOfArray(at2) & c2);
    }

    private int inBuffer(int at0, int at1, int at2, long c0, long c1, long c2, int results, int count) {
        for (int column = 0, more = 0; column < count; column++, more += SEGMENT) {
            int one = ofBuffer(at0 + more, at1 + more, at2 + more, c0, c1, c2) ^ results >>> column;
            if ((one & 1) != 0) {
                return column;
            }
        }
        return -1;
    }

    private int ofBuffer(int at0, int at1, int at2, long c0, long c1, long c2) {
        return Long.bitCount(wordOfBuffer(at0) & c0 ^ wordOfBuffer(at1) & c1 ^ wordOfBuffer(at2) & c2);
    }

    @Override
    long hash(byte[] key, int offset, int length) {
        return Xxh3.preview(key, offset, length);
    }

    @Override
    long hash(HashedKey key) {
        return key.xxph3();
    }

    /** A loop over all lines of a block would double the time: fewer questions would be under way at once. */
    @Override
    long touch(long[] hashes, int from, int to) {
        int further = Math.max(0, Math.min(LINE, (columns - 1) * SEGMENT));
        long sum = 0;
        for (int i = from; i < to; i++) {
            long start = start(rehash(hashes[i], rawSeed), starts);
            int block = (int) (start >>> ROWS_SHIFT);
            int at = start() + firstSegment(block) * SEGMENT;
            int next = at + (((int) start & ROWS - 1) == 0 ? 0 : columnsOf(block) * SEGMENT); // the last has no next
            sum += word(at) + word(next) + word(at + further) + word(next + further);
        }
        return sum;
    }

    @Override
    void answer(long[] hashes, boolean[] answers, int from, int to) {
        for (int i = from; i < to; i++) {
            answers[i] = matches(hashes[i]);
        }
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        long hash = Xxh3.preview(key, 0, key.length);
        long rehash = rehash(hash, rawSeed);
        long start = start(rehash, starts);
        int block = (int) (start >>> ROWS_SHIFT);
        int first = firstSegment(block);
        int count = columnsOf(block);
        int mismatch = firstMismatch(rehash, first, count, (int) start & ROWS - 1);
        List<Step> steps = new ArrayList<>();
        for (int column = 0; column < (mismatch < 0 ? count : mismatch + 1); column++) {
            steps.add(new Step(first + column, column != mismatch));
        }
        return new FullFilterTrace(geometry(), hash, start, steps, mismatch < 0);
    }
}
