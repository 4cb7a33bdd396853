// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builders make the bytes, and policies plan the sizes, of the system's librocksdb. */
class NativeBuilderTest {
    private static final int SCALE = Integer.getInteger("filterblock.scale", 1);
    private static final int SETS = 200 * SCALE;
    private static final int NUMBERS = 200;
    private static final int PAIRS = 20_000 * SCALE;
    private static final List<FullFilterKind> KINDS =
            List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM);

    @TempDir
    private Path directory;

    private static FullFilterPolicy policy(FullFilterKind kind, double bits) {
        return switch (kind) {
            case RIBBON -> FullFilterPolicy.ribbon(bits);
            case LEGACY_BLOOM -> FullFilterPolicy.legacyBloom(bits);
            default -> FullFilterPolicy.fastLocalBloom(bits);
        };
    }

    /** Whole numbers, thousandths, any doubles, the limits and what lies past them. */
    private static double bits(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> List.of(0.5, 0.75, 1.0, 1.5, 99.9999, 100.0, 101.0, 1e9).get(random.nextInt(8));
            case 1, 2 -> 1 + random.nextInt(100);
            case 3, 4 -> (1000 + random.nextInt(29_000)) / 1000.0;
            default -> 0.5 + random.nextDouble() * (random.nextBoolean() ? 20 : 110);
        };
    }

    @Test
    void bytesAreThoseOfTheLibrary() throws Exception {
        Map<FullFilterKind, Integer> made = new EnumMap<>(FullFilterKind.class);
        try (NativeRocksDb rocksDb = NativeRocksDb.compile(directory)) {
            Random random = new Random(SETS);
            for (int i = 0; i < SETS; i++) {
                FullFilterKind kind = KINDS.get(i % KINDS.size());
                double bits = bits(random);
                List<byte[]> keys = keys(random);
                byte[] theirs = rocksDb.build(kind, bits, keys);
                FullFilterBuilder builder = policy(kind, bits).newBuilder();
                keys.forEach(builder::addKey);
                byte[] ours = builder.finish();
                String what = kind + ", " + bits + " bits, " + keys.size() + " keys, set " + i;
                if (keys.isEmpty()) {
                    assertTrue(ours.length == 0 && theirs.length <= 5, what);
                } else {
                    assertArrayEquals(theirs, ours, what);
                    made.merge(FullFilter.wrap(ours).geometry().kind(), 1, Integer::sum);
                }
            }
        }
        System.out.println("filters equal to the library's: " + made + " of " + SETS + " sets");
        assertTrue(KINDS.stream().allMatch(kind -> made.getOrDefault(kind, 0) > SETS / 10), made.toString());
    }

    /** Few keys mostly; repeated ones, directly after each other and not. */
    private static List<byte[]> keys(Random random) {
        int count = random.nextInt(
                switch (random.nextInt(6)) {
                    case 0 -> 4;
                    case 1, 2 -> 300;
                    case 3, 4 -> 2_000;
                    default -> 20_000;
                });
        int most = 1 + random.nextInt(40);
        boolean numbered = random.nextInt(4) == 0;
        List<byte[]> keys = new ArrayList<>(count);
        while (keys.size() < count) {
            byte[] key = new byte[random.nextInt(most + 1)];
            random.nextBytes(key);
            if (numbered) {
                key = String.format("%016d", 2L * keys.size()).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            } else if (random.nextInt(20) == 0 && !keys.isEmpty()) {
                key = keys.get(keys.size() - 1 - random.nextInt(Math.min(3, keys.size())));
            }
            keys.add(key);
        }
        return keys;
    }

    /** The doubles behind a Ribbon filter's size are those of the library. */
    @Test
    void sizesAreThoseOfTheLibrary() throws Exception {
        int compared = 0;
        try (NativeRocksDb rocksDb = NativeRocksDb.compile(directory)) {
            Random random = new Random(PAIRS);
            while (compared < PAIRS) {
                FullFilterKind kind = KINDS.get(random.nextInt(10) < 6 ? 1 : random.nextInt(3));
                double bits = bits(random);
                long[] keys = random.longs(NUMBERS, 0, 63)
                        .map(scale -> 1 + random.nextLong(1L << (1 + scale / 2)))
                        .map(each -> kind == FullFilterKind.LEGACY_BLOOM ? Math.min(each, 1L << 25) : each)
                        .toArray();
                long[] theirs = rocksDb.sizes(kind, bits, keys);
                FullFilterPolicy policy = policy(kind, bits);
                for (int i = 0; i < keys.length; i++) {
                    long number = keys[i];
                    assertEquals(
                            theirs[i],
                            policy.plan(number, 0).sizeInBytes(),
                            () -> kind + ", " + bits + " bits, " + number + " keys");
                }
                compared += keys.length;
            }
        }
        System.out.println("sizes equal to the library's: " + compared);
    }
}
