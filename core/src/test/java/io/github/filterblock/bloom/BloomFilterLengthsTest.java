// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters on both sides of each length at which they are written or probed in another way. */
class BloomFilterLengthsTest {

    // At 8 bits per key a filter has as many bytes of bits as keys: 2048 are the last that are staged, and 131,072 the
    // last with small remainders.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-5")
    @ValueSource(ints = {8, 9, 2047, 2048, 2049, 131_071, 131_072, 131_073, 200_000})
    void filterIsThatOfTheSlowModel(int keyCount) {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(8);
        List<byte[]> keys = Bytes.numberedKeys(0, keyCount);
        byte[] filter = Bytes.filter(policy, keys);
        assertEquals(keyCount + 1, filter.length);
        assertArrayEquals(SlowBloom.filter(policy, keys), filter);
        assertArrayEquals(filter, amidDirt(policy, keys));
    }

    /** The filter again, written into memory that is dirty, and must stay so around it. */
    private static byte[] amidDirt(BloomFilterPolicy policy, List<byte[]> keys) {
        FilterGenerator generator = policy.newGenerator();
        keys.forEach(key -> generator.addKey(key, 0, key.length));
        int length = (int) generator.filterSize();
        byte[] memory = new byte[length + 16];
        Arrays.fill(memory, (byte) 0xa5);
        generator.generate(memory, 8);
        assertEquals("a5".repeat(8), Bytes.toHex(Arrays.copyOf(memory, 8)));
        assertEquals("a5".repeat(8), Bytes.toHex(Arrays.copyOfRange(memory, length + 8, length + 16)));
        return Arrays.copyOfRange(memory, 8, length + 8);
    }

    // Random bits, three of four set, and every usual k, so that answers differ at every probe.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-7")
    @CsvSource({
        "1, 0",
        "2, 3",
        "8, 6",
        "2047, 0",
        "2048, 1",
        "2048, 6",
        "2049, 2",
        "131071, 5",
        "131072, 6",
        "131073, 9",
        "131072, 30",
        "131073, 30",
        "1000003, 6",
        "1000003, 7",
        "4194304, 4"
    })
    void answersAreThoseOfTheSlowModel(int bytes, int probes) {
        Random random = new Random(bytes);
        byte[] filter = new byte[bytes + 1];
        for (int i = 0; i < bytes; i++) {
            filter[i] = (byte) (random.nextInt() | random.nextInt());
        }
        filter[bytes] = (byte) probes;
        BitSet bits = BitSet.valueOf(filter);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes + 4).put(3, filter);
        long multiplier = BloomFilterMatcher.multiplierOf(filter.length);
        assertEquals(bytes >= 2048, multiplier != 0);
        for (int i = 0; i < 20_000; i++) {
            int hash = random.nextInt();
            boolean expected = SlowBloom.positions(Integer.toUnsignedLong(hash), 8L * bytes, probes)
                    .allMatch(bit -> bits.get((int) bit));
            assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, filter, 0, filter.length));
            assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, direct, 3, filter.length));
            if (multiplier != 0) {
                assertEquals(expected, BloomFilterMatcher.hashMayMatchLarge(hash, filter, filter.length, multiplier));
            }
        }
    }

    @Test
    void aMultiplierIsKeptForUpTo512MebibytesOfBits() {
        assertNotEquals(0, BloomFilterMatcher.multiplierOf((1 << 29) + 1));
        assertEquals(0, BloomFilterMatcher.multiplierOf((1 << 29) + 2));
        assertEquals(0, BloomFilterMatcher.multiplierOf(0));
    }

    // What one filter leaves behind in the generator must not show in the next.
    @Property(tries = 60)
    @net.jqwik.api.Tag("FB-3")
    void oneGeneratorMakesFiltersOfAnyLengthsInAnyOrder(
            @ForAll @Size(min = 2, max = 5) List<@IntRange(max = 3000) Integer> keyCounts) {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(8);
        FilterGenerator generator = policy.newGenerator();
        for (int keyCount : keyCounts) {
            List<byte[]> keys = Bytes.numberedKeys(keyCount, 2 * keyCount);
            keys.forEach(key -> generator.addKey(key, 0, key.length));
            assertArrayEquals(SlowBloom.filter(policy, keys), generator.generate());
        }
    }

    // Where JDK 17 asks in another way from: 256 KiB less the longest filter of the usual lengths.
    @ParameterizedTest
    @Tag("FB-7")
    @ValueSource(ints = {0, 1, 260_095, 260_096, 260_097, 262_143, 262_144, 1_000_000})
    void filterIsAskedAlikeWhereverItStarts(int offset) {
        int positives = 0;
        for (int length : new int[] {2, 9, 51, 2047, 2048, 2049}) {
            byte[] filter = new byte[length];
            new Random(length).nextBytes(filter);
            filter[length - 1] = 6;
            byte[] memory = new byte[offset + length];
            System.arraycopy(filter, 0, memory, offset, length);
            for (int hash = 0; hash < 2000; hash++) {
                int spread = hash * 0x9e37_79b9;
                boolean expected = BloomFilterMatcher.hashMayMatch(spread, ByteBuffer.wrap(filter), 0, length);
                assertEquals(expected, BloomFilterMatcher.hashMayMatch(spread, memory, offset, length));
                positives += expected ? 1 : 0;
            }
        }
        assertTrue(positives > 100 && positives < 6000, positives + " answers of 12,000 are positive");
    }
}
