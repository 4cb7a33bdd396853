// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.Arrays;

/**
 * Solves the equations of a Ribbon filter (RF-18; RocksDB {@code util/ribbon_alg.h}).
 *
 * <p>RocksDB eliminates in the order of the keys over all rows, 20 bytes each. The result does not depend on the order,
 * so here hashes are first moved, in their own memory, to the piece of rows in which they start. An equation reaches
 * 127 rows past its start, so that a piece touches its own rows and the first 127 of the next: one piece at a time
 * stays in the processor's cache, and of all others only these rows are kept. The solution is found from the last row
 * to the first; on the way back each piece but the last is eliminated once more from the rows that were kept.
 */
final class RibbonSolver implements HashList.Pieces {
    private static final int ROWS = FullFilterGeometry.ROWS;

    /** Rows of a piece, 320 KB; a filter of twice as many is one piece, which is not eliminated again. */
    private static final int PIECE_SHIFT = 14;

    private final HashList hashes;
    private final RibbonGeometry geometry;
    private final long starts;
    private final int pieceShift;
    private final int pieces;

    /** The rows of one piece and the next 128: two words of coefficients each, none if the first is 0, and results. */
    private final long[] rows;

    private final int[] results;

    /** The rows that the pieces before have filled in the first 128 of each piece. */
    private final long[] keptRows;

    private final int[] keptResults;

    /** Where the hashes of each piece end. */
    private final int[] ends;

    private long rawSeed;

    /**
     * @param hashes up to 2^31 - 1; reordered, but kept
     * @param geometry whose seed does not matter
     */
    RibbonSolver(HashList hashes, RibbonGeometry geometry) {
        this.hashes = hashes;
        this.geometry = geometry;
        this.starts = geometry.starts();
        this.pieceShift = pieceShift(geometry);
        this.pieces = pieces(geometry);
        int most = (1 << pieceShift) + ROWS;
        this.rows = new long[2 * most];
        this.results = new int[most];
        this.keptRows = new long[2 * ROWS * pieces];
        this.keptResults = new int[ROWS * pieces];
        this.ends = new int[pieces];
    }

    private static int pieceShift(FullFilterGeometry geometry) {
        int shiftOfAll = Integer.SIZE - Integer.numberOfLeadingZeros(geometry.blocks() * ROWS - 1);
        return shiftOfAll <= PIECE_SHIFT + 1 ? shiftOfAll : PIECE_SHIFT;
    }

    private static int pieces(FullFilterGeometry geometry) {
        return (geometry.blocks() * ROWS - 1 >>> pieceShift(geometry)) + 1;
    }

    /** Bytes of memory that a solver takes, beside the hashes. */
    static long memory(FullFilterGeometry geometry) {
        long most = (1L << pieceShift(geometry)) + ROWS;
        long pieces = pieces(geometry);
        return 20 * (most + ROWS * pieces) + 2 * Integer.BYTES * pieces;
    }

    /** Whether the equations of all hashes have a solution with this seed. */
    boolean solves(int seed) {
        rawSeed = Ribbon.rawSeed(seed);
        hashes.moveToPieces(this, ends);
        Arrays.fill(rows, 0);
        Arrays.fill(results, 0);
        for (int piece = 0; piece < pieces; piece++) {
            if (piece > 0) {
                next(piece);
            }
            if (!eliminate(piece)) {
                return false;
            }
        }
        return true;
    }

    /** The piece of a hash. */
    @Override
    public int of(long hash) {
        return (int) (Ribbon.start(Ribbon.rehash(hash, rawSeed), starts) >>> pieceShift);
    }

    /** Goes on to the next piece: what the one before has filled of it is kept. */
    private void next(int piece) {
        System.arraycopy(rows, 2 << pieceShift, keptRows, 2 * ROWS * piece, 2 * ROWS);
        System.arraycopy(results, 1 << pieceShift, keptResults, ROWS * piece, ROWS);
        restore(piece);
    }

    private void restore(int piece) {
        Arrays.fill(rows, 0);
        Arrays.fill(results, 0);
        System.arraycopy(keptRows, 2 * ROWS * piece, rows, 0, 2 * ROWS);
        System.arraycopy(keptResults, ROWS * piece, results, 0, ROWS);
    }

    private boolean eliminate(int piece) {
        int at = piece == 0 ? 0 : ends[piece - 1];
        int end = ends[piece];
        while (at < end) {
            int inChunk = at & HashList.CHUNK - 1;
            int size = Math.min(end - at, HashList.CHUNK - inChunk);
            if (!eliminate(hashes.chunk(at / HashList.CHUNK), inChunk, inChunk + size, (long) piece << pieceShift)) {
                return false;
            }
            at += size;
        }
        return true;
    }

    private boolean eliminate(long[] chunk, int from, int to, long firstRow) {
        boolean consistent = true;
        for (int i = from; i < to && consistent; i++) {
            long rehash = Ribbon.rehash(chunk[i], rawSeed);
            int row = (int) (Ribbon.start(rehash, starts) - firstRow);
            long high = Ribbon.upperCoefficients(rehash);
            consistent = eliminate(row, Ribbon.lowerCoefficients(high), high, Ribbon.results(high));
        }
        return consistent;
    }

    /** Adds an equation; false if it contradicts those that are there. Bit 0 of its coefficients is set. */
    private boolean eliminate(int start, long low, long high, int result) {
        int row = start;
        while (rows[2 * row] != 0) {
            low ^= rows[2 * row];
            high ^= rows[2 * row + 1];
            result ^= results[row];
            if (low == 0) {
                if (high == 0) {
                    return result == 0;
                }
                row += Long.SIZE;
                low = high;
                high = 0;
            }
            int zeros = Long.numberOfTrailingZeros(low);
            row += zeros;
            low = zeros == 0 ? low : low >>> zeros | high << -zeros;
            high >>>= zeros;
        }
        rows[2 * row] = low;
        rows[2 * row + 1] = high;
        results[row] = result;
        return true;
    }

    /** Writes the segments of the solution; to be called once, after a seed that {@linkplain #solves}. */
    void write(byte[] dst, int offset) {
        long[] state = new long[2 * FullFilterGeometry.MAX_COLUMNS];
        int segment = (int) ((long) geometry.blocks() * geometry.columns() - geometry.lowerBlocks());
        int blocksOfPiece = (1 << pieceShift) / ROWS;
        for (int block = geometry.blocks() - 1; block >= 0; block--) {
            int columns = geometry.columns() - (block < geometry.lowerBlocks() ? 1 : 0);
            segment -= columns;
            solve(block % blocksOfPiece * ROWS, columns, state);
            for (int i = 0; i < 2 * columns; i++) {
                LittleEndian.putLong(dst, offset + segment * FullFilterGeometry.SEGMENT + i * Long.BYTES, state[i]);
            }
            if (block % blocksOfPiece == 0 && block > 0) {
                int before = block / blocksOfPiece - 1;
                restore(before);
                eliminate(before);
            }
        }
    }

    /** Goes back through the rows of a block, by two columns at a time, as one alone waits for its own last step. */
    private void solve(int firstRow, int columns, long[] state) {
        for (int column = 0; column < columns - 1; column += 2) {
            solveTwo(firstRow, column, state);
        }
        if (columns % 2 != 0) {
            solveOne(firstRow, columns - 1, state);
        }
    }

    private void solveTwo(int firstRow, int column, long[] state) {
        long low = state[2 * column];
        long high = state[2 * column + 1];
        long nextLow = state[2 * column + 2];
        long nextHigh = state[2 * column + 3];
        for (int row = firstRow + ROWS - 1; row >= firstRow; row--) {
            long rowLow = rows[2 * row];
            long rowHigh = rows[2 * row + 1];
            int result = results[row] >>> column;
            high = high << 1 | low >>> Long.SIZE - 1;
            low <<= 1;
            low |= (Long.bitCount(low & rowLow ^ high & rowHigh) ^ result) & 1;
            nextHigh = nextHigh << 1 | nextLow >>> Long.SIZE - 1;
            nextLow <<= 1;
            nextLow |= (Long.bitCount(nextLow & rowLow ^ nextHigh & rowHigh) ^ result >>> 1) & 1;
        }
        state[2 * column] = low;
        state[2 * column + 1] = high;
        state[2 * column + 2] = nextLow;
        state[2 * column + 3] = nextHigh;
    }

    /** The state, 128 bits of the solution, moves by one bit for each row. */
    private void solveOne(int firstRow, int column, long[] state) {
        long low = state[2 * column];
        long high = state[2 * column + 1];
        for (int row = firstRow + ROWS - 1; row >= firstRow; row--) {
            high = high << 1 | low >>> Long.SIZE - 1;
            low <<= 1;
            int parity = Long.bitCount(low & rows[2 * row] ^ high & rows[2 * row + 1]);
            low |= (parity ^ results[row] >>> column) & 1;
        }
        state[2 * column] = low;
        state[2 * column + 1] = high;
    }
}
