// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds RocksDB's full filters, written to be read and not to be fast (RF-16 to RF-18). Each step that a mutant takes
 * differently is a method that it overrides.
 */
public class ReferenceFullFilterBuilder {
    private static final int[] PROBES_UP_TO = {
        2080, 3580, 5100, 6640, 8300, 10070, 11720, 14001, 16050, 18300, 22001, 25501
    };
    private static final double[] CAPACITY = {
        0, 0, 0, 0, 0, 0, 0, 0, 248.851, 499.532, 1001.26, 2003.97, 4005.59, 8000.39, 15966.6, 31828.1, 63447.3, 126506
    };
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    ReferenceFullFilterBuilder() {}

    /**
     * Returns the filter of some keys.
     *
     * @param kind {@code fast}, {@code legacy} or {@code ribbon}
     * @param bitsPerKey 0.5 to 100
     * @param keys in the order in which they are added
     * @return bits and trailer; nothing if there are no keys
     */
    public static byte[] build(String kind, double bitsPerKey, List<byte[]> keys) {
        return new ReferenceFullFilterBuilder().buildFrom(kind, bitsPerKey, keys);
    }

    byte[] buildFrom(String kind, double bitsPerKey, List<byte[]> keys) {
        double bits = Math.min(100, Math.max(1, bitsPerKey));
        int millibits = (int) (bits * 1000 + 0.500001);
        List<Long> hashes = additions(kind.equals("legacy"), keys);
        if (hashes.isEmpty()) {
            return new byte[0];
        }
        return switch (kind) {
            case "legacy" -> legacy(hashes, (millibits + 500) / 1000);
            case "fast" -> fastLocal(hashes, millibits);
            case "ribbon" -> ribbon(hashes, bits, millibits);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** The hashes that count: each that differs from the one counted before it. */
    private List<Long> additions(boolean legacy, List<byte[]> keys) {
        List<Long> hashes = new ArrayList<>();
        for (byte[] key : keys) {
            long hash = legacy ? legacyHash(key) : ReferenceXxph3.hash(key);
            if (counts(hash, hashes)) {
                hashes.add(hash);
            }
        }
        return hashes;
    }

    long legacyHash(byte[] key) {
        return ReferenceHash.SIGNED_TAIL.hash(key, ReferenceHash.BLOOM_SEED);
    }

    boolean counts(long hash, List<Long> before) {
        return before.isEmpty() || before.get(before.size() - 1) != hash;
    }

    /** The line of a fast local filter; the product has up to 64 bits. */
    long line(long hash, long lines) {
        return Integer.toUnsignedLong((int) hash) * lines / (1L << 32);
    }

    /** The seed after one that fails. */
    int next(int seed) {
        return (seed + 1) % 256;
    }

    /** The number of the first segment of a block. */
    int firstSegment(int block, int columns, int lowerBlocks) {
        return block * columns - Math.min(block, lowerBlocks);
    }

    private byte[] legacy(List<Long> hashes, int wholeBits) {
        long lines = ceilDiv(hashes.size() * (long) wholeBits, 512);
        lines += lines % 2 == 0 ? 1 : 0;
        int probes = legacyProbes(wholeBits);
        byte[] filter = filter(64 * lines, probes, (int) (lines & 0xff), (int) (lines >> 8), (int) (lines >> 16));
        for (long hash : hashes) {
            long delta = hash / (1 << 17) + hash % (1 << 17) * (1 << 15);
            long position = hash;
            for (int i = 0; i < probes; i++) {
                set(filter, hash % lines * 512 + position % 512);
                position = (position + delta) % (1L << 32);
            }
        }
        return filter;
    }

    private byte[] fastLocal(List<Long> hashes, int millibits) {
        long lines = linesOfFast(hashes.size(), millibits);
        int probes = probes(millibits);
        byte[] filter = filter(64 * lines, 0xff, 0, probes, 0);
        for (long hash : hashes) {
            long line = line(hash, lines);
            long golden = hash >>> 32;
            for (int i = 0; i < probes; i++) {
                set(filter, line * 512 + golden / (1 << 23));
                golden = Integer.toUnsignedLong((int) (golden * 0x9e3779b9L));
            }
        }
        return filter;
    }

    int legacyProbes(int wholeBits) {
        return Math.max(1, Math.min(30, (int) (wholeBits * 0.69)));
    }

    private static long linesOfFast(int additions, int millibits) {
        return ceilDiv(ceilDiv((long) additions * millibits, 8000), 64);
    }

    private static int probes(int millibits) {
        for (int i = 0; i < PROBES_UP_TO.length; i++) {
            if (millibits <= PROBES_UP_TO[i]) {
                return i + 1;
            }
        }
        return millibits > 50_000 ? 24 : (millibits - 1) / 2000 - 1;
    }

    private byte[] ribbon(List<Long> hashes, double bits, int millibits) {
        int slots = slots(hashes.size());
        int segments = segments(slots, oneIn(bits, probes(millibits)), hashes.get(0));
        if (slots < 1024 && 64 * linesOfFast(hashes.size(), millibits) < 16L * segments) {
            return fastLocal(hashes, millibits);
        }
        int seed = (int) (hashes.get(0) & 0xff);
        for (int i = 0; i < 256; i++, seed = next(seed)) {
            Equation[] rows = eliminated(hashes, seed, slots);
            if (rows.length > 0) {
                return solved(rows, segments, seed);
            }
        }
        return fastLocal(hashes, millibits);
    }

    private static int slots(int additions) {
        if (additions < CAPACITY[8]) {
            return 256;
        }
        int exponent = 8;
        while (capacity(exponent + 1) <= additions) {
            exponent++;
        }
        double part = (additions - capacity(exponent)) / (capacity(exponent + 1) - capacity(exponent));
        double power = 1 << exponent;
        return (int) ceilDiv((int) (part * power + power + 0.999999999), 128) * 128;
    }

    private static double capacity(int exponent) {
        double base = 131072.0 / 126506 - 17 * 0.0038;
        return exponent < 18 ? CAPACITY[exponent] : (1 << exponent) / (base + exponent * 0.0038);
    }

    private static double oneIn(double bits, int probes) {
        double keys = 512 / bits;
        double more = StrictMath.pow(1 - StrictMath.exp(-probes / (512 / (keys + StrictMath.sqrt(keys)))), probes);
        double fewer = StrictMath.pow(1 - StrictMath.exp(-probes / (512 / (keys - StrictMath.sqrt(keys)))), probes);
        return 1 / ((more + fewer) / 2);
    }

    private static int segments(int slots, double oneIn, long firstHash) {
        if (oneIn > 4294967295.0) {
            return slots / 4;
        }
        int columns = BigInteger.valueOf((long) oneIn).bitLength() - 1;
        double high = StrictMath.pow(2, -columns);
        double part = (1 / oneIn - high / 2) / (high - high / 2);
        double rounding = ((firstHash >>> 32) + 0.5) / StrictMath.pow(2, 32);
        int lower = (int) ((part * (slots - 127) + rounding) / 128);
        return slots / 128 * (columns + 1) - lower;
    }

    /** Coefficients of the rows from the start on, the lowest bit for the start, and a result for each column. */
    private record Equation(int start, BigInteger coefficients, long results) {}

    /** The equations by their first row, after elimination; of length 0 if they contradict each other. */
    private static Equation[] eliminated(List<Long> hashes, int seed, int slots) {
        Equation[] rows = new Equation[slots];
        for (long hash : hashes) {
            Equation next = equation(hash, seed, slots);
            while (next.coefficients().signum() != 0 && rows[next.start()] != null) {
                Equation there = rows[next.start()];
                BigInteger sum = next.coefficients().xor(there.coefficients());
                int zeros = Math.max(0, sum.getLowestSetBit());
                next = new Equation(next.start() + zeros, sum.shiftRight(zeros), next.results() ^ there.results());
            }
            if (next.coefficients().signum() != 0) {
                rows[next.start()] = next;
            } else if (next.results() != 0) {
                return new Equation[0];
            }
        }
        return rows;
    }

    private static Equation equation(long xxph3, int seed, int slots) {
        long raw = seed * 0xc78219a23eeadd03L;
        raw ^= (raw & 0xf0f0f0f0f0f0f0f0L) >>> 4;
        long hash = (xxph3 ^ raw & 0xffff_ffffL) * 0x6193d459236a3a0dL;
        int start = ReferenceFullFilter.unsigned(hash)
                .multiply(BigInteger.valueOf(slots - 127))
                .shiftRight(64)
                .intValueExact();
        long upper = hash * 0xc28f82822b650bedL;
        BigInteger coefficients = ReferenceFullFilter.unsigned(upper)
                .multiply(TWO_TO_64)
                .add(ReferenceFullFilter.unsigned((upper ^ 0xc367844a6e52731dL) | 1));
        return new Equation(start, coefficients, Long.reverseBytes(upper) & 0xffff_ffffL);
    }

    /** From the last row on, each solution follows from those of the 127 rows after it; that of an empty row is 0. */
    private byte[] solved(Equation[] rows, int segments, int seed) {
        int blocks = rows.length / 128;
        int columns = (int) ceilDiv(segments, blocks);
        int lower = columns > 32 ? 0 : columns * blocks - segments;
        columns = Math.min(32, columns);
        byte[] filter = filter(16L * segments, 0xfe, seed, blocks & 0xff, blocks >> 8);
        for (int column = 0; column < columns; column++) {
            BigInteger solution = BigInteger.ZERO;
            for (int row = rows.length - 1; row >= (column == columns - 1 ? lower * 128 : 0); row--) {
                solution = solution.shiftLeft(1);
                if (rows[row] != null) {
                    long parity = rows[row].coefficients().and(solution).bitCount() % 2;
                    solution = parity == (rows[row].results() >> column) % 2 ? solution : solution.setBit(0);
                }
                int block = row / 128;
                int segment = firstSegment(block, columns, lower) + column;
                if (solution.testBit(0)) {
                    set(filter, segment * 128L + row % 128);
                }
            }
        }
        return filter;
    }

    private static byte[] filter(long length, int... trailer) {
        byte[] filter = new byte[Math.toIntExact(length + 5)];
        for (int i = 0; i < trailer.length; i++) {
            filter[(int) length + i] = (byte) trailer[i];
        }
        return filter;
    }

    private static void set(byte[] filter, long position) {
        filter[(int) (position / 8)] |= (byte) (1 << position % 8);
    }

    private static long ceilDiv(long number, long divisor) {
        return (number + divisor - 1) / divisor;
    }
}
