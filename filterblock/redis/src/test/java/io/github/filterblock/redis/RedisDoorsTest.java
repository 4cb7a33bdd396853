// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What filters for Redis refuse at their public doors, and what they do not share with callers. */
class RedisDoorsTest {
    private static final byte[] KEY = {1, 2, 3};
    private static final long BITS = 100;

    private static GoZeroFilter goZero() {
        GoZeroFilter filter = GoZeroFilter.ofBits(BITS);
        filter.add(KEY);
        return filter;
    }

    private static RedisBloomFilter redisBloom() {
        RedisBloomFilter filter = RedisBloomFilter.reserve(RedisBloomShape.of(0.01, 100));
        filter.add(KEY);
        return filter;
    }

    @Test
    void aRangeLiesWithinItsArray() {
        GoZeroFilter goZero = goZero();
        RedisBloomFilter redisBloom = redisBloom();
        RedisBloomReader reader = new RedisBloomReader("dump");
        for (int[] range : List.of(new int[] {-1, 2}, new int[] {2, 2}, new int[] {0, -1}, new int[] {4, 0})) {
            int offset = range[0];
            int length = range[1];
            List<Executable> doors = List.of(
                    () -> goZero.add(KEY, offset, length),
                    () -> goZero.mayContain(KEY, offset, length),
                    () -> goZero.positions(KEY, offset, length, new long[GoZeroFilter.PROBES]),
                    () -> redisBloom.add(KEY, offset, length),
                    () -> redisBloom.mayContain(KEY, offset, length),
                    () -> reader.add(1, KEY, offset, length));
            for (Executable door : doors) {
                assertThrows(IndexOutOfBoundsException.class, door);
            }
        }
        assertTrue(goZero.mayContain(new byte[] {0, 1, 2, 3, 0}, 1, 3));
        assertTrue(redisBloom.mayContain(new byte[] {0, 1, 2, 3, 0}, 1, 3));
        assertThrows(
                IndexOutOfBoundsException.class, () -> goZero.positions(KEY, 0, 3, new long[GoZeroFilter.PROBES - 1]));
        assertThrows(IndexOutOfBoundsException.class, () -> goZero.toByteArray(0, goZero.mostBytes() + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> goZero.toByteArray(-1, 0));
    }

    /** A cluster moves a filter to its name only within one slot. */
    @Test
    void aTemporaryKeyLiesInTheSlotOfItsKeyAndIsNeverTheSame() {
        for (String name : List.of("users", "{a}b", "", "\u00e9")) {
            byte[] key = name.getBytes(StandardCharsets.UTF_8);
            byte[] temporary = RedisPublisher.temporaryKey(key);
            assertEquals(SlotHash.getSlot(key), SlotHash.getSlot(temporary), name);
            String text = new String(temporary, StandardCharsets.UTF_8);
            assertTrue(text.matches("filterblock:\\{[0-9]+}:.*") && text.endsWith(name), text);
            assertFalse(Arrays.equals(temporary, RedisPublisher.temporaryKey(key)));
        }
    }

    private static byte[] frame(long iterator, int length, byte[] data) {
        return ByteBuffer.allocate(12 + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(iterator)
                .putInt(length)
                .put(data)
                .array();
    }

    @Test
    void aDumpIsKnownByItsFirstPiece(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("dump");
        byte[] header = redisBloom().header();
        Files.write(file, frame(1, header.length, header));
        assertTrue(RedisBloomFilter.isDump(file));
        for (byte[] other : List.of(
                new byte[0],
                new byte[11],
                frame(2, header.length, header),
                frame(1, header.length + 1, header),
                frame(1, -1, header),
                frame(1, 3, new byte[3]))) {
            Files.write(file, other);
            assertFalse(RedisBloomFilter.isDump(file), () -> other.length + " bytes");
        }
    }

    @Test
    void numbersInMessagesAreUnsigned() {
        byte[] header = redisBloom().header();
        byte[] options = header.clone();
        ByteBuffer.wrap(options).order(ByteOrder.LITTLE_ENDIAN).putInt(12, -1);
        CorruptFilterException unknown = assertThrows(
                CorruptFilterException.class, () -> new RedisBloomReader("d").add(1, options, 0, options.length));
        assertEquals("d: offset 12: options 4294967295", unknown.getMessage());
        RedisBloomReader reader = new RedisBloomReader("d");
        CorruptFilterException piece = assertThrows(CorruptFilterException.class, () -> {
            reader.add(1, header, 0, header.length);
            reader.add(-1, KEY, 0, 3);
        });
        assertTrue(piece.getMessage().contains("iterator 18446744073709551615 "), piece::getMessage);
        assertEquals(CorruptFilterException.Reason.MISSING_PIECE, piece.reason());
    }
}
