// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What a builder is asked to do. Immutable, provided that no code changes the keys.
 *
 * @param kind of the builder
 * @param bitsPerKey 0.5 to 100
 * @param keys in the order in which they are added
 * @param origin where the keys come from, to make them again
 */
record FullFilterCase(FullFilterSubject.Kind kind, double bitsPerKey, List<byte[]> keys, String origin) {
    /** Lengths at which the hash takes another path. */
    private static final int[] LENGTHS = {0, 1, 3, 4, 8, 9, 16, 17, 32, 33, 64, 65, 96, 97, 128, 129, 240, 241, 1025};

    /** The number of a set of 1,001 keys whose equations contradict each other with its first seed, 255. */
    private static final int FAILING_SET = 27_256;

    /** Returns the expected filter. */
    byte[] expected() {
        return ReferenceFullFilterBuilder.build(kind.label(), bitsPerKey, keys);
    }

    private static double someBits(Random random) {
        return random.nextInt(4) == 0 ? 10 : (500 + random.nextInt(29_500)) / 1000.0;
    }

    private static byte[] someKey(Random random, int length) {
        byte[] key = new byte[length];
        random.nextBytes(key);
        return key;
    }

    private static List<byte[]> someKeys(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> someKey(random, random.nextInt(24)))
                .toList();
    }

    /** Few keys, with any bytes and lengths. */
    static FullFilterCase small(FullFilterSubject.Kind kind, long seed) {
        Random random = new Random(seed);
        List<byte[]> keys = someKeys(random, 1 + random.nextInt(1 + (int) (seed & 63)));
        return new FullFilterCase(kind, someBits(random), keys, "seed " + seed);
    }

    /** Few keys of so many bits that the number of probes comes to its limit. */
    static FullFilterCase manyBits(FullFilterSubject.Kind kind, long seed) {
        List<byte[]> keys = someKeys(new Random(seed), 1 + (int) seed);
        return new FullFilterCase(kind, seed % 2 == 0 ? 43 + seed : 100, keys, "seed " + seed);
    }

    /** Keys of every length at which the hash takes another path, with bytes of 0x80 and above at their ends. */
    static FullFilterCase lengths(FullFilterSubject.Kind kind, long seed) {
        Random random = new Random(seed);
        List<byte[]> keys = new ArrayList<>();
        for (int i = random.nextInt(seed % 2 == 0 ? 200 : 10); i >= 0; i--) {
            byte[] key = someKey(random, LENGTHS[random.nextInt(LENGTHS.length)]);
            if (key.length > 0) {
                key[key.length - 1] |= (byte) 0x80;
            }
            keys.add(key);
        }
        return new FullFilterCase(kind, 10, keys, "seed " + seed);
    }

    /** Each key several times in a row, or the whole list several times. */
    static FullFilterCase repeated(FullFilterSubject.Kind kind, long seed, boolean inARow) {
        Random random = new Random(seed);
        List<byte[]> once = someKeys(random, 2 + random.nextInt(80));
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 3 * once.size(); i++) {
            keys.add(once.get(inARow ? i / 3 : i % once.size()));
        }
        return new FullFilterCase(kind, 10, keys, "seed " + seed);
    }

    /** As many keys as Ribbon filters are written for. */
    static FullFilterCase ribbon(long seed) {
        Random random = new Random(seed);
        List<byte[]> keys = someKeys(random, 154 + random.nextInt(seed % 8 == 0 ? 2_000 : 250));
        return new FullFilterCase(FullFilterSubject.Kind.RIBBON, someBits(random), keys, "seed " + seed);
    }

    /** 1,001 keys, the most for 1,024 slots; 255 is the first seed, and 0 is the one that works. */
    static FullFilterCase failingSeed() {
        List<byte[]> keys = IntStream.range(0, 1001)
                .mapToObj(i -> (FAILING_SET + "/" + i).getBytes(StandardCharsets.US_ASCII))
                .toList();
        return new FullFilterCase(FullFilterSubject.Kind.RIBBON, 10, keys, FAILING_SET + "/0, and so on");
    }

    @Override
    public String toString() {
        return kind.label() + ", " + bitsPerKey + " bits, " + keys.size() + " keys (" + origin + ")"
                + (keys.size() > 4 ? "" : ": " + keys.stream().map(Texts::hex).toList());
    }
}
