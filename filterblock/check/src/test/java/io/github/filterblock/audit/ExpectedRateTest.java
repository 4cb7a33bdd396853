// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterGenerator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Compares the model with filters that the library builds over random keys, asked about other keys. The profile {@code
 * long} asks 10^6 questions about every value: {@code mvn -Plong test -pl filterblock -am -Dtest=ExpectedRateTest
 * -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false}.
 */
class ExpectedRateTest {
    private static final long SEED = 20_260_722;
    private static final int SCALE = Integer.getInteger("filterblock.scale", 1);
    private static final int QUESTIONS = Math.min(1_000_000, 20_000 * SCALE);
    private static final int[] KEYS = {
        1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 25, 32, 50, 64, 100, 128, 129, 150, 200, 257, 333, 500, 512, 700, 1000,
        1024, 1500, 2000, 3000, 4096, 5000, 7000, 10_000
    };

    /** Normal quantiles: of 99.9 % for the pool, of 99.9 % for all 1,750 values together (Sidak) for each. */
    private static final double POOLED = 3.290_527;

    private static final double EACH = 5.014;
    private static final double NEGLIGIBLE = 1e-5;
    private static final int KEY_LENGTH = 12;

    /** What was measured of one number of keys with one number of bits each. */
    private record Value(int keys, int bitsPerKey, double expected, double measured, double error) {
        boolean agrees() {
            return expected < NEGLIGIBLE && measured < NEGLIGIBLE || Math.abs(measured - expected) <= EACH * error;
        }
    }

    @Test
    void theModelIsWhatFiltersDo() {
        int[] keys = SCALE == 1 ? new int[] {1, 3, 8, 20, 64, 150, 1000, 10_000} : KEYS;
        List<Value> values = IntStream.rangeClosed(1, 50)
                .boxed()
                .flatMap(bits -> IntStream.of(keys).mapToObj(n -> measure(n, bits)))
                .toList();
        double expected = values.stream().mapToDouble(Value::expected).sum();
        double measured = values.stream().mapToDouble(Value::measured).sum();
        double error = Math.sqrt(values.stream()
                .mapToDouble(value -> value.error() * value.error())
                .sum());
        System.out.printf(
                "expected rates: %d values, %d questions each; pooled %.6f measured, %.6f expected, %.2f errors apart;"
                        + " farthest value %.2f errors apart%n",
                values.size(),
                QUESTIONS,
                measured / values.size(),
                expected / values.size(),
                Math.abs(measured - expected) / error,
                values.stream()
                        .filter(value -> value.expected() >= NEGLIGIBLE || value.measured() >= NEGLIGIBLE)
                        .mapToDouble(value -> Math.abs(value.measured() - value.expected()) / value.error())
                        .max()
                        .orElse(0));
        assertEquals(List.of(), values.stream().filter(value -> !value.agrees()).toList());
        assertEquals(expected, measured, POOLED * error);
    }

    /**
     * Asks many filters, some questions each. The error of the mean is that of the filters' own rates, because answers
     * of one filter belong together; it counts no less than that of as many independent answers at the expected rate.
     */
    private static Value measure(int keys, int bitsPerKey) {
        int each = Math.min(QUESTIONS / 50, 16 * keys);
        int filters = Math.max(1, QUESTIONS / each);
        SplittableRandom random = new SplittableRandom(SEED + 1_000_003L * keys + bitsPerKey);
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(bitsPerKey);
        FilterGenerator generator = policy.newGenerator();
        byte[] filter = new byte[(int) policy.filterSize(keys)];
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < filters; i++) {
            build(random, generator, keys, filter);
            double rate = (double) matches(random, policy, filter, each) / each;
            sum += rate;
            squares += rate * rate;
        }
        double mean = sum / filters;
        double expected = ExpectedRate.ofWriter(keys, bitsPerKey);
        double ofFilters = Math.max(0, squares / filters - mean * mean) / filters;
        double ofAnswers = expected * (1 - expected) / ((double) filters * each);
        return new Value(keys, bitsPerKey, expected, mean, Math.sqrt(Math.max(ofFilters, ofAnswers)) + 1e-12);
    }

    private static void build(SplittableRandom random, FilterGenerator generator, int keys, byte[] filter) {
        byte[] key = new byte[KEY_LENGTH];
        for (int i = 0; i < keys; i++) {
            random.nextBytes(key);
            generator.addKey(key, 0, key.length);
        }
        generator.generate(filter, 0);
        generator.reset();
    }

    private static int matches(SplittableRandom random, BloomFilterPolicy policy, byte[] filter, int questions) {
        byte[] key = new byte[KEY_LENGTH];
        int matches = 0;
        for (int i = 0; i < questions; i++) {
            random.nextBytes(key);
            if (policy.matcher().keyMayMatch(key, 0, key.length, filter, 0, filter.length)) {
                matches++;
            }
        }
        return matches;
    }

    @Test
    void filtersRatedFromTheirOwnBitsAverageToTheModel() {
        for (int bitsPerKey : new int[] {2, 6, 10, 16}) {
            BloomFilterPolicy policy = BloomFilterPolicy.levelDb(bitsPerKey);
            SplittableRandom random = new SplittableRandom(SEED + bitsPerKey);
            FilterGenerator generator = policy.newGenerator();
            byte[] filter = new byte[(int) policy.filterSize(200)];
            List<Double> rates = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                build(random, generator, 200, filter);
                rates.add(ExpectedRate.ofFilter(BloomFilterInfo.of(ByteBuffer.wrap(filter), 0, filter.length)));
            }
            double mean = rates.stream().mapToDouble(rate -> rate).average().orElseThrow();
            double model = ExpectedRate.ofWriter(200, bitsPerKey);
            assertEquals(model, mean, 0.03 * model);
        }
    }

    @Test
    void oneProbeIsExact() {
        assertEquals(1 / 64.0, ExpectedRate.ofWriter(1, 1), 1e-15);
        assertEquals(1 - Math.pow(63 / 64.0, 10), ExpectedRate.of(10, 64, 1), 1e-15);
    }

    @Test
    void filtersThatAnswerWithoutTheirBitsAreRatedAsTheyAnswer() {
        assertEquals(0, ExpectedRate.of(5, 0, 6));
        assertEquals(1, ExpectedRate.of(5, 64, 0));
        assertEquals(1, ExpectedRate.of(0, 64, 31));
        assertEquals(0, ExpectedRate.of(0, 64, 6));
        assertEquals(0, ExpectedRate.ofFilter(new BloomFilterInfo(0, 0, 0, 0)));
        assertEquals(1, ExpectedRate.ofFilter(new BloomFilterInfo(9, 6, 64, 64)));
        assertEquals(0, ExpectedRate.ofFilter(new BloomFilterInfo(9, 6, 64, 0)));
    }

    /** Values of a native library at 10^6 keys, one filter each, from the project's own measurements. */
    @Test
    void millionsOfKeysSufferFromTheShortHash() {
        assertEquals(0.0847, ExpectedRate.ofWriter(1_000_000, 6), 0.1 * 0.0847);
        assertEquals(0.0128, ExpectedRate.ofWriter(1_000_000, 10), 0.1 * 0.0128);
        assertEquals(0.00096, ExpectedRate.ofWriter(1_000_000, 16), 0.1 * 0.00096);
    }

    @Test
    void anyShapeHasARate() {
        for (long keys : new long[] {1, 2, 1000, 10_000_000, 1L << 40}) {
            for (int bits : new int[] {0, 1, 51, 100, 400, 1000}) {
                assertRate(ExpectedRate.ofWriter(keys, bits));
            }
            for (int probes = 1; probes <= 30; probes++) {
                for (long bits : new long[] {8, 64, 1000, 1 << 17, 1 << 18, 1L << 35}) {
                    assertRate(ExpectedRate.of(keys, bits, probes));
                }
            }
        }
    }

    private static void assertRate(double rate) {
        assertTrue(rate >= 0 && rate <= 1, () -> "rate " + rate);
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> ExpectedRate.ofWriter(-1, 10));
        assertThrows(IllegalArgumentException.class, () -> ExpectedRate.ofWriter(1, 1001));
        assertThrows(IllegalArgumentException.class, () -> ExpectedRate.of(-1, 64, 6));
        assertThrows(IllegalArgumentException.class, () -> ExpectedRate.of(1, -1, 6));
        assertThrows(IllegalArgumentException.class, () -> ExpectedRate.of(1, 64, 256));
    }
}
