// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.Objects;

/** The form of a Ribbon filter; bytes after its last whole segment belong to no segment. */
final class RibbonGeometry extends FullFilterGeometry {
    private static final int MAX_BLOCKS = (1 << 24) - 1;
    private static final long MAX_SEGMENTS = 1L << 58;

    private final int blocks;
    private final int seed;

    RibbonGeometry(long length, int blocks, int seed) {
        super(FullFilterKind.RIBBON, length);
        this.blocks = blocks;
        this.seed = seed;
    }

    /**
     * A Ribbon filter of whole segments.
     *
     * @param blocks number of blocks, each of 128 rows, 2 to 2^24 - 1
     * @param segments number of segments of 16 bytes, 1 to 2^58; those past 32 a block stay empty
     * @param seed 0 to 255
     * @throws IllegalArgumentException if a number is out of range
     */
    static RibbonGeometry of(int blocks, long segments, int seed) {
        check("blocks", blocks, 2, MAX_BLOCKS);
        check("segments", segments, 1, MAX_SEGMENTS);
        check("seed", seed, 0, 0xff);
        return new RibbonGeometry(segments * SEGMENT, blocks, seed);
    }

    /**
     * The form of a stored filter; one without bits if the numbers make no sense.
     *
     * @param length bytes before the trailer
     * @param numbers the last four bytes of the trailer, little-endian
     */
    static FullFilterGeometry stored(long length, long numbers) {
        int blocks = (int) (numbers >> Byte.SIZE);
        return blocks < 2 || length < SEGMENT
                ? NoBitsGeometry.always(length, "a Ribbon filter of " + blocks + " blocks in " + length + " bytes")
                : new RibbonGeometry(length, blocks, (int) numbers & 0xff);
    }

    /** The same with another seed. */
    RibbonGeometry withSeed(int other) {
        return new RibbonGeometry(length(), blocks, other);
    }

    @Override
    public int seed() {
        return seed;
    }

    @Override
    public int blocks() {
        return blocks;
    }

    @Override
    public long segments() {
        return length() / SEGMENT;
    }

    @Override
    public int columns() {
        return (int) Math.min(MAX_COLUMNS, columnsOfSegments());
    }

    private long columnsOfSegments() {
        return (segments() - 1) / blocks + 1;
    }

    @Override
    public int lowerBlocks() {
        long columns = columnsOfSegments();
        return columns > MAX_COLUMNS ? 0 : (int) (columns * blocks - segments());
    }

    /** The rows at which the coefficients of a key can start. */
    long starts() {
        return rows() - (ROWS - 1);
    }

    @Override
    public long bits() {
        return ROWS * ((long) blocks * columns() - lowerBlocks());
    }

    @Override
    public double expectedRate(long keys) {
        double lower = (double) ROWS * lowerBlocks() / starts();
        return Math.min(1, lower * Math.pow(2, 1 - columns()) + (1 - lower) * Math.pow(2, -columns()));
    }

    /** Writes the trailer behind the segments. */
    void writeTrailer(byte[] dst, int at) {
        dst[at] = (byte) RIBBON_MARKER;
        LittleEndian.putInt(dst, at + 1, seed | blocks << 8);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof RibbonGeometry)) {
            return false;
        }
        RibbonGeometry that = (RibbonGeometry) other;
        return length() == that.length() && seed == that.seed && blocks == that.blocks;
    }

    @Override
    public int hashCode() {
        return Objects.hash(length(), seed, blocks);
    }

    @Override
    public String toString() {
        return kind().label() + ", seed " + seed + ", " + blocks + " blocks, " + columns() + " columns ("
                + lowerBlocks() + (lowerBlocks() == 1 ? " block has" : " blocks have") + " one fewer)";
    }
}
