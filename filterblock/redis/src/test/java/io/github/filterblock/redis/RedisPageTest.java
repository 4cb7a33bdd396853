// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The worked bytes of REDIS.md. */
class RedisPageTest {
    private static final byte[] KEY = "user:1".getBytes(StandardCharsets.UTF_8);

    private static String page() throws IOException {
        return Files.readString(Path.of("../REDIS.md")).replaceAll("\\s+", " ");
    }

    private static void states(String text) throws IOException {
        assertTrue(page().contains(text), text);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String list(long[] numbers) {
        return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(", "));
    }

    @Test
    @Tag("RB-1")
    @Tag("RB-2")
    @Tag("RB-3")
    void theExampleOfGoZeroIsTrue() throws IOException {
        GoZeroFilter filter = GoZeroFilter.ofBits(200);
        filter.add(KEY);
        states(" " + hex(filter.toByteArray()) + " ");
        states("positions are " + list(filter.positions(KEY)) + ";");
        GoZeroHash hash = new GoZeroHash(KEY, 0, KEY.length);
        states(String.format("`%016x` and `%016x`", hash.at(0), hash.at(1)));
    }

    @Test
    @Tag("RB-6")
    @Tag("RB-7")
    @Tag("RB-10")
    @Tag("RB-11")
    void theExampleOfRedisBloomIsTrue() throws IOException {
        RedisBloomFilter filter = RedisBloomFilter.reserve(RedisBloomShape.of(0.01, 10));
        filter.add(KEY);
        Iterator<RedisBloomFilter.Piece> pieces = filter.dump().iterator();
        String header = hex(pieces.next().data());
        assertTrue(page().replace(" ", "").contains(header), header);
        RedisBloomFilter.Piece piece = pieces.next();
        states(" " + hex(piece.data()) + " ");
        states("(1, " + header.length() / 2 + " bytes) and (" + piece.iterator() + ", " + piece.data().length
                + " bytes)");
        long a = MurmurHash64A.hash(KEY, 0, KEY.length, MurmurHash64A.MULTIPLIER);
        long b = MurmurHash64A.hash(KEY, 0, KEY.length, a);
        states(String.format("`%016x` and `%016x`", a, b));
        long[] positions = new long[8];
        Arrays.setAll(positions, j -> Long.remainderUnsigned(a + j * b, 128));
        states("positions are " + list(positions) + ",");
    }
}
