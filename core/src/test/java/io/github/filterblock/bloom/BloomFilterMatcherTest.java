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
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    @Tag("FB-8")
    void filterWithoutBytesDenies() {
        assertFalse(mayMatch(KEY, new byte[0]));
        assertFalse(mayMatch(new byte[0], new byte[0]));
    }

    @ParameterizedTest
    @Tag("FB-8")
    @ValueSource(ints = {0, 1, 6, 30, 31, 127, 128, 255})
    void filterOfOneByteDeniesWhateverItsKIs(int probes) {
        assertFalse(mayMatch(KEY, filter(0, 0, probes)));
    }

    @ParameterizedTest
    @Tag("FB-9")
    @ValueSource(ints = {0, 31, 32, 127, 128, 129, 200, 255})
    void zeroProbesAndMoreThan30Match(int probes) {
        assertTrue(mayMatch(KEY, filter(8, 0, probes)));
        assertTrue(mayMatch(KEY, filter(1, 0, probes)));
    }

    @ParameterizedTest
    @Tag("FB-7")
    @ValueSource(ints = {1, 2, 6, 29, 30})
    void oneTo30ProbesLookAtTheBits(int probes) {
        assertFalse(mayMatch(KEY, filter(8, 0, probes)));
        assertTrue(mayMatch(KEY, filter(8, 0xff, probes)));
        assertFalse(mayMatch(KEY, filter(1, 0, probes)));
        assertTrue(mayMatch(KEY, filter(1, 0xff, probes)));
    }

    // The hash of 62 is ef1345c4: bit 4 of 64, and delta 22e27789 leads to bits 13, 22, 31, 40, 49.
    @Test
    @Tag("FB-3")
    @Tag("FB-7")
    void everyProbedBitDecides() {
        byte[] key = Bytes.hex("62");
        byte[] filter = Bytes.hex("102040800001020006");
        assertEquals(Bytes.toHex(filter), Bytes.toHex(Bytes.filter(BloomFilterPolicy.levelDb(10), List.of(key))));
        for (int bit : new int[] {4, 13, 22, 31, 40, 49}) {
            byte[] damaged = filter.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertFalse(mayMatch(key, damaged), "bit " + bit);
        }
    }

    @Test
    @Tag("FB-7")
    void probesComeFromTheFilterNotFromThePolicy() {
        List<byte[]> keys = Bytes.numberedKeys(0, 100);
        byte[] filter = Bytes.filter(BloomFilterPolicy.levelDb(4), keys);
        BloomFilterPolicy reading = BloomFilterPolicy.levelDb(30);
        for (byte[] key : keys) {
            assertTrue(Bytes.mayMatch(reading, key, filter));
        }
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

    @Test
    void hashAnswersLikeItsKey() {
        byte[] filter = Bytes.hex("114000414410401006");
        int present = MATCHER.hash().hash(Bytes.ascii("hello"), 0, 5);
        int absent = MATCHER.hash().hash(Bytes.ascii("x"), 0, 1);
        assertTrue(BloomFilterMatcher.hashMayMatch(present, filter, 0, filter.length));
        assertFalse(BloomFilterMatcher.hashMayMatch(absent, filter, 0, filter.length));
        assertTrue(BloomFilterMatcher.hashMayMatch(present, ByteBuffer.wrap(filter), 0, filter.length));
        assertFalse(BloomFilterMatcher.hashMayMatch(absent, ByteBuffer.wrap(filter), 0, filter.length));
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

    @Test
    void matcherNeedsNameAndHash() {
        assertThrows(NullPointerException.class, () -> new BloomFilterMatcher(null, BloomHash.SIGNED_TAIL));
        assertThrows(NullPointerException.class, () -> new BloomFilterMatcher("name", null));
    }

    @Test
    void matcherShowsItsNameAndHash() {
        assertEquals("leveldb.BuiltinBloomFilter2 (UNSIGNED_TAIL)", MATCHER.toString());
        assertEquals(List.of(MATCHER), MATCHER.bloomParts());
    }
}
