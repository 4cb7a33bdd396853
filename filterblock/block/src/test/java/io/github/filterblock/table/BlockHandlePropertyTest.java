// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class BlockHandlePropertyTest {

    @Property
    @Tag("TF-2")
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
    @Tag("TF-5")
    void blocksLieInsideIfTheirTrailerDoes(
            @ForAll("numbers") long offset, @ForAll("numbers") long size, @ForAll("numbers") long anyFileSize) {
        long fileSize = Math.max(0, anyFileSize);
        BigInteger end = unsigned(offset).add(unsigned(size)).add(BigInteger.valueOf(5));
        boolean inside = end.compareTo(BigInteger.valueOf(fileSize)) <= 0;
        BlockHandle handle = new BlockHandle(offset, size);
        assertEquals(inside, handle.liesInside(fileSize));
        if (inside) {
            assertEquals(end, BigInteger.valueOf(handle.end()));
        }
    }

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }
}
