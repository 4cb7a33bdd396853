// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Random;
import java.util.stream.IntStream;

/** Keys in ascending byte order, by the dozen, and a filter that lost a bit. */
final class TestKeys {
    private TestKeys() {}

    /** Keys that both hashes treat alike: {@code key00000}, {@code key00001} and so on. */
    static byte[][] ascii(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> String.format("key%05d", i).getBytes(US_ASCII))
                .toArray(byte[][]::new);
    }

    /** Different keys of five bytes with a tail byte of 0x80 or above, on which the hashes differ. */
    static byte[][] telling(int count) {
        Random random = new Random(20261121);
        byte[][] keys = new byte[count][];
        for (int i = 0; i < count; i++) {
            keys[i] = new byte[] {
                (byte) (i >>> 8), (byte) i, (byte) random.nextInt(), 'x', (byte) (0x80 | random.nextInt(128))
            };
        }
        return keys;
    }

    /** A filter block whose first filter lacks a bit. */
    static byte[] withoutItsFirstSetBit(byte[] block) {
        byte[] copy = block.clone();
        int at = 0;
        while (copy[at] == 0) {
            at++;
        }
        copy[at] &= (byte) (copy[at] - 1);
        return copy;
    }
}
