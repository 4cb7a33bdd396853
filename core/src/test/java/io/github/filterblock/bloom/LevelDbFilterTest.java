// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bare filter, opened once, answers as the matcher does, wherever it lies. */
class LevelDbFilterTest {
    private static List<LevelDbFilter> opened(byte[] filter, BloomHash hash) {
        byte[] padded = Bytes.padded(filter, 3, 2);
        ByteBuffer direct = ByteBuffer.allocateDirect(padded.length).put(0, padded);
        ByteBuffer heap = ByteBuffer.wrap(padded).slice(1, filter.length + 2);
        return List.of(
                LevelDbFilter.wrap(padded, 3, filter.length, hash),
                LevelDbFilter.wrap(filter, 0, filter.length, hash),
                LevelDbFilter.wrap(direct.position(3).limit(3 + filter.length), hash),
                LevelDbFilter.wrap(direct.asReadOnlyBuffer(), hash),
                LevelDbFilter.wrap(heap.position(2), hash),
                LevelDbFilter.wrap(ByteBuffer.wrap(filter).asReadOnlyBuffer(), hash));
    }

    private static void assertAsMatcher(byte[] filter, BloomHash hash, byte[] key) {
        BloomFilterMatcher matcher = new BloomFilterMatcher("name", hash);
        boolean right = matcher.keyMayMatch(key, 0, key.length, filter, 0, filter.length);
        for (LevelDbFilter one : opened(filter, hash)) {
            assertEquals(right, one.keyMayMatch(key));
            assertEquals(right, one.keyMayMatch(Bytes.padded(key, 2, 3), 2, key.length));
            ByteBuffer buffer =
                    ByteBuffer.allocateDirect(key.length + 1).put(1, key).position(1);
            assertEquals(right, one.keyMayMatch(buffer));
            assertEquals(1, buffer.position());
            assertEquals(right, one.hashMayMatch(hash.hash(key, 0, key.length)));
            assertEquals(firstBytes(filter, hash.hash(key, 0, key.length)), one.touch(hash.hash(key, 0, key.length)));
        }
    }

    /** The sum of the bytes that three probes look at; nothing if no bit is. */
    private static int firstBytes(byte[] filter, int keyHash) {
        boolean isAsked = filter.length > 1 && (filter[filter.length - 1] & 0xff) <= 30;
        long[] positions = isAsked ? BloomBits.positions(keyHash, (filter.length - 1) * 8L, 3) : new long[0];
        return Arrays.stream(positions)
                .mapToInt(position -> filter[(int) (position >> 3)])
                .sum();
    }

    @Property(tries = 300)
    void anyBytesAreAsked(@ForAll byte[] filter, @ForAll BloomHash hash, @ForAll byte[] key) {
        assertAsMatcher(filter, hash, key);
    }

    @ParameterizedTest
    @CsvSource({"10, 3", "10, 200", "10, 1638", "10, 1639", "10, 70000", "4, 9000", "16, 9000", "100, 9000", "1, 9000"})
    void filtersOfEverySizeAreAsked(int bitsPerKey, int keys) {
        BloomFilterPolicy policy = BloomFilterPolicy.goLevelDb(bitsPerKey);
        FilterGenerator generator = policy.newGenerator();
        FilterGenerator byHash = policy.newGenerator();
        Random random = new Random(keys);
        byte[] all = new byte[8 * keys];
        random.nextBytes(all);
        generator.addKeys(all, 0, 8, keys);
        for (int i = 0; i < keys; i++) {
            byHash.addHash(policy.hash().hash(all, 8 * i, 8));
        }
        assertEquals(keys, byHash.keyCount());
        byte[] filter = generator.generate();
        assertArrayEquals(filter, byHash.generate());
        LevelDbFilter opened = LevelDbFilter.wrap(filter);
        for (int i = 0; i < keys; i++) {
            assertTrue(opened.keyMayMatch(all, 8 * i, 8));
        }
        for (int i = 0; i < 500; i++) {
            byte[] key = new byte[random.nextInt(30)];
            random.nextBytes(key);
            assertAsMatcher(filter, policy.hash(), key);
        }
    }

    @Test
    void rangesOutsideAreRefusedAndOtherGeneratorsTakeNoHashes() {
        assertThrows(
                IndexOutOfBoundsException.class, () -> LevelDbFilter.wrap(new byte[9], 3, 7, BloomHash.SIGNED_TAIL));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> LevelDbFilter.wrap(new byte[9]).keyMayMatch(new byte[3], 2, 2));
        FilterGenerator other = new TestHashPolicy().newGenerator();
        assertThrows(UnsupportedOperationException.class, () -> other.addHash(1));
    }

    @Test
    void lookupsAllocateNothing() {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] filter = new byte[5000];
        filter[4999] = 6;
        byte[] key = new byte[16];
        for (LevelDbFilter one : opened(filter, BloomHash.UNSIGNED_TAIL)) {
            one.keyMayMatch(key);
            long before = thread.getCurrentThreadAllocatedBytes();
            int matches = 0;
            for (int i = 0; i < 10_000; i++) {
                key[3]++;
                matches += one.keyMayMatch(key) ? 1 : 0;
            }
            long allocated = thread.getCurrentThreadAllocatedBytes() - before;
            assertEquals(0, allocated / 10_000, "bytes for a question; " + matches);
        }
    }
}
