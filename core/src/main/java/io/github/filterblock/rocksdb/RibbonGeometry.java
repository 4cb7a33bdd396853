// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.Objects;

/** The form of a Ribbon filter; bytes after its last whole segment belong to no segment. */
final class RibbonGeometry extends FullFilterGeometry {
    private final int blocks;
    private final int seed;

    RibbonGeometry(long length, int blocks, int seed) {
        super(FullFilterKind.RIBBON, length);
        this.blocks = blocks;
        this.seed = seed;
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
        dst[at] = (byte) FullFilter.RIBBON_MARKER;
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
