// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.bloom.Bytes.hex;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Handles of blocks, in bytes, and whether what they name lies in the file. */
class BlockHandleTest {

    private static Optional<BlockHandle> decoded(byte[] bytes) {
        return BlockHandle.decode(bytes, 0, bytes.length);
    }

    /** From FORMAT.md, TF-2: the second is padded by pcmind. */
    @ParameterizedTest
    @CsvSource({"3a12, 58, 18", "df8a08f913000000000000000000000000000000, 132447, 2553", "0000, 0, 0"})
    void handlesAreDecodedWhateverFollows(String encoded, long offset, long size) {
        assertEquals(Optional.of(new BlockHandle(offset, size)), decoded(hex(encoded)));
    }

    @ParameterizedTest
    @CsvSource({"58, 18, true", "58, 19, false", "57, 18, false"})
    void handlesOfOnePlaceAreEqual(long offset, long size, boolean equal) {
        BlockHandle handle = new BlockHandle(58, 18);
        assertEquals(equal, handle.equals(new BlockHandle(offset, size)));
        assertEquals(equal, handle.hashCode() == new BlockHandle(offset, size).hashCode());
        assertFalse(handle.equals((Object) "[58, 18]"));
    }

    @ParameterizedTest
    @CsvSource({"''", "3a", "80", "3a80", "8080808080808080808001"})
    void fewerThanTwoNumbersAreNoHandle(String encoded) {
        assertEquals(Optional.empty(), decoded(hex(encoded)));
        assertEquals(Optional.empty(), BlockHandle.decode(hex("ff3a12"), 1, 2));
        assertEquals("[18446744073709551615, 9223372036854775808]", new BlockHandle(-1, Long.MIN_VALUE).toString());
    }

    @Property
    @net.jqwik.api.Tag("TF-2")
    void everyHandleIsReadBack(@ForAll long offset, @ForAll long size) {
        BlockHandle handle = new BlockHandle(offset, size);
        byte[] encoded = handle.encode();
        assertArrayEquals(TestBlocks.handle(offset, size), encoded);
        assertEquals(Optional.of(handle), BlockHandle.decode(encoded, 0, encoded.length));
        assertEquals(encoded.length, BlockHandle.encodedLength(encoded, 0, encoded.length));
        for (int limit = 0; limit < encoded.length; limit++) {
            assertEquals(Optional.empty(), BlockHandle.decode(encoded, 0, limit));
        }
    }

    @Provide
    Arbitrary<Long> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(0, 200),
                Arbitraries.of(Long.MAX_VALUE, Long.MAX_VALUE - 4, Long.MAX_VALUE - 5, Long.MIN_VALUE, -1L, -5L, -6L),
                Arbitraries.longs());
    }

    /** Against sums that cannot overflow. */
    @Property(tries = 5000)
    @net.jqwik.api.Tag("TF-5")
    void blocksLieInsideIfTheirTrailerDoes(
            @ForAll("numbers") long offset, @ForAll("numbers") long size, @ForAll("numbers") long anyFileSize) {
        long fileSize = Math.max(0, anyFileSize);
        BigInteger end = unsigned(offset).add(unsigned(size)).add(BigInteger.valueOf(5));
        boolean inside = end.compareTo(BigInteger.valueOf(fileSize)) <= 0;
        BlockHandle handle = new BlockHandle(offset, size);
        assertEquals(inside, handle.liesInside(fileSize));
        if (inside) {
            assertEquals(end, BigInteger.valueOf(handle.end()));
            assertTrue(handle.liesInside(handle.end()));
            assertFalse(handle.liesInside(handle.end() - 1));
        }
    }

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }
}
