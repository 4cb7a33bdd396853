// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a matcher answers from one filter, well-formed or not; through both forms of memory. */
class BloomFilterMatcherTest {
    private static final BloomFilterMatcher MATCHER = FilterDialect.LEVELDB.bloomMatcher();
    private static final byte[] KEY = Bytes.ascii("key");

    /** The answer from the array; the buffers must agree with it. */
    private static boolean mayMatch(byte[] key, byte[] filter) {
        boolean answer = Bytes.mayMatch(MATCHER, key, filter);
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            for (boolean direct : new boolean[] {false, true}) {
                ByteBuffer buffer = Bytes.buffer(filter, 5, direct, order);
                assertEquals(answer, MATCHER.keyMayMatch(key, 0, key.length, buffer, 5, filter.length));
            }
        }
        return answer;
    }

    private static byte[] filter(int bytes, int bits, int probes) {
        byte[] filter = new byte[bytes + 1];
        Arrays.fill(filter, (byte) bits);
        filter[bytes] = (byte) probes;
        return filter;
    }

    // A filter inside a block: k is its own last byte, and the bytes around it do not belong to it.
    @Test
    @Tag("FB-6")
    void bytesAroundTheFilterDoNotCount() {
        byte[] filter = Bytes.hex("114000414410401006");
        for (int around : new int[] {0, 0x1f, 0xff}) {
            byte[] block = filter(8 + filter.length + 8, around, around);
            System.arraycopy(filter, 0, block, 8, filter.length);
            ByteBuffer buffer = ByteBuffer.wrap(block);
            for (String text : List.of("hello", "world", "x", "foo", "bar", "box")) {
                byte[] key = Bytes.ascii(text);
                boolean expected = text.equals("hello") || text.equals("world");
                assertEquals(expected, MATCHER.keyMayMatch(key, 0, key.length, block, 8, filter.length), text);
                assertEquals(expected, MATCHER.keyMayMatch(key, 0, key.length, buffer, 8, filter.length), text);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 10", "9, 1", "10, 0", "1, 2147483647"})
    void filterOutsideItsMemoryIsRefused(int offset, int length) {
        byte[] array = new byte[9];
        ByteBuffer buffer = ByteBuffer.allocate(20).limit(9);
        assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterMatcher.hashMayMatch(0, array, offset, length));
        assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterMatcher.hashMayMatch(0, buffer, offset, length));
        assertThrows(IndexOutOfBoundsException.class, () -> MATCHER.keyMayMatch(KEY, 0, 3, array, offset, length));
        assertThrows(IndexOutOfBoundsException.class, () -> MATCHER.keyMayMatch(KEY, 0, 3, buffer, offset, length));
    }

    // The hash of 62 is ef1345c4: bit 4 of 64, and delta 22e27789 leads to bits 13, 22, 31, 40, 49.
    @Test
    @Tag("FB-3")
    @Tag("FB-7")
    void everyProbedBitDecides() {
        byte[] filter = Bytes.hex("102040800001020006");
        assertTrue(mayMatch(Bytes.hex("62"), filter));
        for (int bit : new int[] {4, 13, 22, 31, 40, 49}) {
            byte[] damaged = filter.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertFalse(mayMatch(Bytes.hex("62"), damaged), "bit " + bit);
        }
        assertEquals("leveldb.BuiltinBloomFilter2 (UNSIGNED_TAIL)", MATCHER.toString());
        assertEquals(List.of(MATCHER), MATCHER.bloomParts());
    }

    /** What filters of 0, 1 and 8 bytes of bits answer, all zeros or all ones, with this last byte. */
    @ParameterizedTest
    @Tag("FB-8")
    @Tag("FB-9")
    @CsvSource({
        "0, true, true",
        "1, false, true",
        "30, false, true",
        "31, true, true",
        "128, true, true",
        "255, true, true"
    })
    void lastByteDecidesWhetherTheBitsAreAsked(int probes, boolean zeros, boolean ones) {
        assertFalse(mayMatch(KEY, new byte[0]));
        assertFalse(mayMatch(KEY, filter(0, 0, probes)));
        for (int bytes : new int[] {1, 8}) {
            assertEquals(zeros, mayMatch(KEY, filter(bytes, 0, probes)));
            assertEquals(ones, mayMatch(KEY, filter(bytes, 0xff, probes)));
        }
    }
}
