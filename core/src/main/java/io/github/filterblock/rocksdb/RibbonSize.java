// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

/**
 * How large RocksDB makes a Ribbon filter (RF-18; RocksDB {@code util/ribbon_config.cc}, {@code
 * table/block_based/filter_policy.cc}). The arithmetic of doubles is RocksDB's, operation by operation; where the C
 * library's functions round otherwise than {@link StrictMath}, no size is known to differ.
 */
final class RibbonSize {
    /** More keys than this get a Bloom filter. */
    static final long MAX_KEYS = 950_000_000;

    /** Below so many slots the smaller one of Ribbon and Bloom filter is taken. */
    static final int FEW_SLOTS = 1024;

    private static final int MIN_SLOTS = 256;
    private static final int FIRST_EXPONENT = 8;

    /** Keys of which one in twenty sets cannot be solved in 2^i slots, measured by RocksDB's authors. */
    private static final double[] CAPACITY = {
        0, 0, 0, 0, 0, 0, 0, 0, 248.851, 499.532, 1001.26, 2003.97, 4005.59, 8000.39, 15966.6, 31828.1, 63447.3, 126506
    };

    private static final double OVERHEAD_BASE = 131072.0 / 126506 - 17 * 0.0038;
    private static final double MAX_ONE_IN = 4294967295.0;

    private RibbonSize() {}

    /** The number of keys for which 2^exponent slots are planned. */
    private static double capacity(int exponent) {
        return exponent < CAPACITY.length
                ? CAPACITY[exponent]
                : (double) (1L << exponent) / (OVERHEAD_BASE + exponent * 0.0038);
    }

    /**
     * The number of slots, a multiple of 128.
     *
     * @param keys 1 to {@link #MAX_KEYS}
     */
    static int slots(long keys) {
        if (keys < capacity(FIRST_EXPONENT)) {
            return MIN_SLOTS;
        }
        int exponent = FIRST_EXPONENT;
        while (capacity(exponent + 1) <= keys) {
            exponent++;
        }
        double lower = capacity(exponent);
        double part = (keys - lower) / (capacity(exponent + 1) - lower);
        double power = (double) (1L << exponent);
        int slots = (int) (part * power + power + 0.999999999);
        return slots + FullFilterGeometry.ROWS - 1 & -FullFilterGeometry.ROWS;
    }

    /**
     * One in how many absent keys a fast local Bloom filter lets through, as RocksDB computes it.
     *
     * @param bitsPerKey 1 to 100, not rounded
     * @param probes of that filter
     */
    static double oneIn(double bitsPerKey, int probes) {
        double inLine = 512 / bitsPerKey;
        double deviation = StrictMath.sqrt(inLine);
        double crowded = rate(512 / (inLine + deviation), probes);
        double sparse = rate(512 / (inLine - deviation), probes);
        return 1 / ((crowded + sparse) / 2);
    }

    private static double rate(double bitsPerKey, int probes) {
        return StrictMath.pow(1 - StrictMath.exp(-probes / bitsPerKey), probes);
    }

    /**
     * The number of segments: the columns of all blocks.
     *
     * @param slots from {@link #slots}
     * @param oneIn from {@link #oneIn}
     * @param firstHash the hash that was added first; its upper half decides how the last block is rounded
     */
    static long segments(int slots, double oneIn, long firstHash) {
        if (oneIn > MAX_ONE_IN) {
            return slots / 4;
        }
        long blocks = slots / FullFilterGeometry.ROWS;
        int columns = Long.SIZE - 1 - Long.numberOfLeadingZeros((long) oneIn);
        double upperRate = 1.0 / (1L << columns);
        double lowerRate = 1.0 / (1L << columns + 1);
        double share = (1 / oneIn - lowerRate) / (upperRate - lowerRate);
        double rounding = ((firstHash >>> Integer.SIZE) + 0.5) / (1L << Integer.SIZE);
        int lowerBlocks =
                (int) ((share * (slots - (FullFilterGeometry.ROWS - 1)) + rounding) / FullFilterGeometry.ROWS);
        return blocks * columns + (blocks - lowerBlocks);
    }
}
