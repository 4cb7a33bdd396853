// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import io.github.filterblock.redis.RedisRecordings.RedisBloomCase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RedisBloom's filter: its laws, its own recorded dumps, and the dumps that are refused. */
class RedisBloomFilterTest {
    @TempDir
    Path directory;

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
        for (double error : new double[] {-0.1, 0, 1, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(error, 1));
        }
        for (long capacity : new long[] {-1, 0}) {
            assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.of(0.1, capacity));
        }
        for (long expansion : new long[] {0, 1L << 32}) {
            assertThrows(IllegalArgumentException.class, () -> RedisBloomShape.DEFAULT.withExpansion(expansion));
        }
        RedisBloomShape huge = RedisBloomShape.of(0.01, Long.MAX_VALUE);
        assertThrows(IllegalArgumentException.class, () -> RedisBloomFilter.reserve(huge));
        RedisBloomShape widest = RedisBloomShape.DEFAULT.withExpansion((1L << 32) - 1);
        assertEquals((1L << 32) - 1, widest.expansion());
        assertEquals(1, RedisBloomShape.of(0.5, 1).withExpansion(1).capacity());
        assertTrue(RedisBloomShape.DEFAULT.scaling());
        assertFalse(RedisBloomShape.DEFAULT.nonScaling().scaling());
        assertEquals(RedisBloomShape.of(0.01, 100), RedisBloomShape.DEFAULT);
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
        return refusal(change).reason();
    }

    private static CorruptFilterException refusal(Consumer<List<RedisBloomFilter.Piece>> change) {
        List<RedisBloomFilter.Piece> pieces = pieces(filter(RedisBloomShape.of(0.01, 10), 30));
        change.accept(pieces);
        return assertThrows(CorruptFilterException.class, () -> read(pieces));
    }

    /** What is wrong, with its offset in the header or in the layers laid end to end. */
    @Test
    @Tag("RB-11")
    @Tag("RB-12")
    void aRefusalNamesThePlaceAndTheNumbers() {
        int first = pieces(filter(RedisBloomShape.of(0.01, 10), 30)).get(1).data().length;
        assertEquals(
                "pieces: offset 0: a dump without a header",
                refusal(List::clear).getMessage());
        assertEquals(
                "pieces: offset 0: the dump starts with iterator " + (first + 1) + ", not with the header",
                refusal(pieces -> pieces.remove(0)).getMessage());
        assertEquals(
                "pieces: offset " + first + ": layer 2 of 2 is not complete",
                refusal(pieces -> pieces.remove(2)).getMessage());
        assertEquals(
                "pieces: offset " + first + ": a piece of " + first + " bytes with iterator " + (first + 1)
                        + " is not for byte " + first + " of the layers",
                refusal(pieces -> pieces.add(2, pieces.get(1))).getMessage());
        assertEquals(
                "pieces: offset 0: the layers hold 30 keys, the filter 31",
                refusal(header(header -> header.putLong(0, 31))).getMessage());
        assertEquals(
                "pieces: offset 12: options 7",
                refusal(header(header -> header.putInt(12, 7))).getMessage());
        int second = RedisBloomReader.HEADER_LENGTH + RedisBloomLayer.HEADER_LENGTH;
        assertEquals(
                "pieces: offset 73: a layer has 17 bits in 2 bytes",
                refusal(header(header -> header.putLong(second, 2).putLong(second + 8, 17)))
                        .getMessage());
        assertEquals(
                "pieces: offset 0: a header of 126 bytes for 3 layers",
                refusal(header(header -> header.putInt(8, 3))).getMessage());
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
        return refused(header(change));
    }

    private static Consumer<List<RedisBloomFilter.Piece>> header(Consumer<ByteBuffer> change) {
        return pieces -> {
            byte[] header = pieces.get(0).data().clone();
            change.accept(ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN));
            pieces.set(0, new RedisBloomFilter.Piece(1, header));
        };
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

    @Property(tries = 200)
    @net.jqwik.api.Tag("RB-9")
    void addedKeysAreNeverAbsent(
            @ForAll @IntRange(min = 1, max = 999) int permille,
            @ForAll @IntRange(min = 1, max = 40) int capacity,
            @ForAll @IntRange(min = 1, max = 5) int expansion,
            @ForAll @Size(max = 60) List<byte[]> keys)
            throws IOException {
        RedisBloomShape shape = RedisBloomShape.of(permille / 1000.0, capacity).withExpansion(expansion);
        RedisBloomFilter filter = RedisBloomFilter.reserve(shape);
        int added = 0;
        for (byte[] key : keys) {
            boolean there = filter.mayContain(key);
            assertEquals(!there, filter.add(key));
            added += there ? 0 : 1;
        }
        assertEquals(added, filter.size());
        RedisBloomFilter again = again(filter);
        for (byte[] key : keys) {
            assertTrue(filter.mayContain(key));
            assertTrue(again.mayContain(key));
            assertFalse(filter.add(key));
        }
    }

    private static RedisBloomFilter again(RedisBloomFilter filter) throws IOException {
        return read(pieces(filter));
    }

    static Stream<RedisBloomCase> readable() {
        return RedisRecordings.redisBloom().stream().filter(recorded -> isReadable(recorded.version()));
    }

    static Stream<RedisBloomCase> older() {
        return RedisRecordings.redisBloom().stream().filter(recorded -> !isReadable(recorded.version()));
    }

    private static boolean isReadable(String version) {
        return Arrays.compare(numbers(version), new int[] {2, 2, 1}) >= 0;
    }

    private static int[] numbers(String version) {
        return version.equals("HEAD")
                ? new int[] {Integer.MAX_VALUE}
                : Arrays.stream(version.substring(1).split("\\."))
                        .mapToInt(Integer::parseInt)
                        .toArray();
    }

    /** The release; from 2.2.5 to 2.2.9, of whose rounding nothing is recorded, the first layer shows it. */
    private static RedisBloomShape.Release release(RedisBloomCase recorded) throws IOException {
        int[] version = numbers(recorded.version());
        if (Arrays.compare(version, new int[] {8}) >= 0) {
            return RedisBloomShape.Release.V8_0;
        }
        byte[] header = RedisBloomFilter.read(recorded.dump(), "recorded").header();
        boolean rounded = (header[RedisBloomReader.HEADER_LENGTH + Long.BYTES] & 63) == 0; // the number of bits
        boolean old = Arrays.compare(version, new int[] {2, 2, 5}) < 0
                || (Arrays.compare(version, new int[] {2, 2, 10}) < 0 && !rounded);
        return old ? RedisBloomShape.Release.V2_2_1 : RedisBloomShape.Release.V2_2_5;
    }

    private static RedisBloomShape shape(RedisBloomCase recorded) throws IOException {
        List<String> words = recorded.reserve();
        RedisBloomShape shape = words.isEmpty()
                ? RedisBloomShape.DEFAULT
                : RedisBloomShape.of(Double.parseDouble(words.get(0)), Long.parseLong(words.get(1)));
        int expansion = words.indexOf("EXPANSION");
        if (expansion >= 0) {
            shape = shape.withExpansion(Long.parseLong(words.get(expansion + 1)));
        }
        return (words.contains("NONSCALING") ? shape.nonScaling() : shape).likeRelease(release(recorded));
    }

    private static RedisBloomFilter added(RedisBloomCase recorded, StringBuilder replies) throws IOException {
        RedisBloomFilter filter = RedisBloomFilter.reserve(shape(recorded));
        for (byte[] key : recorded.added()) {
            try {
                replies.append(filter.add(key) ? '1' : '0');
            } catch (RedisBloomFilter.FullException e) {
                replies.append('E');
            }
        }
        return filter;
    }

    private static byte[] written(RedisBloomFilter filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.write(out);
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("readable")
    @Tag("RB-8")
    @Tag("RB-9")
    @Tag("RB-10")
    void repliesAndDumpsAreEqualByteForByte(RedisBloomCase recorded) throws IOException {
        StringBuilder replies = new StringBuilder();
        RedisBloomFilter filter = added(recorded, replies);
        assertEquals(recorded.replies(), replies.toString());
        assertArrayEquals(recorded.dump(), written(filter));
        recorded.cardinality().ifPresent(cardinality -> assertEquals(cardinality, filter.size()));
        int pieces = 0;
        for (RedisBloomFilter.Piece piece : filter.dump()) {
            assertTrue(piece.data().length > 0);
            pieces++;
        }
        assertEquals(recorded.pieces(), pieces);
    }

    @ParameterizedTest
    @MethodSource("readable")
    @Tag("RB-6")
    @Tag("RB-7")
    void answersOfDumpsThatWereReadAreEqual(RedisBloomCase recorded) throws IOException {
        RedisBloomFilter filter = RedisBloomFilter.read(recorded.dump(), recorded.name());
        assertEquals(recorded.existsOfAdded(), answers(filter, recorded.added()));
        assertEquals(recorded.existsOfProbes(), answers(filter, recorded.probes()));
        assertFalse(recorded.existsOfProbes().isEmpty());
        assertArrayEquals(recorded.dump(), written(filter));
    }

    private static String answers(RedisBloomFilter filter, List<byte[]> keys) {
        StringBuilder answers = new StringBuilder();
        keys.forEach(key -> answers.append(filter.mayContain(key) ? '1' : '0'));
        return answers.toString();
    }

    @ParameterizedTest
    @MethodSource("readable")
    @Tag("RB-11")
    @Tag("RB-13")
    void aDumpIsReadInPiecesOfAnySizeAndFromAFile(RedisBloomCase recorded) throws IOException {
        Path file = Files.write(directory.resolve("dump"), recorded.dump());
        RedisBloomFilter filter = RedisBloomFilter.read(file);
        for (int size : new int[] {1, 7, 1000, 1 << 20}) {
            RedisBloomReader reader = new RedisBloomReader("pieces of " + size);
            for (RedisBloomFilter.Piece piece : (Iterable<RedisBloomFilter.Piece>) () -> filter.pieces(size)) {
                reader.add(piece);
            }
            reader.add(new RedisBloomFilter.Piece(0, new byte[0]));
            assertArrayEquals(recorded.dump(), written(reader.filter()));
        }
    }

    @ParameterizedTest
    @MethodSource("older")
    @Tag("RB-12")
    void olderDumpsAreRefusedByName(RedisBloomCase recorded) {
        CorruptFilterException e = assertThrows(
                CorruptFilterException.class, () -> RedisBloomFilter.read(recorded.dump(), recorded.name()));
        assertEquals(Reason.OLD_LAYOUT, e.reason());
        int[] version = numbers(recorded.version());
        String named = version[0] == 1 && version[1] == 0
                ? "1.0,"
                : Arrays.compare(version, new int[] {2, 2}) >= 0 ? "2.2.0," : "1.1.0 to 2.0.3,";
        assertTrue(e.detail().contains(named), e.detail());
    }
}
