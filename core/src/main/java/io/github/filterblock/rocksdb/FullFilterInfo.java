// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.util.Objects;

/**
 * What the bytes of a full filter say about it (RF-6 to RF-9). Immutable. Numbers that a kind does not have are 0.
 *
 * @param kind what it is
 * @param probes of a Bloom filter for each key, 1 to 127
 * @param lines of a Bloom filter, 1 or more
 * @param lineBytes bytes of a line, a power of two: 64 from writers on x86
 * @param seed of a Ribbon filter as the trailer has it, 0 to 255
 * @param blocks of a Ribbon filter, each of 128 rows, 2 or more
 * @param columns of a Ribbon filter, 1 to 32
 * @param lowerBlocks how many blocks of a Ribbon filter, the first ones, have one column less
 * @param reason why no bit is asked, for people; empty if bits are
 */
public record FullFilterInfo(
        FullFilterKind kind,
        int probes,
        long lines,
        int lineBytes,
        int seed,
        int blocks,
        int columns,
        int lowerBlocks,
        String reason) {
    private static final int ROWS = 128;

    /** Checks that no part is missing. */
    public FullFilterInfo {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reason, "reason");
    }

    static FullFilterInfo of(FullFilterKind kind, String reason) {
        return new FullFilterInfo(kind, 0, 0, 0, 0, 0, 0, 0, reason);
    }

    static FullFilterInfo bloom(FullFilterKind kind, int probes, long lines, int lineBytes) {
        return new FullFilterInfo(kind, probes, lines, lineBytes, 0, 0, 0, 0, "");
    }

    static FullFilterInfo ribbon(int seed, int blocks, int columns, int lowerBlocks) {
        return new FullFilterInfo(FullFilterKind.RIBBON, 0, 0, 0, seed, blocks, columns, lowerBlocks, "");
    }

    /** The rows at which the coefficients of a key can start. */
    long starts() {
        return (long) blocks * ROWS - (ROWS - 1);
    }

    /** {@return the number of bits that lookups read, 0 or more} */
    public long bits() {
        return kind == FullFilterKind.RIBBON
                ? ROWS * ((long) blocks * columns - lowerBlocks)
                : lines * lineBytes * Byte.SIZE;
    }

    /**
     * The share of absent keys that such a filter lets through (RF-15; RocksDB {@code util/bloom_impl.h}).
     *
     * @param keys number of keys and prefixes that were added, 0 or more; without effect for a Ribbon filter
     * @return 0 to 1
     */
    public double expectedRate(long keys) {
        return switch (kind) {
            case EMPTY -> 0;
            case ALWAYS -> 1;
            case FAST_LOCAL_BLOOM -> keys == 0 ? 0 : ofLines(keys);
            case LEGACY_BLOOM ->
                keys == 0
                        ? 0
                        : Math.min(
                                1,
                                ofLines(keys)
                                        + 0.1 / (0.75 * bits() / keys + 22)
                                        + keys / (double) (1L << Integer.SIZE));
            case RIBBON -> {
                double lower = (double) ROWS * lowerBlocks / starts();
                yield Math.min(1, lower * Math.pow(2, 1 - columns) + (1 - lower) * Math.pow(2, -columns));
            }
        };
    }

    /** Lines have different numbers of keys; the mean of one deviation above and one below is close. */
    private double ofLines(long keys) {
        double inLine = (double) keys / lines;
        double deviation = Math.sqrt(inLine);
        return (ofLine(inLine + deviation) + ofLine(Math.max(0, inLine - deviation))) / 2;
    }

    private double ofLine(double keys) {
        return Math.pow(1 - Math.exp(-probes * keys / (lineBytes * Byte.SIZE)), probes);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case LEGACY_BLOOM, FAST_LOCAL_BLOOM ->
                kind.label() + ", " + probes + " probes, " + lines + (lines == 1 ? " line of " : " lines of ")
                        + lineBytes + " bytes";
            case RIBBON ->
                kind.label() + ", seed " + seed + ", " + blocks + " blocks, " + columns + " columns (" + lowerBlocks
                        + " blocks have one less)";
            case EMPTY, ALWAYS -> kind.label() + ": " + reason;
        };
    }
}
