// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Full filters, ranges, and dumps of RedisBloom that are refused. */
class RedisBloomFilterTest {
    private static RedisBloomFilter filter(RedisBloomShape shape, int keys) {
        RedisBloomFilter filter = RedisBloomFilter.reserve(shape);
        for (int i = 0; i < keys; i++) {
            filter.add(key(i));
        }
        return filter;
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static RedisBloomFilter read(List<RedisBloomFilter.Piece> pieces) throws CorruptFilterException {
        RedisBloomReader reader = new RedisBloomReader("pieces");
        for (RedisBloomFilter.Piece piece : pieces) {
            reader.add(piece);
        }
        return reader.filter();
    }

    private static List<RedisBloomFilter.Piece> pieces(RedisBloomFilter filter) {
        List<RedisBloomFilter.Piece> pieces = new ArrayList<>();
        filter.dump().forEach(pieces::add);
        return pieces;
    }

    @Test
    @Tag("RB-9")
    void aFullFilterThatDoesNotScaleTakesNoNewKey() {
        RedisBloomFilter filter = filter(RedisBloomShape.of(0.01, 10).nonScaling(), 10);
        assertThrows(RedisBloomFilter.FullException.class, () -> filter.add(key(77)));
        assertFalse(filter.add(key(3)));
        assertEquals(10, filter.size());
        assertEquals(1, filter.layers());
        assertEquals(0.01, filter.expectedRate());
    }

    @Test
    @Tag("RB-9")
    void theErrorsOfTheLayersAddUpToTheWantedOne() {
        RedisBloomFilter filter = filter(RedisBloomShape.of(0.01, 10), 1000);
        assertEquals(7, filter.layers());
        assertEquals(0.01 * 127 / 128, filter.expectedRate(), 1e-12);
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(0, 1));
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(1, 1));
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(0.1, 0));
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.DEFAULT.withExpansion(0));
        assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.DEFAULT.withExpansion(1L << 32));
        RedisBloomShape huge = RedisBloomShape.of(0.01, Long.MAX_VALUE);
        assertThrows(IllegalArgumentException.class, () -> RedisBloomFilter.reserve(huge));
    }

    @Test
    @Tag("RB-9")
    void aFilterWhoseNextLayerIsTooLargeSaysSo() {
        for (long expansion : new long[] {1L << 31, (1L << 32) - 1}) {
            RedisBloomFilter filter = filter(RedisBloomShape.of(0.01, 10).withExpansion(expansion), 10);
            assertThrows(RedisBloomFilter.FullException.class, () -> filter.add(key(77)));
            assertEquals(10, filter.size());
        }
    }

    @Test
    @Tag("RB-8")
    void logarithmsAreRoundedCorrectly() {
        for (double number : new double[] {0.01, 0.005, 0.0001, 5e-5, 0.25, 1e-12, 0.999, 4.9e-324, 1 - 0x1p-53}) {
            assertEquals(Math.log(number), NaturalLogarithm.of(number), Math.ulp(Math.log(number)));
        }
        assertEquals(0, NaturalLogarithm.of(1));
        // ln 10 = 2.302585092994045684..., and ln 0.3 of the double nearest to it
        assertEquals(2.302585092994046, NaturalLogarithm.of(10));
        assertEquals(0.6931471805599453, NaturalLogarithm.of(2));
        assertEquals(-0.6931471805599453, NaturalLogarithm.of(0.5));
        assertEquals(-744.4400719213812, NaturalLogarithm.of(Double.MIN_VALUE));
    }

    private static Reason refused(Consumer<List<RedisBloomFilter.Piece>> change) {
        List<RedisBloomFilter.Piece> pieces = pieces(filter(RedisBloomShape.of(0.01, 10), 30));
        change.accept(pieces);
        return assertThrows(CorruptFilterException.class, () -> read(pieces)).reason();
    }

    @Test
    @Tag("RB-11")
    void missingOverlappingAndSurplusPiecesAreRefused() {
        assertEquals(Reason.MISSING_PIECE, refused(List::clear));
        assertEquals(Reason.MISSING_PIECE, refused(pieces -> pieces.remove(0)));
        assertEquals(Reason.MISSING_PIECE, refused(pieces -> pieces.remove(1)));
        assertEquals(Reason.MISSING_PIECE, refused(pieces -> pieces.remove(2)));
        assertEquals(
                Reason.MISSING_PIECE, refused(pieces -> pieces.set(1, new RedisBloomFilter.Piece(-5, new byte[9]))));
        assertEquals(Reason.OVERLAPPING_PIECE, refused(pieces -> pieces.add(2, pieces.get(1))));
        assertEquals(Reason.OVERLAPPING_PIECE, refused(pieces -> pieces.add(1, pieces.get(0))));
        assertEquals(Reason.SURPLUS_PIECE, refused(pieces -> {
            long end = pieces.get(2).iterator();
            pieces.add(new RedisBloomFilter.Piece(end + 8, new byte[8]));
        }));
        assertEquals(
                Reason.SURPLUS_PIECE, refused(pieces -> pieces.add(1, new RedisBloomFilter.Piece(1, new byte[0]))));
        assertEquals(Reason.SURPLUS_PIECE, refused(pieces -> {
            pieces.add(new RedisBloomFilter.Piece(0, new byte[0]));
            pieces.add(pieces.get(2));
        }));
        assertEquals(Reason.STRADDLING_PIECE, refused(pieces -> {
            byte[] first = pieces.get(1).data();
            byte[] longer = new byte[first.length + 1];
            pieces.set(1, new RedisBloomFilter.Piece(1 + longer.length, longer));
        }));
    }

    private static Reason refusedHeader(Consumer<ByteBuffer> change) {
        return refused(pieces -> {
            byte[] header = pieces.get(0).data().clone();
            change.accept(ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN));
            pieces.set(0, new RedisBloomFilter.Piece(1, header));
        });
    }

    @Test
    @Tag("RB-12")
    void headersThatMayNotBeGuessedAreRefused() {
        int layer = RedisBloomReader.HEADER_LENGTH;
        assertEquals(Reason.BAD_SIZE, refusedHeader(header -> header.putLong(0, 31)));
        assertEquals(Reason.BAD_SIZE, refusedHeader(header -> header.putLong(layer + 16, 9)));
        assertEquals(Reason.UNKNOWN_LENGTH, refusedHeader(header -> header.putInt(8, 1)));
        assertEquals(Reason.UNKNOWN_LENGTH, refusedHeader(header -> header.putInt(8, 0)));
        assertEquals(Reason.UNKNOWN_LENGTH, refusedHeader(header -> header.putInt(8, -1)));
        for (int options : new int[] {0, 1, 4, 7, 8, 9, 12, 15, 21, -1}) {
            assertEquals(Reason.UNKNOWN_OPTIONS, refusedHeader(header -> header.putInt(12, options)));
        }
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> header.putLong(layer, 0)));
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> header.putLong(layer, header.getLong(layer) + 1)));
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> header.putLong(layer + 8, 1)));
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> header.putDouble(layer + 32, Double.NaN)));
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> header.putInt(layer + 40, 3)));
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> {
            header.putDouble(layer + 32, 2e9);
            header.putInt(layer + 40, (int) Math.ceil(0.693147180559945 * 2e9));
        }));
        assertEquals(Reason.BAD_LAYER, refusedHeader(header -> header.put(layer + 52, (byte) 1)));
        assertEquals(Reason.TOO_LARGE, refusedHeader(header -> {
            header.putLong(layer, 1L << 40);
            header.putLong(layer + 8, 1L << 43);
        }));
        assertEquals(
                Reason.UNKNOWN_LENGTH, refused(pieces -> pieces.set(0, new RedisBloomFilter.Piece(1, new byte[15]))));
        assertEquals(
                Reason.UNKNOWN_LENGTH, refused(pieces -> pieces.set(0, new RedisBloomFilter.Piece(1, new byte[16]))));
    }

    @Test
    @Tag("RB-12")
    void whatLaterVersionsTakeIsTaken() throws IOException {
        List<RedisBloomFilter.Piece> pieces = pieces(filter(RedisBloomShape.of(0.01, 10), 30));
        ByteBuffer header = ByteBuffer.wrap(pieces.get(0).data()).order(ByteOrder.LITTLE_ENDIAN);
        int bitsPerEntry = RedisBloomReader.HEADER_LENGTH + 32;
        header.putDouble(bitsPerEntry, Math.nextUp(header.getDouble(bitsPerEntry)));
        RedisBloomFilter filter = read(pieces);
        assertArrayEquals(header.array(), filter.header());
        assertTrue(filter.mayContain(key(29)));
    }

    @Test
    @Tag("RB-13")
    void aFileThatEndsWithinAPieceIsRefused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter(RedisBloomShape.of(0.01, 10), 30).write(out);
        byte[] whole = out.toByteArray();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Reason reason = assertThrows(CorruptFilterException.class, () -> RedisBloomFilter.read(cut, "cut"))
                    .reason();
            assertTrue(reason == Reason.TRUNCATED_FILE || reason == Reason.MISSING_PIECE, reason.toString());
        }
    }
}
