// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.LongStream;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a matcher answers from one filter, well-formed or not, in arrays and buffers. */
class BloomFilterMatcherTest {
    private static final BloomFilterPolicy SIGNED = BloomFilterPolicy.rocksDbBlockBased(10);
    private static final BloomFilterPolicy UNSIGNED = BloomFilterPolicy.levelDb(10);

    @Property(edgeCases = EdgeCasesMode.NONE)
    @net.jqwik.api.Tag("FB-6")
    @net.jqwik.api.Tag("FB-7")
    @net.jqwik.api.Tag("FB-8")
    @net.jqwik.api.Tag("FB-9")
    void anyBytesAreReadAsTheReferenceModelReadsThemWhereverTheyLie(
            @ForAll boolean signed,
            @ForAll byte[] key,
            @ForAll("anyFilters") byte[] filter,
            @ForAll @IntRange(max = 9) int before,
            @ForAll boolean direct) {
        BloomFilterPolicy policy = signed ? SIGNED : UNSIGNED;
        boolean expected = Bytes.model(policy).keyMayMatch(key, filter);
        assertEquals(expected, Bytes.mayMatchAnywhere(policy.matcher(), key, filter));
        int hash = policy.hash().hash(key, 0, key.length);
        ByteBuffer buffer = Bytes.buffer(filter, before, direct, ByteOrder.LITTLE_ENDIAN);
        byte[] block = Bytes.padded(filter, before, 3);
        assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, block, before, filter.length));
        assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, buffer, before, filter.length));
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

    // Random bits, three of four set, and every usual k, so that answers differ at every probe. JDK 17 asks in another
    // way where a filter starts beyond 256 KiB less the longest filter of the usual lengths.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-7")
    @CsvSource({
        "1, 0",
        "1, 6",
        "2, 3",
        "8, 6",
        "50, 6",
        "2046, 6",
        "2047, 0",
        "2047, 6",
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
    void answersOnBothSidesOfEachLimitAreThoseOfTheReferenceModel(int bytes, int probes) {
        Random random = new Random(bytes);
        byte[] filter = new byte[bytes + 1];
        for (int i = 0; i < bytes; i++) {
            filter[i] = (byte) (random.nextInt() | random.nextInt());
        }
        filter[bytes] = (byte) probes;
        for (int offset : new int[] {0, 1, 260_095, 260_096, 260_097, 262_143, 262_144}) {
            byte[] memory = new byte[offset + filter.length];
            System.arraycopy(filter, 0, memory, offset, filter.length);
            ByteBuffer direct = ByteBuffer.allocateDirect(memory.length).put(offset, filter);
            LevelDbFilter opened = LevelDbFilter.wrap(memory, offset, filter.length, UNSIGNED.hash());
            for (int i = 0; i < 4000; i++) {
                byte[] key = Bytes.littleEndian(random.nextInt());
                int hash = UNSIGNED.hash().hash(key, 0, key.length);
                boolean expected = Bytes.model(UNSIGNED).keyMayMatch(key, filter);
                assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, memory, offset, filter.length));
                assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, direct, offset, filter.length));
                assertEquals(expected, opened.hashMayMatch(hash));
            }
        }
    }

    @Property
    @net.jqwik.api.Tag("FB-3")
    void positionsFollowTheFormulaForAnyNumberOfBits(
            @ForAll int hash,
            @ForAll @LongRange(min = 1, max = 1L << 35) long bits,
            @ForAll @IntRange(max = 255) int k) {
        long first = Integer.toUnsignedLong(hash);
        long delta = (first << 15) % (1L << 32) + (first >> 17);
        long[] expected = LongStream.range(0, k)
                .map(i -> (first + i * delta) % (1L << 32) % bits)
                .toArray();
        assertArrayEquals(expected, BloomBits.positions(hash, bits, k));
    }
}
