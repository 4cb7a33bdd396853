// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/**
 * The form of a full filter: what its trailer and its length say (RF-6 to RF-9), and all that its writer must know
 * beside the keys (RF-16 to RF-18). A filter of a given geometry depends on the set of its keys alone: neither their
 * order nor repetitions matter.
 *
 * <p>It is read from a stored filter, or planned by a policy. Numbers that a kind does not have are 0. Immutable;
 * no other kinds are possible than those of {@link FullFilterKind}.
 */
public abstract class FullFilterGeometry {
    /** Bytes of the trailer that describes the bits of RocksDB's filters. */
    static final int TRAILER_LENGTH = 5;

    static final int FAST_LOCAL_MARKER = -1;
    static final int RIBBON_MARKER = -2;

    static final int LINE_BYTES = 64;
    static final int SEGMENT = 16;
    static final int ROWS = 128;
    static final int MAX_COLUMNS = 32;

    private final FullFilterKind kind;

    /** The number of bytes before the trailer; less than 0 if a filter is too short for one. */
    private final long length;

    FullFilterGeometry(FullFilterKind kind, long length) {
        this.kind = kind;
        this.length = length;
    }

    /** {@return the kind of the filter} */
    public final FullFilterKind kind() {
        return kind;
    }

    final long length() {
        return length;
    }

    /** {@return the probes of a Bloom filter for each key, 1 to 127} */
    public int probes() {
        return 0;
    }

    /** {@return the lines of a Bloom filter, 1 or more} */
    public long lines() {
        return 0;
    }

    /** {@return the bytes of a Bloom filter's line, a power of two: 64 from writers on x86} */
    public int lineBytes() {
        return 0;
    }

    /** {@return the seed of a Ribbon filter as the trailer has it, 0 to 255} */
    public int seed() {
        return 0;
    }

    /** {@return the rows of a Ribbon filter, 128 for each of its blocks} */
    public final long rows() {
        return (long) blocks() * ROWS;
    }

    /** {@return the blocks of a Ribbon filter, each of 128 rows: 2 to 2^24 - 1} */
    public int blocks() {
        return 0;
    }

    /**
     * {@return the segments of a Ribbon filter, each of 16 bytes, or those of a binary fuse filter in which the first
     * of a key's three fingerprints can be: 1 or more}
     */
    public long segments() {
        return 0;
    }

    /** {@return the bits of a binary fuse filter's fingerprint: 4, 8, 10, 12 or 16} */
    public int fingerprintBits() {
        return 0;
    }

    /** {@return the columns of a Ribbon filter, 1 to 32} */
    public int columns() {
        return 0;
    }

    /** {@return how many of a Ribbon filter's blocks, counted from the first, have one column fewer: 0 to 2^24 - 2} */
    public int lowerBlocks() {
        return 0;
    }

    /** {@return why no bit is examined, for display; empty if bits are} */
    public String reason() {
        return "";
    }

    /** The number of bytes after the bits. */
    int trailerLength() {
        return TRAILER_LENGTH;
    }

    /**
     * {@return the number of bytes of the filter with its trailer, 0 or more; possibly beyond what an array can hold}
     */
    public final long sizeInBytes() {
        return length + trailerLength();
    }

    /** {@return the number of bits that lookups read, 0 or more} */
    public abstract long bits();

    /**
     * The geometry in which the same keys are stored under a footer of LevelDB's, or of RocksDB's format version 4 or
     * below. RocksDB before 6.6 takes the trailer of a fast local Bloom filter there for that of a legacy one with 256
     * times as many lines as this has probes. Most filters then let every key match, but if the number of lines is 4k
     * times a power of two, for k probes, the reader does not return: such a filter gets one line more (RF-19).
     *
     * @return one line more, or this
     */
    public FullFilterGeometry forOldFooter() {
        return this;
    }

    /**
     * The share of absent random keys that such a filter of random keys lets through on average (RF-15). That of one
     * filter, {@link FullFilter#expectedRate()}, scatters about it.
     *
     * @param keys number of keys and prefixes that were added, 0 or more; without effect for a Ribbon or binary fuse
     *     filter
     * @return 0 to 1
     */
    public abstract double expectedRate(long keys);

    static void check(String what, long number, long least, long most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", not " + number);
        }
    }

    @Override
    public abstract boolean equals(Object other);

    @Override
    public abstract int hashCode();

    @Override
    public abstract String toString();
}
