// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterGenerator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Compares the closed form with filters that the library builds over random keys, asked about other keys. The profile
 * {@code long} asks about many more shapes, and more often: {@code mvn -Plong test -pl filterblock/check -am
 * -Dtest=ExpectedRateTest -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false}.
 */
class ExpectedRateTest {
    private static final long SEED = 20_260_722;
    private static final boolean LONG = Integer.getInteger("filterblock.scale", 1) > 1;
    private static final int QUESTIONS = LONG ? 10_000_000 : 100_000;
    private static final int ENOUGH_MATCHES = LONG ? 4_000 : 500;
    private static final int MIN_FILTERS = 12;
    private static final int KEY_LENGTH = 12;
    private static final int[] FEW_SIZES = {1, 3, 20, 37, 64, 150, 1000, 10_000};
    private static final int[] MANY_SIZES = {
        1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 25, 32, 37, 48, 60, 64, 100, 128, 150, 200, 257, 333, 500, 512, 700,
        1000, 1024, 1500, 2000, 3000, 4096, 5000, 7000, 10_000, 14_009, 20_000
    };

    /** What was measured of filters of one shape, and expected from their bits, and from the shape alone. */
    private record Value(int keys, int bitsPerKey, Measurement ofBits, double ofShape) {
        /** Powers of two are not: probes that step over so many bits meet again sooner. */
        boolean isUsual() {
            return keys >= 20 && bitsPerKey <= 16 && Integer.bitCount(keys * bitsPerKey) != 1;
        }

        boolean agrees(double share) {
            return ExpectedRateTest.agrees(ofBits, ofBits.expectedRate(), share)
                    && ExpectedRateTest.agrees(ofBits, ofShape, share);
        }
    }

    /**
     * Within a share of a rate in the interval, which is narrow after many matches; below a hundred matches, as many as
     * random answers give.
     */
    static boolean agrees(Measurement measured, double expected, double share) {
        double matches = expected * measured.asked();
        return measured.matched() < 100
                ? Math.abs(matches - measured.matched()) <= 4.6 * Math.sqrt(matches) + share * matches
                : expected >= (1 - share) * measured.leastRate() && expected <= (1 + share) * measured.mostRate();
    }

    @Test
    void theFormulaIsAsCloseAsItSays() {
        List<Value> values = IntStream.rangeClosed(1, 30)
                .filter(bits -> LONG || bits % 2 == 0 || bits < 10)
                .boxed()
                .flatMap(bits -> IntStream.of(LONG ? MANY_SIZES : FEW_SIZES).mapToObj(n -> measure(n, bits)))
                .toList();
        assertTrue(
                values.stream().filter(value -> value.ofBits().matched() >= 100).count() > values.size() / 2);
        assertEquals(
                List.of(),
                values.stream()
                        .filter(value -> !value.agrees(value.isUsual() ? 0.2 : 0.6))
                        .toList());
    }

    /** Sizes that suit the arithmetic of the third probe well or badly are both among them. */
    @Test
    void largeFiltersLetUpToTwiceAsManyKeysPass() {
        List<Value> values = IntStream.of(LONG ? new int[] {5, 6, 8, 10, 12, 14, 16} : new int[] {6, 10})
                .boxed()
                .flatMap(bits ->
                        IntStream.of(28_001, 40_009, 56_003, 80_021, 100_000).mapToObj(n -> measure(n, bits)))
                .toList();
        assertEquals(
                List.of(), values.stream().filter(value -> !value.agrees(0.6)).toList());
    }

    /** Asks filters of all hashes until enough questions matched. */
    private static Value measure(int keys, int bitsPerKey) {
        SplittableRandom random = new SplittableRandom(SEED + 1_000_003L * keys + bitsPerKey);
        FilterDialect[] dialects = {
            FilterDialect.LEVELDB, FilterDialect.LEVELDB_117_SIGNED, FilterDialect.LEVELDB_117_UNSIGNED
        };
        int each = Math.min(20_000, 16 * keys);
        long asked = 0;
        long matched = 0;
        double expected = 0;
        for (int i = 0; i < MIN_FILTERS || matched < ENOUGH_MATCHES && asked < QUESTIONS; i++) {
            BloomFilterPolicy policy = BloomFilterPolicy.of(dialects[i % dialects.length], bitsPerKey);
            byte[] filter = new byte[(int) policy.filterSize(keys)];
            build(random, policy.newGenerator(), keys, filter);
            asked += each;
            matched += matches(random, policy, filter, each);
            expected += each
                    * BloomFilterInfo.of(ByteBuffer.wrap(filter), 0, filter.length)
                            .expectedRate();
        }
        return new Value(
                keys, bitsPerKey, new Measurement(asked, matched, expected), ExpectedRate.ofWriter(keys, bitsPerKey));
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
    void filtersOfOneProbeOrWithoutBitsAreRatedExactly() {
        assertEquals(1 / 64.0, ExpectedRate.ofWriter(1, 1), 1e-15);
        assertEquals(1 - Math.pow(63 / 64.0, 10), ExpectedRate.of(10, 64, 1), 1e-15);
        assertEquals(0, ExpectedRate.of(5, 0, 6));
        assertEquals(1, ExpectedRate.of(5, 64, 0));
        assertEquals(1, ExpectedRate.of(0, 64, 31));
        assertEquals(0, ExpectedRate.of(0, 64, 6));
        assertEquals(0, BloomFilterInfo.of(0, 0, 0).expectedRate());
        assertEquals(1, BloomFilterInfo.of(9, 6, 64).expectedRate());
        assertEquals(0, BloomFilterInfo.of(9, 6, 0).expectedRate());
    }

    @Test
    void anyShapeHasARate() {
        List<Double> rates = new ArrayList<>();
        for (long keys : new long[] {1, 2, 1000, 10_000_000, 1L << 40}) {
            for (int bits : new int[] {0, 1, 51, 100, 400, 1000}) {
                rates.add(ExpectedRate.ofWriter(keys, bits));
            }
            for (int probes = 1; probes <= 30; probes++) {
                for (long bits : new long[] {8, 64, 1000, 1 << 17, 1 << 18, 1L << 35}) {
                    rates.add(ExpectedRate.of(keys, bits, probes));
                }
            }
        }
        assertTrue(rates.stream().allMatch(rate -> rate >= 0 && rate <= 1), rates::toString);
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
