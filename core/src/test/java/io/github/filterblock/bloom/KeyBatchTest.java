// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys hashed side by side against keys hashed one after the other. */
class KeyBatchTest {
    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Property
    void hashesAreThoseOfSingleKeys(
            @ForAll BloomHash hash,
            @ForAll @IntRange(max = 70) int keyLength,
            @ForAll @IntRange(max = 13) int count,
            @ForAll @IntRange(max = 5) int before,
            @ForAll long seed) {
        byte[] keys = bytes(seed, before + keyLength * count + 3);
        int[] hashes = new int[before + count + 1];
        int[] expected = hashes.clone();
        for (int i = 0; i < count; i++) {
            expected[before + i] = hash.hash(keys, before + i * keyLength, keyLength);
        }
        new KeyBatch(keys, before, keyLength, count).hash(hash, hashes, before);
        assertArrayEquals(expected, hashes);
    }

    @Property
    void filtersAreThoseOfSingleKeys(
            @ForAll @IntRange(max = 40) int keyLength, @ForAll @IntRange(max = 200) int count, @ForAll long seed) {
        byte[] keys = bytes(seed, keyLength * count);
        for (FilterPolicy policy : List.of(BloomFilterPolicy.levelDb(10), new TestHashPolicy())) {
            FilterGenerator single = policy.newGenerator();
            FilterGenerator together = policy.newGenerator();
            for (int i = 0; i < count; i++) {
                single.addKey(keys, i * keyLength, keyLength);
            }
            int some = count / 3;
            together.addKeys(keys, 0, keyLength, some);
            together.addKeys(keys, some * keyLength, keyLength, count - some);
            assertEquals(count, together.keyCount());
            assertArrayEquals(single.generate(), together.generate());
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 4, 6", "1, 5, 4", "-1, 4, 1", "0, -1, 1", "0, 1, -1", "21, 0, 1", "0, 2147483647, 2147483647"})
    void keysOutsideTheirArrayAreRefused(int offset, int keyLength, int count) {
        byte[] keys = new byte[20];
        int[] hashes = new int[6];
        FilterGenerator generator = BloomFilterPolicy.levelDb(10).newGenerator();
        FilterGenerator other = new TestHashPolicy().newGenerator();
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> new KeyBatch(keys, offset, keyLength, count).hash(BloomHash.UNSIGNED_TAIL, hashes, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> generator.addKeys(keys, offset, keyLength, count));
        assertThrows(IndexOutOfBoundsException.class, () -> other.addKeys(keys, offset, keyLength, count));
        assertEquals(0, generator.keyCount());
        assertEquals(0, other.keyCount());
    }

    @Test
    void hashesOutsideTheirArrayAreRefused() {
        int[] hashes = new int[5];
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> new KeyBatch(new byte[12], 0, 2, 6).hash(BloomHash.SIGNED_TAIL, hashes, 0));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> new KeyBatch(new byte[12], 0, 2, 5).hash(BloomHash.SIGNED_TAIL, hashes, 1));
        assertEquals(0, Arrays.stream(hashes).filter(hash -> hash != 0).count());
    }
}
