// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("TF-3")
class VarintPropertyTest {

    private static byte[] written(long number) {
        byte[] dst = new byte[10];
        int end = Varint.write(number, dst, 0);
        return Arrays.copyOf(dst, end);
    }

    private static void assertReads(long expected, byte[] encoded) {
        assertEquals(encoded.length, Varint.length(encoded, 0, encoded.length));
        assertEquals(expected, Varint.value(encoded, 0, encoded.length));
    }

    @Property
    void everyNumberIsReadBackFromItsShortestForm(@ForAll long number) {
        byte[] encoded = written(number);
        assertReads(number, encoded);
        assertEquals(encoded.length, Varint.shortestLength(number));
        assertArrayEquals(TestBlocks.varint(number), encoded);
    }

    @Property
    void everyProperPrefixIsRefused(@ForAll long number) {
        byte[] encoded = written(number);
        for (int limit = 0; limit < encoded.length; limit++) {
            assertEquals(-1, Varint.length(encoded, 0, limit));
        }
    }

    @Property
    void longerFormsMeanTheSame(@ForAll long number, @ForAll @IntRange(min = 0, max = 9) int more) {
        int length = Math.min(10, Varint.shortestLength(number) + more);
        assertReads(number, TestBlocks.overlongVarint(number, length));
    }

    @Property
    void nothingBehindTheLimitIsLookedAt(@ForAll byte[] bytes, @ForAll @IntRange(max = 20) int at) {
        int index = Math.min(at, bytes.length);
        int length = Varint.length(bytes, index, bytes.length);
        assertTrue(length == -1 || length >= 1 && length <= 10 && index + length <= bytes.length);
        assertEquals(length > 5 ? -1 : length, Varint.length32(bytes, index, bytes.length));
    }
}
