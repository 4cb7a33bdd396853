// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.UnsignedMultiplyHigh;
import io.github.filterblock.arithmetic.Xxh3;
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

    private final long rawSeed;
    private final long starts;
    private final int columns;

    /** So many blocks, the first ones, have one column less. */
    private final int lowerBlocks;

    private Ribbon(FullFilterGeometry geometry, FilterBytes bytes) {
        super(geometry, bytes);
        this.rawSeed = rawSeed(geometry.seed());
        this.starts = geometry.starts();
        this.columns = geometry.columns();
        this.lowerBlocks = geometry.lowerBlocks();
    }

    static FullFilter open(FilterBytes block, int length) {
        int blocks = (int) (block.unsignedInt(length + 1) >>> 8);
        if (blocks < 2 || length < SEGMENT) {
            return NoBits.always(length, "a Ribbon filter of " + blocks + " blocks in " + length + " bytes");
        }
        return new Ribbon(FullFilterGeometry.storedRibbon(length, blocks, block.unsignedByte(length + 1)), block);
    }

    /** The 32 bits that the seed of the trailer, 0 to 255, stands for. */
    static long rawSeed(int seed) {
        long product = seed * 0xc78219a23eeadd03L;
        return (product ^ (product & 0xf0f0f0f0f0f0f0f0L) >>> 4) & 0xffff_ffffL;
    }

    @Override
    public boolean keyMayMatch(FilterKey key) {
        return matches(key.xxph3());
    }

    static long rehash(long hash, long rawSeed) {
        return (hash ^ rawSeed) * 0x6193d459236a3a0dL;
    }

    static long start(long rehash, long starts) {
        return UnsignedMultiplyHigh.of(rehash, starts);
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
        int block = (int) (start / ROWS);
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
        int results = results(high);
        int shift = row & Long.SIZE - 1;
        long middle = shift == 0 ? high : high << shift | low >>> -shift;
        long last = shift == 0 ? 0 : high >>> -shift;
        boolean inUpperHalf = row >= Long.SIZE;
        long here0 = inUpperHalf ? 0 : low << shift;
        long here1 = inUpperHalf ? low << shift : middle;
        long next0 = inUpperHalf ? middle : last;
        long next1 = inUpperHalf ? last : 0;
        int at = first * SEGMENT;
        int more = row == 0 ? 0 : count * SEGMENT;
        for (int column = 0; column < count; column++, at += SEGMENT) {
            long sum = word(at) & here0 ^ word(at + 8) & here1 ^ word(at + more) & next0 ^ word(at + more + 8) & next1;
            if ((Long.bitCount(sum) & 1) != (results >>> column & 1)) {
                return column;
            }
        }
        return -1;
    }

    @Override
    public FullFilterTrace trace(byte[] key) {
        long hash = Xxh3.preview(key, 0, key.length);
        long rehash = rehash(hash, rawSeed);
        long start = start(rehash, starts);
        int block = (int) (start / ROWS);
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
