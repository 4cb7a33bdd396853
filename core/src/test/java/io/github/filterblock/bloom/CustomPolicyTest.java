// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy from outside the library, and what the interfaces add to it. */
class CustomPolicyTest {
    private static final FilterPolicy POLICY = new TestHashPolicy();

    // google/leveldb's table/filter_block_test.cc: the hashes of foo, bar and box, run with HEAD.
    private static final String FOO_BAR_BOX = "c43577fe378c73d926960fc8";

    @Test
    void generatorArrayIsMadeByTheInterface() {
        byte[] filter = Bytes.filter(POLICY, Bytes.asciiKeys("foo", "bar", "box"));
        assertEquals(FOO_BAR_BOX, Bytes.toHex(filter));
    }

    @Test
    void generatingTwiceMakesTwoFilters() {
        FilterGenerator generator = POLICY.newGenerator();
        generator.addKey(Bytes.ascii("foo"), 0, 3);
        assertEquals("c43577fe", Bytes.toHex(generator.generate()));
        assertEquals("", Bytes.toHex(generator.generate()));
    }

    @Test
    void bufferIsCopiedByTheInterface() {
        byte[] filter = Bytes.hex(FOO_BAR_BOX);
        for (boolean direct : new boolean[] {false, true}) {
            ByteBuffer buffer =
                    Bytes.buffer(filter, 5, direct, ByteOrder.BIG_ENDIAN).position(2);
            for (String text : List.of("foo", "bar", "box", "hello", "")) {
                byte[] key = Bytes.ascii(text);
                boolean expected = Bytes.mayMatch(POLICY, key, filter);
                assertEquals(expected, POLICY.keyMayMatch(key, 0, key.length, buffer, 5, filter.length), text);
            }
            assertEquals(2, buffer.position());
            assertEquals(5 + filter.length + 3, buffer.limit());
        }
    }

    @Test
    void emptyFilterInABufferIsHandedOverAsEmpty() {
        assertFalse(POLICY.keyMayMatch(Bytes.ascii("foo"), 0, 3, ByteBuffer.allocate(4), 4, 0));
    }

    @Test
    void rangeOutsideTheBufferIsRefusedByTheInterface() {
        byte[] key = Bytes.ascii("foo");
        ByteBuffer buffer = ByteBuffer.allocate(8);
        assertThrows(IndexOutOfBoundsException.class, () -> POLICY.keyMayMatch(key, 0, 3, buffer, 1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> POLICY.keyMayMatch(key, 0, 3, buffer, -1, 4));
    }

    @Test
    void policyHasNoBloomParts() {
        assertEquals(List.of(), POLICY.bloomParts());
    }

    @Test
    void internalKeysAreCutForItToo() {
        FilterPolicy internal = FilterPolicy.ofInternalKeys(POLICY);
        byte[] filter = Bytes.filter(internal, List.of(Bytes.ascii("foo12345678")));
        assertEquals("c43577fe", Bytes.toHex(filter));
        assertTrue(Bytes.mayMatch(internal, Bytes.ascii("foo........"), filter));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {Integer.MAX_VALUE - 7L, Integer.MAX_VALUE, 1L << 31, 1L << 32, (1L << 32) + 4, Long.MAX_VALUE})
    void arrayTooLargeForTheMachineIsRefusedBeforeItIsMade(long size) {
        FilterGenerator claiming = new Claiming(size);
        String message =
                assertThrows(IllegalStateException.class, claiming::generate).getMessage();
        assertTrue(message.contains(size + " bytes"), message);
    }

    @Test
    void arrayHasTheClaimedSize() {
        assertArrayEquals(new byte[7], new Claiming(7).generate());
    }

    /** Claims a size and writes nothing. */
    private record Claiming(long filterSize) implements FilterGenerator {
        @Override
        public void addKey(byte[] key, int offset, int length) {}

        @Override
        public int keyCount() {
            return 1;
        }

        @Override
        public void generate(byte[] dst, int offset) {}

        @Override
        public void reset() {}
    }
}
