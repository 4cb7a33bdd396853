// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
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

    @Test
    void bytesAreNotShared() throws CorruptFilterException {
        byte[] string = goZero().toByteArray();
        GoZeroFilter read = GoZeroFilter.read(BITS, string, "string");
        Arrays.fill(string, (byte) 0);
        assertTrue(read.mayContain(KEY));
        Arrays.fill(read.toByteArray(), (byte) 0);
        assertTrue(read.mayContain(KEY));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullsAreRefusedAtTheDoor() {
        assertThrows(NullPointerException.class, () -> new RedisBloomReader(null));
        assertThrows(NullPointerException.class, () -> new RedisBloomFilter.Piece(1, null));
        assertThrows(NullPointerException.class, () -> RedisBloomShape.DEFAULT.likeRelease(null));
    }

    @Test
    void filtersHaveTheBitsThatTheyWereMadeFor() {
        assertEquals(100, GoZeroFilter.ofBits(100).bits());
        assertEquals(1, GoZeroFilter.forKeys(0).bits());
        assertEquals(20, GoZeroFilter.forKeys(1).bits());
        assertEquals(4_294_967_280L, GoZeroFilter.forKeys(214_748_364).bits());
        assertEquals(1L << 32, GoZeroFilter.ofBits(1L << 32).bits());
        assertEquals(1 << 29, GoZeroFilter.ofBits(1L << 32).mostBytes());
    }

    @Test
    void shapesOfRedisBloomHaveTheirLimits() {
        assertEquals(
                (1L << 32) - 1,
                RedisBloomShape.DEFAULT.withExpansion((1L << 32) - 1).expansion());
        assertEquals(1, RedisBloomShape.DEFAULT.withExpansion(1).expansion());
        assertEquals(1, RedisBloomShape.of(0.5, 1).capacity());
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(-0.1, 1));
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(0.1, -1));
        assertTrue(RedisBloomShape.DEFAULT.scaling());
        assertFalse(RedisBloomShape.DEFAULT.nonScaling().scaling());
        assertEquals(2, RedisBloomShape.DEFAULT_EXPANSION);
        assertEquals(RedisBloomShape.of(0.01, 100), RedisBloomShape.DEFAULT);
    }

    @Test
    void aDumpHasNoPieceAfterTheLast() {
        Iterator<RedisBloomFilter.Piece> pieces = redisBloom().dump().iterator();
        int count = 0;
        for (; pieces.hasNext(); count++) {
            pieces.next();
        }
        assertEquals(2, count);
        assertThrows(NoSuchElementException.class, pieces::next);
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

    @Test
    void aHeaderOfAnOldVersionNamesIt() {
        for (int[] old : List.of(new int[] {16 + 49, 0}, new int[] {16 + 49, 1}, new int[] {20 + 49, 5})) {
            byte[] header = new byte[old[0]];
            ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 1).putInt(12, old[1]);
            CorruptFilterException e = assertThrows(
                    CorruptFilterException.class, () -> new RedisBloomReader("d").add(1, header, 0, header.length));
            String version = old[0] == 69 ? "2.2.0" : old[1] == 0 ? "1.0" : "1.1.0 to 2.0.3";
            assertEquals(
                    "d: offset 0: a dump of RedisBloom " + version + ", which no version from 2.2.1 on reads",
                    e.getMessage());
        }
        assertArrayEquals(new byte[0], GoZeroFilter.ofBits(BITS).toByteArray());
    }
}
