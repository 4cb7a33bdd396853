// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.bloom.BloomFilterPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measured numbers of {@link ExpectedRate}, and the formula that uses them. Immutable.
 *
 * <p>Five kinds of lines, each with a key of one or two numbers and its values:
 *
 * <ul>
 *   <li>{@code divisor k d}: the factor by which the rate of k probes is higher where the number of bits is a multiple
 *       of d, at a fill of 0, 1/16, ... 1; by integration, not by chance.
 *   <li>{@code fill k d}: likewise, which share of the bits is set where independent probes would set 0, 1/16, ... 1.
 *   <li>{@code few b}: a for 1 to 128 keys with b bits each.
 *   <li>{@code many b}: a for more keys: where the number of bits is a power of two, and then for each divisor of 65535
 *       that may be the greatest one it has in common with the number of bits; NaN where none of b bits per key has.
 *   <li>{@code large b}: by how much the rate is higher between 2^18 and 2^19 bits, then 2^19 and 2^20, ... 2^26
 *       and 2^27.
 * </ul>
 */
final class RateTable {
    static final int LEAST_BITS_PER_KEY = 3;
    static final int MOST_BITS_PER_KEY = 50;
    static final int MOST_FEW_KEYS = 128;
    static final int FILLS = 16;
    static final int DIVISORS_PRODUCT = 65_535;
    static final int[] DIVISORS = {1, 3, 5, 15, 17, 51, 85, 255, 257, 771, 1285, 3855, 4369, 13_107, 21_845, 65_535};
    static final int LEAST_UNEVEN_LG = 14;
    static final int LEAST_LARGE_LG = 18;
    static final int MOST_LARGE_LG = 26;
    static final int UNEVEN_DIVISOR = 15;
    static final int MOST_PROBES = probes(BloomFilterPolicy.MAX_BITS_PER_KEY);
    private static final long MIN_BITS =
            Byte.SIZE * (BloomFilterPolicy.levelDb(0).filterSize(0) - 1);
    private static final int BISECTIONS = 40;
    private static final double HASHES = 0x1p32;

    static final RateTable INSTANCE = load();

    private final @Nullable RateRow[][] divisor = new RateRow[MOST_PROBES + 1][UNEVEN_DIVISOR + 1];
    private final @Nullable RateRow[][] fill = new RateRow[MOST_PROBES + 1][UNEVEN_DIVISOR + 1];
    private final @Nullable RateRow[] few = new RateRow[MOST_BITS_PER_KEY + 1];
    private final @Nullable RateRow[] many = new RateRow[MOST_BITS_PER_KEY + 1];
    private final @Nullable RateRow[] large = new RateRow[MOST_BITS_PER_KEY + 1];

    /** From the lines of the resource; a missing line counts as a measured 0. */
    RateTable(Stream<String> lines) {
        lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" ", 3))
                .forEach(this::take);
    }

    private static RateTable load() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RateTable.class.getResourceAsStream("expected-rate.txt")),
                StandardCharsets.US_ASCII))) {
            return new RateTable(reader.lines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(String[] words) {
        int key = Integer.parseInt(words[1]);
        switch (words[0]) {
            case "divisor" -> take(divisor[key], words[2].split(" ", 2));
            case "fill" -> take(fill[key], words[2].split(" ", 2));
            case "few" -> few[key] = new RateRow(words[2]);
            case "many" -> many[key] = new RateRow(words[2]);
            case "large" -> large[key] = new RateRow(words[2]);
            default -> throw new IllegalStateException("unknown kind of line: " + words[0]);
        }
    }

    private static void take(@Nullable RateRow[] rows, String[] words) {
        rows[Integer.parseInt(words[0])] = new RateRow(words[1]);
    }

    /** The number of bits that LevelDB gives a filter (FB-5). */
    static long bits(long keys, int bitsPerKey) {
        return (Math.max(MIN_BITS, keys * bitsPerKey) + 7) / 8 * 8;
    }

    static int probes(int bitsPerKey) {
        return BloomFilterPolicy.levelDb(bitsPerKey).probes();
    }

    /** For 2 probes or more and any positive number of keys. */
    double rate(double keys, long bits, int probes) {
        int bitsPerKey = nearest(keys, bits, probes);
        return smooth(keys, bits, probes, bitsPerKey) + excess(keys, bits, bitsPerKey) / bits;
    }

    /** All but the term for few bits. */
    double smooth(double keys, long bits, int probes, int bitsPerKey) {
        double load = keys / bits;
        double fill = -Math.expm1(-probes * load);
        double even = Math.pow(fill, probes) * divisorFactor(probes, bits, fill);
        if (probes < 3 || bits < 1L << LEAST_UNEVEN_LG) {
            return even;
        }
        return bits < 1L << LEAST_LARGE_LG
                ? even * thirdProbeFactor(load, (int) bits, probes)
                : even + shortHash(keys, bits, bitsPerKey);
    }

    /** Of the bits per key that give this number of probes, those that fit the filter, or else the nearest. */
    private static int nearest(double keys, long bits, int probes) {
        int best = 0;
        for (int b = LEAST_BITS_PER_KEY; b <= MOST_BITS_PER_KEY; b++) {
            if (probes(b) == probes) {
                if (bits(Math.round(keys), b) == bits) {
                    return b;
                }
                if (best == 0 || Math.abs(bits / keys - b) < Math.abs(bits / keys - best)) {
                    best = b;
                }
            }
        }
        return best;
    }

    private double divisorFactor(int probes, long bits, double fill) {
        RateRow factors = divisor[probes][(int) gcd(bits, UNEVEN_DIVISOR)];
        return factors == null ? 1 : at(factors.values(), fill);
    }

    /** The share of the bits that independent probes would set, where this share is set. */
    double evenFill(int probes, long bits, double set) {
        RateRow row = fill[probes][(int) gcd(bits, UNEVEN_DIVISOR)];
        if (row == null) {
            return set;
        }
        double[] fills = row.values();
        double least = set;
        double most = 1;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (least + most) / 2;
            if (at(fills, middle) < set) {
                least = middle;
            } else {
                most = middle;
            }
        }
        return least;
    }

    /** Lagrange's polynomial through the four nearest values. */
    private static double at(double[] values, double fill) {
        double at = fill * FILLS;
        int first = Math.max(0, Math.min(FILLS - 3, (int) at - 1));
        double sum = 0;
        for (int i = first; i < first + 4; i++) {
            double term = values[i];
            for (int j = first; j < first + 4; j++) {
                term *= i == j ? 1 : (at - j) / (i - j);
            }
            sum += term;
        }
        return sum;
    }

    /** Taylor's polynomial of the second degree around the mean number of probes on a bit. */
    private static double thirdProbeFactor(double load, int bits, int probes) {
        double unevenness = ThirdProbe.unevenness(bits);
        double clear = Math.exp(-probes * load);
        double fill = 1 - clear;
        double bend = clear * load * load * unevenness / 2;
        double others = (fill - bend) / fill;
        double third = (fill + clear * load * unevenness - bend) / fill;
        return Math.pow(others, probes - 1.0) * third;
    }

    /** Interpolated over the logarithm of the number of bits; beyond the last one only equal hashes add to it. */
    private double shortHash(double keys, long bits, int bitsPerKey) {
        RateRow row = large[bitsPerKey];
        if (row == null) {
            return 0;
        }
        double[] rates = row.values();
        double at = Math.max(0, Math.log((double) bits) / Math.log(2) - LEAST_LARGE_LG - 0.5);
        if (at >= rates.length - 1) {
            double measuredKeys = (double) (1L << MOST_LARGE_LG) / bitsPerKey;
            return rates[rates.length - 1] + Math.max(0, keys - measuredKeys) / HASHES;
        }
        int first = (int) at;
        return rates[first] + (at - first) * (rates[first + 1] - rates[first]);
    }

    /** The cost of few bits, times their number. Fewer keys than the shape was measured with collide less often. */
    private double excess(double keys, long bits, int bitsPerKey) {
        if (bitsPerKey == 0) {
            return 0;
        }
        long shapeKeys = Math.max(1, Math.round(keys));
        if (bits(shapeKeys, bitsPerKey) != bits) {
            shapeKeys = Math.max(1, bits / bitsPerKey);
        }
        double measured = shapeKeys <= MOST_FEW_KEYS
                ? value(few[bitsPerKey], (int) shapeKeys - 1)
                : manyKeys(bitsPerKey, divisorClass(bits));
        return measured * Math.min(1, keys / shapeKeys);
    }

    /** If no number with these bits per key is of the class, the measured one with fewer. */
    private double manyKeys(int bitsPerKey, int divisorClass) {
        int measured = bitsPerKey;
        while (measured > LEAST_BITS_PER_KEY && Double.isNaN(value(many[measured], divisorClass))) {
            measured--;
        }
        return value(many[measured], divisorClass);
    }

    private static double value(@Nullable RateRow row, int index) {
        return row == null ? 0 : row.values()[index];
    }

    /** 0 for a power of two, otherwise 1 more than the index of the divisor. */
    static int divisorClass(long bits) {
        if (Long.bitCount(bits) == 1) {
            return 0;
        }
        long divisor = gcd(bits, DIVISORS_PRODUCT);
        int index = 0;
        while (DIVISORS[index] != divisor) {
            index++;
        }
        return index + 1;
    }

    static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
