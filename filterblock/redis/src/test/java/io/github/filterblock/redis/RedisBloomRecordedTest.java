// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import io.github.filterblock.testdata.RedisRecordings;
import io.github.filterblock.testdata.RedisRecordings.RedisBloomCase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RedisBloom's own dumps, replies and answers. */
class RedisBloomRecordedTest {
    @TempDir
    Path directory;

    static Stream<RedisBloomCase> readable() {
        return RedisRecordings.configured().redisBloom().stream().filter(recorded -> isReadable(recorded.version()));
    }

    static Stream<RedisBloomCase> older() {
        return RedisRecordings.configured().redisBloom().stream().filter(recorded -> !isReadable(recorded.version()));
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
