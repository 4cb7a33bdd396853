// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;

/**
 * What go-zero and RedisBloom themselves made from known keys: bitmaps, positions, dumps, and answers.
 *
 * <p>The manifests list everything, so that a directory with other cases can be used instead of the module's own: the
 * one that the system property {@code filterblock.redis} names.
 */
final class RedisRecordings {
    private static final Path DIRECTORY = Path.of(Optional.of(System.getProperty("filterblock.redis", ""))
            .filter(name -> !name.isEmpty())
            .orElse("recordings"));
    private static final Path GO_ZERO = DIRECTORY.resolve("gozero");
    private static final Path REDIS_BLOOM = DIRECTORY.resolve("redisbloom");

    private RedisRecordings() {}

    /** The bitmaps and answers of go-zero. */
    static List<GoZeroCase> goZero() {
        return cases(GO_ZERO).stream().map(GoZeroCase::of).toList();
    }

    /** The positions that go-zero computed. */
    static List<GoZeroPositions> goZeroPositions() {
        Path file = GO_ZERO.resolve("locations.txt");
        return Files.exists(file)
                ? lines(file).stream().map(GoZeroPositions::parse).toList()
                : List.of();
    }

    /** The dumps and answers of the versions of RedisBloom; a case that equals another one has that one's. */
    static List<RedisBloomCase> redisBloom() {
        List<JsonObject> all = cases(REDIS_BLOOM);
        for (JsonObject one : all) {
            all.stream()
                    .filter(other -> one.has("sameAs")
                            && one.get("sameAs").equals(other.get("version"))
                            && one.get("name").equals(other.get("name")))
                    .findFirst()
                    .ifPresent(other ->
                            List.of("replies", "exists", "dump").forEach(member -> one.add(member, other.get(member))));
        }
        return all.stream().map(RedisBloomCase::of).toList();
    }

    private static List<JsonObject> cases(Path directory) {
        Path manifest = directory.resolve("manifest.json");
        List<JsonObject> cases = new ArrayList<>();
        JsonParser.parseString(String.join("\n", lines(manifest)))
                .getAsJsonObject()
                .getAsJsonArray("cases")
                .forEach(one -> cases.add(one.getAsJsonObject()));
        return cases;
    }

    /** A member as text; empty if it is missing or null. */
    private static String text(JsonObject from, String member) {
        JsonElement value = from.get(member);
        return value == null || value.isJsonNull() ? "" : value.getAsString();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The keys of a file: one a line in hexadecimal, an empty line for the empty key. */
    private static List<byte[]> keys(Path file) {
        return lines(file).stream().map(HexFormat.of()::parseHex).toList();
    }

    /** The answers of a line: one character a key. */
    private static String line(Path file, int number) {
        List<String> lines = lines(file);
        return number < lines.size() ? lines.get(number) : "";
    }

    /** The bytes of a file, decompressed if it starts as a gzip file does. */
    private static byte[] bytes(Path file) {
        try {
            byte[] stored = Files.readAllBytes(file);
            if (stored.length < 2 || stored[0] != 0x1f || stored[1] != (byte) 0x8b) {
                return stored;
            }
            try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(stored))) {
                return plain.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A bitmap that go-zero made in Redis, and its answers.
     *
     * @param bits of the filter
     * @param added the keys that were added
     * @param asked the file of the answers
     * @param bitmap the answer of {@code GET}; no bytes if the key does not exist
     */
    record GoZeroCase(String name, long bits, List<byte[]> added, Path asked, byte[] bitmap) {
        private static GoZeroCase of(JsonObject from) {
            String keys = text(from, "added");
            return new GoZeroCase(
                    text(from, "name"),
                    from.get("bits").getAsLong(),
                    keys.isEmpty()
                            ? List.of()
                            : keys(GO_ZERO.resolve(keys))
                                    .subList(0, from.get("addedCount").getAsInt()),
                    GO_ZERO.resolve(text(from, "asked")),
                    bytes(GO_ZERO.resolve(text(from, "bitmap"))));
        }

        /** Other keys that were asked for. */
        List<byte[]> probes() {
            return keys(GO_ZERO.resolve("keys-probes.hex"));
        }

        /** A character for each key that was added: 1 for "may contain", 0 for "absent". */
        String answersOfAdded() {
            return line(asked, 0);
        }

        /** The same for {@link #probes}. */
        String answersOfProbes() {
            return line(asked, 1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * The positions that go-zero computed for a key.
     *
     * @param bits of the filter; unsigned, and also more than Redis serves
     * @param positions fourteen, in go-zero's order; unsigned
     */
    record GoZeroPositions(long bits, byte[] key, long[] positions) {
        /** Reads a line: bits, key in hexadecimal (nothing for the empty one), positions, with a space between. */
        private static GoZeroPositions parse(String line) {
            String[] words = line.split(" ");
            return new GoZeroPositions(
                    Long.parseUnsignedLong(words[0]),
                    HexFormat.of().parseHex(words[1]),
                    Arrays.stream(words)
                            .skip(2)
                            .mapToLong(Long::parseUnsignedLong)
                            .toArray());
        }

        @Override
        public String toString() {
            return Long.toUnsignedString(bits) + " " + HexFormat.of().formatHex(key);
        }
    }

    /**
     * A filter that a version of RedisBloom made, its replies, and its dump.
     *
     * @param version of RedisBloom, such as {@code v2.2.18}; {@code HEAD} for the newest commit
     * @param reserve the arguments of {@code BF.RESERVE} after the key; none where {@code BF.ADD} made the filter
     * @param added the keys in the order in which they were added
     * @param replies a character for each of them: 1 newly added, 0 present before, E an error
     * @param exists the file of the answers of {@code BF.EXISTS}, a character each
     * @param dumpFile the file of the dump
     * @param pieces how many pieces {@code BF.SCANDUMP} gave
     * @param card the answer of {@code BF.CARD}
     */
    record RedisBloomCase(
            String version,
            String name,
            List<String> reserve,
            List<byte[]> added,
            String replies,
            Path exists,
            Path dumpFile,
            int pieces,
            String card) {
        private static RedisBloomCase of(JsonObject from) {
            JsonElement reserve = from.get("reserve");
            JsonElement chunks = from.get("chunks");
            return new RedisBloomCase(
                    text(from, "version"),
                    text(from, "name"),
                    reserve == null || reserve.isJsonNull()
                            ? List.of()
                            : reserve.getAsJsonArray().asList().stream()
                                    .map(JsonElement::getAsString)
                                    .toList(),
                    keys(REDIS_BLOOM.resolve(text(from, "added")))
                            .subList(0, from.get("addedCount").getAsInt()),
                    text(from, "replies"),
                    REDIS_BLOOM.resolve(text(from, "exists")),
                    REDIS_BLOOM.resolve(text(from, "dump")),
                    chunks == null || chunks.isJsonNull()
                            ? 0
                            : chunks.getAsJsonArray().size(),
                    text(from, "card"));
        }

        /** Other keys that were asked for. */
        List<byte[]> probes() {
            return keys(REDIS_BLOOM.resolve("keys-probes.hex"));
        }

        /** The answers for the keys that were added. */
        String existsOfAdded() {
            return line(exists, 0);
        }

        /** The answers for {@link #probes}. */
        String existsOfProbes() {
            return line(exists, 1);
        }

        /** Iterator and data of each piece, in a frame of 8 bytes iterator and 4 bytes length. */
        byte[] dump() {
            return bytes(dumpFile);
        }

        /** The answer of {@code BF.CARD}, if the version has it. */
        OptionalLong cardinality() {
            return card.matches("[0-9]+") ? OptionalLong.of(Long.parseLong(card)) : OptionalLong.empty();
        }

        @Override
        public String toString() {
            return version + " " + name;
        }
    }
}
