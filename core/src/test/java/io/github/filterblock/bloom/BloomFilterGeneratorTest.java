// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Empty keys, since other keys would need too much memory. */
    @Test
    void moreKeysThanAnArrayHoldsAreRefused() {
        FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
        generator.addKey(new byte[0], 0, 0);
        IllegalStateException e = assertThrows(
                IllegalStateException.class, () -> generator.addKeys(new byte[0], 0, 0, Integer.MAX_VALUE - 8));
        assertTrue(e.getMessage().contains("2147483639 keys"), e.getMessage());
        assertEquals(1, generator.keyCount());
    }

    @Test
    void generatingForgetsTheKeys() {
        FilterGenerator generator = generatorOf("hello", "world");
        assertEquals(HELLO_WORLD, Bytes.toHex(generator.generate()));
        assertEquals(0, generator.keyCount());
        assertEquals("000000000000000006", Bytes.toHex(generator.generate()));
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
    void generatorsOfOnePolicyAreIndependent() {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(10);
        FilterGenerator one = policy.newGenerator();
        FilterGenerator other = policy.newGenerator();
        add(one, "hello");
        add(other, "x");
        add(one, "world");
        assertEquals(HELLO_WORLD, Bytes.toHex(one.generate()));
        assertEquals(1, other.keyCount());
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

    @Test
    @Tag("FB-10")
    void everyCallCounts() {
        FilterGenerator generator = generatorOf("a", "a", "", "", "a");
        assertEquals(5, generator.keyCount());
        add(generator, "a");
        add(generator, "a");
        assertEquals(10, generator.filterSize());
    }

    @Test
    void dirtyMemoryIsOverwrittenAndNeighboursStay() {
        FilterGenerator generator = generatorOf("hello", "world");
        byte[] dst = new byte[15];
        Arrays.fill(dst, (byte) 0xa5);
        generator.generate(dst, 3);
        assertEquals("a5a5a5" + HELLO_WORLD + "a5a5a5", Bytes.toHex(dst));
    }

    @Test
    void filterMayFillItsMemoryExactly() {
        byte[] dst = new byte[9];
        generatorOf("hello", "world").generate(dst, 0);
        assertEquals(HELLO_WORLD, Bytes.toHex(dst));
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

    @Test
    void manyKeysOutgrowTheFirstArrayUnharmed() {
        List<byte[]> keys = Bytes.numberedKeys(0, 1000);
        FilterGenerator generator = BloomFilterPolicy.goLevelDb(10).newGenerator();
        for (int round = 0; round < 2; round++) {
            keys.forEach(key -> generator.addKey(key, 0, key.length));
            assertArrayEquals(SlowBloom.filter(BloomFilterPolicy.goLevelDb(10), keys), generator.generate());
        }
    }
}
