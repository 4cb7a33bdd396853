// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Objects;

/**
 * The form of a full filter: what its trailer and its length say (RF-6 to RF-9), and all that its writer must know
 * beside the keys (RF-16 to RF-18). A filter of a given geometry depends on the set of its keys alone: neither their
 * order nor repetitions matter.
 *
 * <p>It is read from a stored filter ({@link FullFilter#geometry()}), planned by a policy
 * ({@link FullFilterPolicy#plan}), or given in numbers. Numbers that a kind does not have are 0. Immutable.
 */
public final class FullFilterGeometry {
    static final int LINE_BYTES = 64;
    static final int SEGMENT = 16;
    static final int ROWS = 128;
    static final int MOST_COLUMNS = 32;
    static final int MOST_BLOCKS = (1 << 24) - 1;
    private static final long MOST_SEGMENTS = 1L << 58;
    private static final long MOST_LINES = (1L << Integer.SIZE) - 1;
    private static final int MOST_PROBES = 30;
    private static final int MOST_LEGACY_PROBES = 127;
    private static final int MOST_LINE_BYTES = 1 << 27;

    private final FullFilterKind kind;
    private final long length;
    private final int probes;
    private final long lines;
    private final int lineBytes;
    private final int seed;
    private final int blocks;
    private final BinaryFuseShape fuse;
    private final String reason;

    private FullFilterGeometry(
            FullFilterKind kind,
            long length,
            int probes,
            long lines,
            int lineBytes,
            int seed,
            int blocks,
            BinaryFuseShape fuse,
            String reason) {
        this.kind = kind;
        this.length = length;
        this.probes = probes;
        this.lines = lines;
        this.lineBytes = lineBytes;
        this.seed = seed;
        this.blocks = blocks;
        this.fuse = fuse;
        this.reason = reason;
    }

    /**
     * A filter without bits that are asked, with the number of its bytes before the trailer, less than 0 without one.
     */
    static FullFilterGeometry of(FullFilterKind kind, long length, String reason) {
        return new FullFilterGeometry(kind, length, 0, 0, 0, 0, 0, BinaryFuseShape.NONE, reason);
    }

    /** A fast local Bloom filter as stored: bytes after its last whole line belong to no line. */
    static FullFilterGeometry storedFastLocalBloom(int length, int probes) {
        return bloom(FullFilterKind.FAST_LOCAL_BLOOM, length, probes, length / LINE_BYTES, LINE_BYTES);
    }

    private static FullFilterGeometry bloom(FullFilterKind kind, long length, int probes, long lines, int lineBytes) {
        return new FullFilterGeometry(kind, length, probes, lines, lineBytes, 0, 0, BinaryFuseShape.NONE, "");
    }

    private static FullFilterGeometry ofRibbon(long length, int blocks, int seed) {
        return new FullFilterGeometry(FullFilterKind.RIBBON, length, 0, 0, 0, seed, blocks, BinaryFuseShape.NONE, "");
    }

    /** A binary fuse filter as stored. */
    static FullFilterGeometry binaryFuse(int length, BinaryFuseShape shape) {
        return new FullFilterGeometry(FullFilterKind.BINARY_FUSE, length, 0, 0, 0, 0, 0, shape, "");
    }

    /** A Ribbon filter as stored: bytes after its last whole segment belong to no segment. */
    static FullFilterGeometry storedRibbon(int length, int blocks, int seed) {
        return ofRibbon(length, blocks, seed);
    }

    /**
     * A fast local Bloom filter.
     *
     * @param lines number of lines of 64 bytes, 1 to 2^32 - 1
     * @param probes bits of each key, 1 to 30
     * @return its geometry
     * @throws IllegalArgumentException if a number is out of range
     */
    public static FullFilterGeometry fastLocalBloom(long lines, int probes) {
        check("lines", lines, 1, MOST_LINES);
        check("probes", probes, 1, MOST_PROBES);
        return bloom(FullFilterKind.FAST_LOCAL_BLOOM, lines * LINE_BYTES, probes, lines, LINE_BYTES);
    }

    /**
     * A legacy Bloom filter.
     *
     * @param lines number of lines, 1 to 2^32 - 1
     * @param lineBytes bytes of a line, a power of two up to 2^27: 64 from writers on x86
     * @param probes bits of each key, 1 to 127
     * @return its geometry
     * @throws IllegalArgumentException if a number is out of range
     */
    public static FullFilterGeometry legacyBloom(long lines, int lineBytes, int probes) {
        check("lines", lines, 1, MOST_LINES);
        check("probes", probes, 1, MOST_LEGACY_PROBES);
        check("bytes of a line", lineBytes, 1, MOST_LINE_BYTES);
        if (Integer.bitCount(lineBytes) != 1) {
            throw new IllegalArgumentException("a line must have a power of two of bytes, not " + lineBytes);
        }
        return bloom(FullFilterKind.LEGACY_BLOOM, lines * lineBytes, probes, lines, lineBytes);
    }

    /**
     * A Ribbon filter.
     *
     * @param blocks number of blocks, each of 128 rows, 2 to 2^24 - 1
     * @param segments number of segments of 16 bytes, 1 to 2^58; those past 32 a block stay empty
     * @param seed 0 to 255
     * @return its geometry
     * @throws IllegalArgumentException if a number is out of range
     */
    public static FullFilterGeometry ribbon(int blocks, long segments, int seed) {
        check("blocks", blocks, 2, MOST_BLOCKS);
        check("segments", segments, 1, MOST_SEGMENTS);
        check("seed", seed, 0, 0xff);
        return ofRibbon(segments * SEGMENT, blocks, seed);
    }

    private static void check(String what, long number, long least, long most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", not " + number);
        }
    }

    /** The same with another seed. */
    FullFilterGeometry withSeed(int other) {
        return new FullFilterGeometry(kind, length, probes, lines, lineBytes, other, blocks, fuse, reason);
    }

    /** {@return the kind of the filter} */
    public FullFilterKind kind() {
        return kind;
    }

    /** {@return the probes of a Bloom filter for each key, 1 to 127} */
    public int probes() {
        return probes;
    }

    /** {@return the lines of a Bloom filter, 1 or more} */
    public long lines() {
        return lines;
    }

    /** {@return the bytes of a Bloom filter's line, a power of two: 64 from writers on x86} */
    public int lineBytes() {
        return lineBytes;
    }

    /** {@return the seed of a Ribbon filter as the trailer has it, 0 to 255} */
    public int seed() {
        return seed;
    }

    /** {@return the rows of a Ribbon filter, 128 for each of its blocks; 0 for others} */
    public long rows() {
        return (long) blocks * ROWS;
    }

    /** {@return the blocks of a Ribbon filter, each of 128 rows: 2 to 2^24 - 1} */
    public int blocks() {
        return blocks;
    }

    /**
     * {@return the segments of a Ribbon filter, each of 16 bytes, or those of a binary fuse filter in which the first
     * of a key's three fingerprints can be: 1 or more}
     */
    public long segments() {
        return kind == FullFilterKind.RIBBON ? length / SEGMENT : fuse.segments();
    }

    /** {@return the bits of a binary fuse filter's fingerprint: 4, 8, 10, 12 or 16} */
    public int fingerprintBits() {
        return fuse.bits();
    }

    /** {@return the columns of a Ribbon filter, 1 to 32} */
    public int columns() {
        return (int) Math.min(MOST_COLUMNS, columnsOfSegments());
    }

    private long columnsOfSegments() {
        return kind == FullFilterKind.RIBBON ? (segments() - 1) / blocks + 1 : 0;
    }

    /** {@return how many of a Ribbon filter's blocks, counted from the first, have one column fewer: 0 to 2^24 - 2} */
    public int lowerBlocks() {
        long columns = columnsOfSegments();
        return columns > MOST_COLUMNS ? 0 : (int) (columns * blocks - segments());
    }

    /** {@return why no bit is examined, for display; empty if bits are} */
    public String reason() {
        return reason;
    }

    /** The rows of a Ribbon filter at which the coefficients of a key can start. */
    long starts() {
        return (long) blocks * ROWS - (ROWS - 1);
    }

    /**
     * {@return the number of bytes of the filter with its trailer, 0 or more; possibly beyond what an array can hold}
     */
    public long sizeInBytes() {
        boolean fuseTrailer = kind == FullFilterKind.BINARY_FUSE;
        return length + (fuseTrailer ? BinaryFuseShape.TRAILER_LENGTH : FullFilter.TRAILER_LENGTH);
    }

    /** {@return the number of bits that lookups read, 0 or more} */
    public long bits() {
        return switch (kind) {
            case RIBBON -> ROWS * ((long) blocks * columns() - lowerBlocks());
            case BINARY_FUSE -> fuse.fingerprints() * fuse.bits();
            default -> lines * lineBytes * Byte.SIZE;
        };
    }

    /**
     * The geometry in which the same keys are stored under a footer of LevelDB's, or of RocksDB's format version 4 or
     * below. RocksDB before 6.6 takes the trailer of a fast local Bloom filter there for that of a legacy one with 256
     * times as many lines as this has probes. Most filters then let every key match, but if the number of lines is 4k
     * times a power of two, for k probes, the reader does not return: such a filter gets one line more (RF-19).
     *
     * @return one line more, or this
     */
    public FullFilterGeometry forOldFooter() {
        long unit = 4L * probes;
        boolean hangs =
                kind == FullFilterKind.FAST_LOCAL_BLOOM && lines % unit == 0 && Long.bitCount(lines / unit) == 1;
        return hangs ? fastLocalBloom(lines + 1, probes) : this;
    }

    /**
     * A builder that makes filters of this geometry. It is for checking and repairing stored filters; a new one is made
     * by {@link FullFilterPolicy#newBuilder()}.
     *
     * @return a builder without keys
     * @throws IllegalStateException if the filter has no bits, since its kind is {@link FullFilterKind#EMPTY} or
     *     {@link FullFilterKind#ALWAYS}, or if its kind is {@link FullFilterKind#BINARY_FUSE}
     */
    public FullFilterBuilder newBuilder() {
        if (bits() == 0 || kind == FullFilterKind.BINARY_FUSE) {
            throw new IllegalStateException("no such filter is built: " + this);
        }
        return new FullFilterBuilder(this);
    }

    /** Writes the trailer. */
    void writeTrailer(byte[] dst, int at) {
        switch (kind) {
            case FAST_LOCAL_BLOOM -> trailer(dst, at, FullFilter.FAST_LOCAL_MARKER, probes << 8);
            case LEGACY_BLOOM -> trailer(dst, at, probes, (int) lines);
            case RIBBON -> trailer(dst, at, FullFilter.RIBBON_MARKER, seed | blocks << 8);
            default -> throw new AssertionError(this);
        }
    }

    private static void trailer(byte[] dst, int at, int first, int others) {
        dst[at] = (byte) first;
        for (int i = 0; i < Integer.BYTES; i++) {
            dst[at + 1 + i] = (byte) (others >>> Byte.SIZE * i);
        }
    }

    /**
     * The share of absent random keys that such a filter of random keys lets through on average (RF-15). That of one
     * filter, {@link FullFilter#expectedRate()}, scatters about it.
     *
     * @param keys number of keys and prefixes that were added, 0 or more; without effect for a Ribbon or binary fuse
     *     filter
     * @return 0 to 1
     */
    public double expectedRate(long keys) {
        return switch (kind) {
            case EMPTY -> 0;
            case ALWAYS -> 1;
            case BINARY_FUSE -> Math.pow(2, -fuse.bits());
            case FAST_LOCAL_BLOOM -> keys == 0 ? 0 : Math.min(1, ofLines(keys) + fastLocalExcess((double) keys));
            case LEGACY_BLOOM -> keys == 0 ? 0 : Math.min(1, ofLines(keys) + legacyExcess((double) keys));
            case RIBBON -> {
                double lower = (double) ROWS * lowerBlocks() / starts();
                yield Math.min(1, lower * Math.pow(2, 1 - columns()) + (1 - lower) * Math.pow(2, -columns()));
            }
        };
    }

    /**
     * What a fast local filter adds: all probes in a line follow from 32 bits, and of all their values about two have
     * no probe that one key has not (counted for lines of 5 to 12 keys and 20 to 24 probes).
     */
    double fastLocalExcess(double keys) {
        return 2 * keys / lines / (1L << Integer.SIZE);
    }

    /** What the 32-bit hash of legacy filters adds: probes that coincide, and keys of the same hash. */
    double legacyExcess(double keys) {
        return 0.1 / (0.75 * bits() / keys + 22) + keys / (1L << Integer.SIZE);
    }

    /** {@return the rate of a Bloom filter's lines, before what a hash of few bits adds} */
    private double ofLines(long keys) {
        return new LineRate(lineBytes * (long) Byte.SIZE, probes).mean(keys, lines);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FullFilterGeometry that
                && kind == that.kind
                && length == that.length
                && probes == that.probes
                && lines == that.lines
                && lineBytes == that.lineBytes
                && seed == that.seed
                && blocks == that.blocks
                && fuse.equals(that.fuse)
                && reason.equals(that.reason);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, length, probes, lines, lineBytes, seed, blocks, fuse, reason);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case LEGACY_BLOOM, FAST_LOCAL_BLOOM ->
                kind.label() + ", " + probes + " probes, " + lines + (lines == 1 ? " line of " : " lines of ")
                        + lineBytes + " bytes";
            case RIBBON ->
                kind.label() + ", seed " + seed + ", " + blocks + " blocks, " + columns() + " columns (" + lowerBlocks()
                        + (lowerBlocks() == 1 ? " block has" : " blocks have") + " one fewer)";
            case BINARY_FUSE -> kind.label() + ", " + fuse;
            case EMPTY, ALWAYS -> kind.label() + ": " + reason;
        };
    }
}
