// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.arithmetic.Xxh3;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashedKeyTest {
    /** The hashes of a key in any memory, asked for in any order, are its own and not those of the key before. */
    @Test
    void hashesAreThoseOfTheKey() {
        HashedKey hashed = new HashedKey();
        assertHashes(new byte[0], hashed, 0);
        Random random = new Random(3);
        byte[] memory = new byte[64];
        for (int i = 0; i < 2_000; i++) {
            byte[] key = new byte[random.nextInt(i % 50 == 0 ? 300 : 30)];
            random.nextBytes(key);
            int at = random.nextInt(5);
            if (key.length + at <= memory.length) { // the same array with other bytes
                System.arraycopy(key, 0, memory, at, key.length);
                assertHashes(key, hashed.reset(memory, at, key.length), i);
            }
            assertHashes(key, hashed.reset(key), i);
            ByteBuffer direct = ByteBuffer.allocateDirect(key.length + at).position(at);
            direct.duplicate().put(key);
            assertHashes(key, hashed.reset(direct), i);
            assertEquals(at, direct.position());
            assertHashes(key, hashed.reset(ByteBuffer.wrap(key).asReadOnlyBuffer()), i);
            assertHashes(key, hashed.reset(ByteBuffer.wrap(Bytes.padded(key, 2, 3), 2, key.length)), i);
            assertHashes(key, HashedKey.of(direct), i);
            assertHashes(key, HashedKey.of(Bytes.padded(key, 1, 0), 1, key.length), i);
        }
    }

    private static void assertHashes(byte[] key, HashedKey hashed, int order) {
        for (int i = 0; i < 6; i++) {
            switch ((i + order) % 3) {
                case 0 -> assertEquals(Xxh3.preview(key, 0, key.length), hashed.xxph3());
                case 1 -> assertHash(BloomHash.SIGNED_TAIL, key, hashed);
                default -> assertHash(BloomHash.UNSIGNED_TAIL, key, hashed);
            }
        }
        int end = hashed.offset() + hashed.length();
        assertArrayEquals(key, Arrays.copyOfRange(hashed.array(), hashed.offset(), end));
        assertEquals("a key of " + key.length + " bytes", hashed.toString());
    }

    private static void assertHash(BloomHash variant, byte[] key, HashedKey hashed) {
        assertEquals(variant.hash(key, 0, key.length), hashed.hash(variant));
    }

    @Test
    void rangesOutsideTheArrayAreRefusedAndTheKeyBeforeIsKept() {
        byte[] key = {1, 2, 3};
        HashedKey hashed = HashedKey.of(key);
        for (int[] range : new int[][] {{-1, 1}, {0, 4}, {3, 1}, {1, -1}, {2, Integer.MAX_VALUE}}) {
            assertThrows(IndexOutOfBoundsException.class, () -> hashed.reset(key, range[0], range[1]));
        }
        assertHashes(key, hashed, 0);
    }

    @Test
    void keysAreTakenWithoutAllocation() {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        HashedKey hashed = new HashedKey();
        byte[] key = new byte[40];
        ByteBuffer direct = ByteBuffer.allocateDirect(40);
        long sum = take(hashed, key, direct);
        long before = thread.getCurrentThreadAllocatedBytes();
        sum += take(hashed, key, direct);
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, allocated / 10_000, "bytes for a key; " + sum);
    }

    private static long take(HashedKey hashed, byte[] key, ByteBuffer direct) {
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            key[i % 40]++;
            sum += hashed.reset(key).xxph3() + hashed.hash(BloomHash.SIGNED_TAIL);
            sum += hashed.reset(direct).xxph3() + hashed.hash(BloomHash.UNSIGNED_TAIL);
        }
        return sum;
    }
}
