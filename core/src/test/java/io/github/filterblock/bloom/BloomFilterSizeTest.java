// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Length of a filter: rounding, the least one, and counts at which narrow numbers would wrap. */
class BloomFilterSizeTest {

    @ParameterizedTest
    @Tag("FB-5")
    @CsvSource({
        "0, 0, 9",
        "0, 1000000, 9",
        "1, 64, 9",
        "1, 65, 10",
        "10, 0, 9",
        "10, 1, 9",
        "10, 6, 9",
        "10, 7, 10",
        "10, 8, 11",
        "10, 10, 14",
        "12, 6, 10",
        "16, 4, 9",
        "16, 5, 11",
        "1000, 1, 126"
    })
    void lengthIsThatOfAtLeast64BitsRoundedUpToBytesAndOneByteForK(int bitsPerKey, int keyCount, long length) {
        assertEquals(length, BloomFilterPolicy.levelDb(bitsPerKey).filterSize(keyCount));
        assertEquals(length, BloomFilterPolicy.goLevelDb(bitsPerKey).filterSize(keyCount));
    }

    // 214,748,364 keys at 10 bits have just fewer than 2^31 bits, 429,496,729 just fewer than 2^32.
    @ParameterizedTest
    @Tag("FB-5")
    @CsvSource({
        "10, 214748364, 268435456",
        "10, 214748365, 268435458",
        "10, 429496729, 536870913",
        "10, 429496730, 536870914",
        "10, 2147483647, 2684354560",
        "44, 2147483647, 11811160060",
        "1000, 2147483647, 268435455876"
    })
    void lengthsPast32BitsDoNotWrap(int bitsPerKey, int keyCount, long length) {
        assertEquals(length, BloomFilterPolicy.levelDb(bitsPerKey).filterSize(keyCount));
        assertEquals(length, BloomFilterPolicy.levelDb117Signed(bitsPerKey).filterSize(keyCount));
        assertEquals(length, BloomFilterPolicy.levelDb117Unsigned(bitsPerKey).filterSize(keyCount));
    }

    // 2^32 - 8 bits is the most that (bits + 7) / 8 survives in 32 bits.
    @Test
    @Tag("FB-5")
    void writersThatCountBitsIn32BitsGoUpTo2To32Less8() {
        assertEquals(536870912, BloomFilterPolicy.goLevelDb(2).filterSize(2147483644));
        assertEquals(536870912, BloomFilterPolicy.rocksDbBlockBased(2).filterSize(2147483644));
        assertEquals(536870876, BloomFilterPolicy.goLevelDb(1000).filterSize(4294967));
    }

    @ParameterizedTest
    @Tag("FB-5")
    @CsvSource({"2, 2147483645", "2, 2147483646", "2, 2147483647", "10, 429496730", "100, 2147483647"})
    void writersThatCountBitsIn32BitsRefuseMore(int bitsPerKey, int keyCount) {
        assertRefused(BloomFilterPolicy.goLevelDb(bitsPerKey), keyCount);
        assertRefused(BloomFilterPolicy.rocksDbBlockBased(bitsPerKey), keyCount);
    }

    private static void assertRefused(BloomFilterPolicy policy, int keyCount) {
        String message = assertThrows(IllegalStateException.class, () -> policy.filterSize(keyCount))
                .getMessage();
        assertTrue(message.contains(policy.name()), message);
        assertTrue(message.contains(Integer.toString(keyCount)), message);
    }

    @Test
    @Tag("FB-5")
    void generatorReportsTheLengthBeforeItWrites() {
        FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
        for (int keyCount = 0; keyCount < 200; keyCount++) {
            assertEquals(keyCount, generator.keyCount());
            assertEquals(Math.max(8, (keyCount * 10 + 7) / 8) + 1, generator.filterSize());
            generator.addKey(Bytes.littleEndian(keyCount), 0, 4);
        }
        assertEquals(generator.filterSize(), generator.generate().length);
    }

    // 34,359,739 keys at 1000 bits make 2^32 + 79 bytes and one for k, which an int takes for 80.
    @Test
    @Tag("FB-5")
    void filterLargerThanAnArrayIsRefusedAndNoKeyForgotten() {
        int keyCount = 34_359_739;
        FilterGenerator generator = BloomFilterPolicy.levelDb(1000).newGenerator();
        byte[] key = {};
        for (int i = 0; i < keyCount; i++) {
            generator.addKey(key, 0, 0);
        }
        assertEquals((1L << 32) + 80, generator.filterSize());
        String message =
                assertThrows(IllegalStateException.class, generator::generate).getMessage();
        assertTrue(message.contains("4294967376 bytes"), message);
        byte[] dst = new byte[100];
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(dst, 0));
        assertEquals(keyCount, generator.keyCount());
        assertEquals("00".repeat(100), Bytes.toHex(dst));
    }
}
