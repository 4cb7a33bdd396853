// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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
final class RibbonSolver {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int ROWS = FullFilterGeometry.ROWS;
    private static final int PIECE_SHIFT = 14;
    private static final int PIECE = 1 << PIECE_SHIFT;

    private final HashList hashes;
    private final FullFilterGeometry geometry;
    private final long starts;
    private final int pieces;

    /** The rows of one piece and the next 128: two words of coefficients each, none if the first is 0, and results. */
    private final long[] rows;

    private final int[] results;

    /** The rows that the pieces before have filled in the first 128 of each piece. */
    private final long[] keptRows;

    private final int[] keptResults;

    /** Where the hashes of each piece end; until they are moved, where the next one belongs. */
    private final int[] ends;

    private long rawSeed;

    /**
     * @param hashes up to 2^31 - 1; moved about, but kept
     * @param geometry of a Ribbon filter, whose seed does not matter
     */
    RibbonSolver(HashList hashes, FullFilterGeometry geometry) {
        this.hashes = hashes;
        this.geometry = geometry;
        this.starts = geometry.starts();
        this.pieces = piecesOf(geometry);
        int most = (int) Math.min(PIECE, (long) geometry.blocks() * ROWS) + ROWS;
        this.rows = new long[2 * most];
        this.results = new int[most];
        this.keptRows = new long[2 * ROWS * pieces];
        this.keptResults = new int[ROWS * pieces];
        this.ends = new int[pieces];
    }

    private static int piecesOf(FullFilterGeometry geometry) {
        return (int) (((long) geometry.blocks() * ROWS + PIECE - 1) >>> PIECE_SHIFT);
    }

    /** Bytes of memory that a solver takes, beside the hashes. */
    static long memory(FullFilterGeometry geometry) {
        long most = Math.min(PIECE, (long) geometry.blocks() * ROWS) + ROWS;
        long pieces = piecesOf(geometry);
        return 20 * (most + ROWS * pieces) + Integer.BYTES * 2 * pieces;
    }

    /** Whether the equations of all hashes have a solution with this seed. */
    boolean solves(int seed) {
        rawSeed = Ribbon.rawSeed(seed);
        sort();
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

    private int pieceOf(long hash) {
        return (int) (Ribbon.start(Ribbon.rehash(hash, rawSeed), starts) >>> PIECE_SHIFT);
    }

    /** Moves each hash to those of its piece, along cycles. */
    private void sort() {
        int[] next = new int[pieces];
        countPieces(next);
        int sum = 0;
        for (int piece = 0; piece < pieces; piece++) {
            int inPiece = next[piece];
            next[piece] = sum;
            sum += inPiece;
            ends[piece] = sum;
        }
        for (int piece = 0; piece < pieces - 1; piece++) {
            while (next[piece] < ends[piece]) {
                long hash = hashes.get(next[piece]);
                for (int other = pieceOf(hash); other != piece; other = pieceOf(hash)) {
                    int at = next[other]++;
                    long displaced = hashes.get(at);
                    hashes.set(at, hash);
                    hash = displaced;
                }
                hashes.set(next[piece]++, hash);
            }
        }
    }

    private void countPieces(int[] counts) {
        for (int number = 0; number < hashes.chunkCount(); number++) {
            long[] chunk = hashes.chunk(number);
            int size = hashes.sizeOfChunk(number);
            for (int i = 0; i < size; i++) {
                counts[pieceOf(chunk[i])]++;
            }
        }
    }

    /** Goes on to the next piece: what the one before has filled of it is kept. */
    private void next(int piece) {
        System.arraycopy(rows, 2 * PIECE, keptRows, 2 * ROWS * piece, 2 * ROWS);
        System.arraycopy(results, PIECE, keptResults, ROWS * piece, ROWS);
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
            if (!eliminate(hashes.chunk(at / HashList.CHUNK), inChunk, inChunk + size, (long) piece << PIECE_SHIFT)) {
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
        long[] state = new long[2 * FullFilterGeometry.MOST_COLUMNS];
        int segment = (int) ((long) geometry.blocks() * geometry.columns() - geometry.lowerBlocks());
        int blocksOfPiece = PIECE / ROWS;
        for (int block = geometry.blocks() - 1; block >= 0; block--) {
            int columns = geometry.columns() - (block < geometry.lowerBlocks() ? 1 : 0);
            segment -= columns;
            for (int column = 0; column < columns; column++) {
                solve(block % blocksOfPiece * ROWS, column, state);
                LONG.set(dst, offset + (segment + column) * FullFilterGeometry.SEGMENT, state[2 * column]);
                LONG.set(dst, offset + (segment + column) * FullFilterGeometry.SEGMENT + 8, state[2 * column + 1]);
            }
            if (block % blocksOfPiece == 0 && block > 0) {
                int before = block / blocksOfPiece - 1;
                restore(before);
                eliminate(before);
            }
        }
    }

    /** Goes back through the rows of a block: the state, 128 bits of the solution, moves by one for each of them. */
    private void solve(int firstRow, int column, long[] state) {
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
