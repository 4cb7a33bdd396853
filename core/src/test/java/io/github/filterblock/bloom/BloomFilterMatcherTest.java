// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a matcher answers from one filter, well-formed or not, in arrays and buffers. */
class BloomFilterMatcherTest {
    private static final BloomFilterMatcher SIGNED = FilterDialect.ROCKSDB_BLOCK.bloomMatcher();
    private static final BloomFilterMatcher UNSIGNED = FilterDialect.LEVELDB.bloomMatcher();

    @Property(edgeCases = EdgeCasesMode.NONE)
    @net.jqwik.api.Tag("FB-6")
    @net.jqwik.api.Tag("FB-7")
    @net.jqwik.api.Tag("FB-8")
    @net.jqwik.api.Tag("FB-9")
    void anyBytesAreReadAsTheSlowModelReadsThemWhereverTheyLie(
            @ForAll boolean signed,
            @ForAll byte[] key,
            @ForAll("anyFilters") byte[] filter,
            @ForAll @IntRange(max = 9) int before,
            @ForAll boolean direct,
            @ForAll boolean bigEndian) {
        BloomFilterMatcher matcher = signed ? SIGNED : UNSIGNED;
        boolean expected = SlowBloom.mayMatch(matcher.hash(), key, filter);
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer buffer = Bytes.buffer(filter, before, direct, order).position(2);
        byte[] block = new byte[buffer.limit()];
        buffer.get(0, block);
        int hash = matcher.hash().hash(key, 0, key.length);
        assertEquals(expected, Bytes.mayMatch(matcher, key, filter));
        assertEquals(expected, matcher.keyMayMatch(key, 0, key.length, block, before, filter.length));
        assertEquals(expected, matcher.keyMayMatch(key, 0, key.length, buffer, before, filter.length));
        assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, block, before, filter.length));
        assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, buffer, before, filter.length));
        assertEquals(2, buffer.position());
        assertEquals(order, buffer.order());
    }

    /** Filters of any length whose last byte is often a number of probes that is used, and whose bits are dense. */
    @Provide
    Arbitrary<byte[]> anyFilters() {
        Arbitrary<byte[]> bits = Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.just((byte) 0xff)), Tuple.of(1, Arbitraries.bytes()))
                .array(byte[].class)
                .ofMaxSize(40);
        Arbitrary<Integer> probes = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 8),
                Arbitraries.integers().between(28, 34),
                Arbitraries.integers().between(0, 255));
        return Combinators.combine(bits, probes)
                .as((bytes, k) -> {
                    byte[] filter = bytes.clone();
                    if (filter.length > 0) {
                        filter[filter.length - 1] = k.byteValue();
                    }
                    return filter;
                })
                .withoutEdgeCases();
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 10", "9, 1", "10, 0", "1, 2147483647"})
    void filterOutsideItsMemoryIsRefused(int offset, int length) {
        byte[] array = new byte[9];
        ByteBuffer buffer = ByteBuffer.allocate(20).limit(9);
        assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterMatcher.hashMayMatch(0, array, offset, length));
        assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterMatcher.hashMayMatch(0, buffer, offset, length));
        assertThrows(IndexOutOfBoundsException.class, () -> UNSIGNED.keyMayMatch(array, 0, 3, array, offset, length));
        assertThrows(IndexOutOfBoundsException.class, () -> UNSIGNED.keyMayMatch(array, 0, 3, buffer, offset, length));
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
    void answersOnBothSidesOfEachLimitAreThoseOfTheSlowModel(int bytes, int probes) {
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
        assertTrue(BloomFilterMatcher.multiplierOf((1 << 29) + 1) != 0);
        assertEquals(0, BloomFilterMatcher.multiplierOf((1 << 29) + 2));
        assertEquals(0, BloomFilterMatcher.multiplierOf(0));
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
                ByteBuffer buffer = ByteBuffer.wrap(memory);
                assertEquals(expected, BloomFilterMatcher.hashMayMatch(spread, buffer, offset, length));
                positives += expected ? 1 : 0;
            }
        }
        assertTrue(positives > 100 && positives < 6000, positives + " answers of 12,000 are positive");
    }

    @Property
    @net.jqwik.api.Tag("FB-3")
    void positionsFollowTheFormulaForAnyNumberOfBits(
            @ForAll byte[] key,
            @ForAll @LongRange(min = 1, max = 1L << 35) long bits,
            @ForAll @IntRange(max = 255) int k) {
        for (BloomFilterMatcher matcher : List.of(SIGNED, UNSIGNED)) {
            long hash = SlowBloom.hash(matcher.hash(), key);
            long[] expected = SlowBloom.positions(hash, bits, k).toArray();
            assertArrayEquals(expected, BloomFilterMatcher.positions((int) hash, bits, k));
            byte[] longer = Arrays.copyOf(key, key.length + 1);
            assertArrayEquals(expected, matcher.positions(longer, 0, key.length, bits, k));
        }
    }
}
