// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.bloom.BloomFilterInfo;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedBitsTest {
    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    @Test
    void everyPartIsCounted() {
        for (int length : new int[] {0, 1, 63, 64, 65, 128, 200}) {
            byte[] bytes = random(length);
            TableFilter.CountedBits counted = TableFilter.CountedBits.of(ByteBuffer.wrap(bytes));
            for (int start = 0; start <= length; start++) {
                for (int limit = start; limit <= length; limit++) {
                    int expected = BitSet.valueOf(ByteBuffer.wrap(bytes, start, limit - start))
                            .cardinality();
                    assertEquals(expected, counted.in(start, limit - start), start + " to " + limit + " of " + length);
                }
            }
        }
    }

    @Test
    void indexesStartAtTheFirstRemainingByteAndNothingMoves() {
        byte[] bytes = random(100);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).position(3).limit(90);
        assertEquals(
                TableFilter.CountedBits.of(ByteBuffer.wrap(bytes)).in(10, 70),
                TableFilter.CountedBits.of(buffer).in(7, 70));
        assertEquals(3, buffer.position());
        assertEquals(90, buffer.limit());
    }

    @Test
    void filtersAreSeenAsAlone() {
        byte[] bytes = random(150);
        TableFilter.CountedBits counted = TableFilter.CountedBits.of(ByteBuffer.wrap(bytes));
        for (int length : new int[] {0, 1, 2, 9, 64, 65, 140}) {
            assertEquals(BloomFilterInfo.of(ByteBuffer.wrap(bytes), 10, length), counted.info(10, length));
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 10", "10, 1", "9, 2147483647"})
    void partsOutsideAreRefused(int index, int length) {
        TableFilter.CountedBits counted = TableFilter.CountedBits.of(ByteBuffer.wrap(new byte[9]));
        assertThrows(IndexOutOfBoundsException.class, () -> counted.in(index, length));
        assertThrows(IndexOutOfBoundsException.class, () -> counted.info(index, length));
    }
}
