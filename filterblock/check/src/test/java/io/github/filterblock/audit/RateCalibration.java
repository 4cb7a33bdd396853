// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.RateTable.DIVISORS;
import static io.github.filterblock.audit.RateTable.DIVISORS_PRODUCT;
import static io.github.filterblock.audit.RateTable.LEAST_LARGE_LG;
import static io.github.filterblock.audit.RateTable.MOST_FEW_KEYS;
import static io.github.filterblock.audit.RateTable.MOST_LARGE_LG;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * Makes {@code expected-rate.txt}, in steps that print lines of it: {@code divisor} (and {@code fill}), then {@code
 * few}, {@code many} and {@code large} with the file of the first step and a range of bits per key. About 20 minutes of
 * one processor; the seeds are fixed, so every run gives the same lines, whatever the ranges.
 */
final class RateCalibration {
    private static final long SEED = 20_260_721;
    private static final int SAMPLES = 1 << 14;
    private static final long FEW_QUESTIONS = 8_000_000;

    /** From this number of bits per key on rates are low, and half the questions are enough. */
    private static final int LOW_RATES = 28;

    private static final long MANY_QUESTIONS = 2_000_000;
    private static final long LARGE_QUESTIONS = 600_000;
    private static final double[] PARTS_OF_OCTAVE = {1.1, 1.3, 1.7};
    private static final int LEAST_FILTERS = 3;

    private final RateTable table;

    private RateCalibration(RateTable table) {
        this.table = table;
    }

    public static void main(String[] args) throws IOException {
        if (args[0].equals("divisor")) {
            divisors();
            return;
        }
        try (Stream<String> lines = Files.lines(Path.of(args[1]))) {
            RateCalibration calibration = new RateCalibration(new RateTable(lines));
            for (int bits = Integer.parseInt(args[2]); bits <= Integer.parseInt(args[3]); bits++) {
                System.out.println(calibration.line(args[0], bits));
            }
        }
    }

    private String line(String kind, int bitsPerKey) {
        return switch (kind) {
            case "few" -> few(bitsPerKey);
            case "many" -> many(bitsPerKey);
            case "large" -> large(bitsPerKey);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static void divisors() {
        for (int probes = 2; probes <= RateTable.MOST_PROBES; probes++) {
            for (int divisor : new int[] {3, 5, 15}) {
                StringJoiner line = new StringJoiner(" ").add("divisor " + probes + " " + divisor);
                StringJoiner fills = new StringJoiner(" ").add("fill " + probes + " " + divisor);
                DivisorFactor factor = new DivisorFactor(probes, divisor, SAMPLES);
                for (int i = 0; i <= RateTable.FILLS; i++) {
                    double fill = Math.min(0.9999, Math.max(0.0001, (double) i / RateTable.FILLS));
                    line.add(String.format(Locale.ROOT, "%.5f", factor.at(fill)));
                    fills.add(String.format(Locale.ROOT, "%.5f", factor.fill(fill)));
                }
                System.out.println(line + "\n" + fills);
            }
        }
    }

    private String few(int bitsPerKey) {
        StringJoiner line = new StringJoiner(" ").add("few " + bitsPerKey);
        long questions = bitsPerKey < LOW_RATES ? FEW_QUESTIONS : FEW_QUESTIONS / 2;
        for (int keys = 1; keys <= MOST_FEW_KEYS; keys++) {
            line.add(String.format(Locale.ROOT, "%.4f", excess(keys, bitsPerKey, questions)));
        }
        return line.toString();
    }

    /** The excess rate times the number of bits. */
    private double excess(int keys, int bitsPerKey, long questions) {
        int bits = (int) RateTable.bits(keys, bitsPerKey);
        int probes = RateTable.probes(bitsPerKey);
        return (rate(keys, bits, probes, questions) - table.smooth(keys, bits, probes, bitsPerKey)) * bits;
    }

    private static double rate(long keys, int bits, int probes, long questions) {
        int each = (int) Math.min(questions / LEAST_FILTERS, 16 * keys);
        long seed = SEED + 1_000_003L * probes + 31L * bits + keys;
        return new RandomHashFilters(seed, bits, probes).rate(keys, (int) (questions / each), each);
    }

    private String many(int bitsPerKey) {
        StringJoiner line = new StringJoiner(" ").add("many " + bitsPerKey);
        line.add(String.format(Locale.ROOT, "%.4f", ofClass(0, bitsPerKey, 2)));
        for (int i = 0; i < DIVISORS.length; i++) {
            boolean usual = DIVISORS[i] <= RateTable.UNEVEN_DIVISOR;
            line.add(String.format(Locale.ROOT, "%.4f", ofClass(i + 1, bitsPerKey, usual ? 8 : 3)));
        }
        return line.toString();
    }

    /**
     * The mean over the first numbers of keys above the few whose number of bits is of a class, weighted by precision.
     */
    private double ofClass(int wanted, int bitsPerKey, int count) {
        double sum = 0;
        double weights = 0;
        int found = 0;
        int divisor = wanted == 0 ? 1 : DIVISORS[wanted - 1];
        for (int keys = MOST_FEW_KEYS + 1;
                found < count && (long) keys * bitsPerKey < 4L * 8 * DIVISORS_PRODUCT;
                keys++) {
            long bits = RateTable.bits(keys, bitsPerKey);
            if (bits % divisor == 0 && RateTable.divisorClass(bits) == wanted) {
                double weight = 1.0 / bits;
                sum += weight * excess(keys, bitsPerKey, MANY_QUESTIONS);
                weights += weight;
                found++;
            }
        }
        return sum / weights;
    }

    private String large(int bitsPerKey) {
        StringJoiner line = new StringJoiner(" ").add("large " + bitsPerKey);
        for (int lg = LEAST_LARGE_LG; lg <= MOST_LARGE_LG; lg++) {
            double least = 1L << lg;
            double[] excesses = Arrays.stream(PARTS_OF_OCTAVE)
                    .map(part -> largeExcess(bitsPerKey, (long) (least * part)))
                    .sorted()
                    .toArray();
            line.add(String.format(Locale.ROOT, "%.3e", excesses[excesses.length / 2]));
        }
        return line.toString();
    }

    /** With no divisor in common with 65535, and no power of two: a filter like most. */
    private static double largeExcess(int bitsPerKey, long least) {
        int probes = RateTable.probes(bitsPerKey);
        long keys = least / bitsPerKey + 1;
        while (RateTable.gcd(RateTable.bits(keys, bitsPerKey), DIVISORS_PRODUCT) > leastDivisor(bitsPerKey)) {
            keys++;
        }
        int bits = (int) RateTable.bits(keys, bitsPerKey);
        double textbook = Math.pow(-Math.expm1(-probes * (double) keys / bits), probes);
        return Math.max(0, rate(keys, bits, probes, LARGE_QUESTIONS) - textbook);
    }

    /** Where bits per key are a multiple of 8, all numbers of bits share their divisors. */
    private static long leastDivisor(int bitsPerKey) {
        return bitsPerKey % Byte.SIZE == 0 ? RateTable.gcd(bitsPerKey, DIVISORS_PRODUCT) : 1;
    }

    /** Integrates over hashes and wraps; see {@link RateTable}. */
    private static final class DivisorFactor {
        private final int divisor;
        private final int[][] classes;
        private final double[] shares;

        DivisorFactor(int probes, int divisor, int samples) {
            this.divisor = divisor;
            this.classes = new int[samples * divisor][probes];
            this.shares = new double[divisor];
            int rotation = (1 << 15) % divisor;
            for (int s = 0; s < samples; s++) {
                double high = (0.5 + 0.754_877_666_246_692_7 * s) % 1; // an even sequence: Roberts's R2
                double step = (0.5 + 0.569_840_290_998_053_2 * s) % 1;
                for (int hash = 0; hash < divisor; hash++) {
                    for (int i = 0; i < probes; i++) {
                        int wraps = (int) (high + i * step);
                        int place = Math.floorMod(hash * (1 + i * rotation) - wraps, divisor);
                        classes[s * divisor + hash][i] = place;
                        shares[place] += 1.0 / (samples * divisor);
                    }
                }
            }
        }

        /** Compared with independent probes that would set this share of all bits. */
        double at(double fill) {
            double[] fills = fills(fill);
            double sum = 0;
            for (int[] places : classes) {
                double product = 1;
                for (int place : places) {
                    product *= fills[place];
                }
                sum += product;
            }
            return sum / classes.length / Math.pow(fill, classes[0].length);
        }

        /** The share of bits that is set, where independent probes would set another. */
        double fill(double fill) {
            return Arrays.stream(fills(fill)).average().orElseThrow();
        }

        private double[] fills(double fill) {
            double load = -Math.log1p(-fill) / classes[0].length;
            return Arrays.stream(shares)
                    .map(share -> -Math.expm1(-share * load * divisor))
                    .toArray();
        }
    }
}
