// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a generator makes of its keys, how long it is, and what it refuses. */
class BloomFilterGeneratorTest {
    private static final String HELLO_WORLD = "114000414410401006";

    private static FilterGenerator generatorOf(String... keys) {
        FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
        Bytes.asciiKeys(keys).forEach(key -> generator.addKey(key, 0, key.length));
        return generator;
    }

    private static void add(FilterGenerator generator, String key) {
        generator.addKey(Bytes.ascii(key), 0, key.length());
    }

    @Test
    void newGeneratorHasNoKeys() {
        FilterGenerator generator = generatorOf();
        assertEquals(0, generator.keyCount());
        assertEquals(9, generator.filterSize());
    }

    /** Empty keys, since other keys would need too much memory; their number makes 2^32 + 79 bytes and one for k. */
    @Test
    @Tag("FB-5")
    void moreKeysOrBytesThanAnArrayHoldsAreRefused() {
        int keyCount = 34_359_739;
        FilterGenerator generator = BloomFilterPolicy.levelDb(1000).newGenerator();
        generator.addKeys(new byte[0], 0, 0, keyCount);
        IllegalStateException keys = assertThrows(
                IllegalStateException.class,
                () -> generator.addKeys(new byte[0], 0, 0, Integer.MAX_VALUE - 7 - keyCount));
        assertTrue(keys.getMessage().contains("2147483639 keys"), keys.getMessage());
        assertEquals((1L << 32) + 80, generator.filterSize());
        IllegalStateException bytes = assertThrows(IllegalStateException.class, generator::generate);
        assertTrue(bytes.getMessage().contains("4294967376 bytes"), bytes.getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(new byte[100], 0));
        assertEquals(keyCount, generator.keyCount());
    }

    @Test
    void generatorMakesOneFilterAfterTheOther() {
        FilterGenerator generator = generatorOf("foo", "bar", "box");
        assertEquals("a14912040810624806", Bytes.toHex(generator.generate()));
        add(generator, "hello");
        add(generator, "world");
        assertEquals(2, generator.keyCount());
        assertEquals(HELLO_WORLD, Bytes.toHex(generator.generate()));
    }

    @Test
    void resetForgetsTheKeys() {
        FilterGenerator generator = generatorOf("foo", "bar", "box");
        generator.reset();
        assertEquals(0, generator.keyCount());
        add(generator, "hello");
        add(generator, "world");
        assertEquals(HELLO_WORLD, Bytes.toHex(generator.generate()));
    }

    @Test
    void keyMayLieAnywhereInItsArrayAndTheArrayMayBeReused() {
        FilterGenerator generator = generatorOf();
        byte[] reused = Bytes.ascii("..hello");
        generator.addKey(reused, 2, 5);
        System.arraycopy(Bytes.ascii("world.."), 0, reused, 0, 7);
        generator.addKey(reused, 0, 5);
        Arrays.fill(reused, (byte) 0xff);
        assertEquals(HELLO_WORLD, Bytes.toHex(generator.generate()));
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 4", "3, 1", "4, 0"})
    void keyOutsideItsArrayIsRefusedAndNotCounted(int offset, int length) {
        FilterGenerator generator = generatorOf("hello");
        assertThrows(IndexOutOfBoundsException.class, () -> generator.addKey(new byte[3], offset, length));
        assertEquals(1, generator.keyCount());
    }

    @ParameterizedTest
    @CsvSource({"8, 0", "9, 1", "9, -1", "0, 0", "20, 12", "20, 2147483647", "20, -2147483648"})
    void filterThatDoesNotFitIsRefusedAndNoKeyForgotten(int capacity, int offset) {
        FilterGenerator generator = generatorOf("hello", "world");
        byte[] dst = new byte[capacity];
        Arrays.fill(dst, (byte) 0xa5);
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(dst, offset));
        assertEquals("a5".repeat(capacity), Bytes.toHex(dst));
        assertEquals(2, generator.keyCount());
        assertEquals(HELLO_WORLD, Bytes.toHex(generator.generate()));
    }

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
    @ParameterizedTest
    @Tag("FB-5")
    @CsvSource({"2, 2147483645", "2, 2147483647", "10, 429496730", "100, 2147483647"})
    void writersThatCountBitsIn32BitsRefuseMore(int bitsPerKey, int keyCount) {
        assertRefused(BloomFilterPolicy.goLevelDb(bitsPerKey), keyCount);
        assertRefused(BloomFilterPolicy.rocksDbBlockBased(bitsPerKey), keyCount);
        assertEquals(536870912, BloomFilterPolicy.goLevelDb(2).filterSize(2147483644));
        assertEquals(536870912, BloomFilterPolicy.rocksDbBlockBased(2).filterSize(2147483644));
    }

    private static void assertRefused(BloomFilterPolicy policy, int keyCount) {
        String message = assertThrows(IllegalStateException.class, () -> policy.filterSize(keyCount))
                .getMessage();
        assertTrue(message.contains(policy.name()), message);
        assertTrue(message.contains(Integer.toString(keyCount)), message);
    }
}
