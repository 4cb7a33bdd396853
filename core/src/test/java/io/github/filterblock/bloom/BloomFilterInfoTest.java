// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rate of false positives that the bits of a filter tell. */
class BloomFilterInfoTest {
    private static BloomFilterInfo info(byte... filter) {
        return BloomFilterInfo.of(ByteBuffer.wrap(filter), 0, filter.length);
    }

    @Test
    void filterThatCannotDenyLetsAllThroughAndOneWithoutBitsNone() {
        assertEquals(0, info((byte) 6).expectedRate());
        assertEquals(0, info((byte) 6).fillRatio());
        assertEquals(1, info((byte) 0x0f, (byte) 0).expectedRate());
        assertEquals(1, info((byte) 0x0f, (byte) 31).expectedRate());
        assertEquals(1, info((byte) -1, (byte) 6).expectedRate());
        assertEquals(0, info((byte) 0, (byte) 6).expectedRate());
        assertEquals(0.5, info((byte) 0x0f, (byte) 1).expectedRate());
    }

    /** By hand: fill^k + 1.4 fill / m + n / 2^32, where n keys set this share of the bits. */
    @ParameterizedTest
    @CsvSource({
        "0, 64, 6, 0",
        "0.25, 64, 1, 0.25",
        "0.5, 1000, 2, 0.25000008069",
        "0.5, 1000, 6, 0.01632502690",
        "1, 64, 30, 1",
    })
    void rateFollowsFromFillBitsAndProbes(double fill, long bits, int probes, double rate) {
        assertEquals(rate, BloomFilterInfo.expectedRate(fill, bits, probes), 1e-10);
    }

    /** A filter as LevelDB writes it, asked for a million keys that it does not have. */
    @Test
    void rateIsAboutThatOfRandomKeys() {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(10);
        Random random = new Random(3);
        double expected = 0;
        int matches = 0;
        byte[] key = new byte[16];
        for (int round = 0; round < 20; round++) {
            List<byte[]> keys = new ArrayList<>();
            for (int number = 0; number < 300; number++) {
                random.nextBytes(key);
                keys.add(key.clone());
            }
            byte[] filter = Bytes.filter(policy, keys);
            expected += info(filter).expectedRate() / 20;
            for (int question = 0; question < 50_000; question++) {
                random.nextBytes(key);
                matches += policy.keyMayMatch(key, 0, key.length, filter, 0, filter.length) ? 1 : 0;
            }
        }
        double measured = matches / 1e6;
        assertTrue(Math.abs(expected / measured - 1) < 0.2, expected + " expected, " + measured + " measured");
    }

    @Test
    void rangesOutsideTheBufferAreRefused() {
        ByteBuffer three = ByteBuffer.allocate(3);
        for (int[] range : new int[][] {{100, 0}, {0, -1}, {0, 4}, {-1, 1}, {4, 0}}) {
            assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterInfo.of(three, range[0], range[1]));
        }
        assertEquals(0, BloomFilterInfo.of(three, 3, 0).length());
    }

    /** Two filters tell the same if length, probes and both counts of bits agree, wherever the bits lie. */
    @Test
    void filtersThatTellTheSameAreEqual() {
        BloomFilterInfo info = info((byte) 0x0f, (byte) 6);
        assertEquals(info, info((byte) 0xf0, (byte) 6));
        assertEquals(info.hashCode(), info((byte) 0xf0, (byte) 6).hashCode());
        assertNotEquals(info, info((byte) 0x07, (byte) 6));
        assertNotEquals(info, info((byte) 0x0f, (byte) 5));
        assertNotEquals(info, info((byte) 0x0f, (byte) 0, (byte) 6));
        assertNotEquals(info, (Object) info.toString());
    }
}
