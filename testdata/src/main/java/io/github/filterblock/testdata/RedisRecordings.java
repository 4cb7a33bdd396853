// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;

/**
 * What go-zero and RedisBloom themselves made from known keys: bitmaps, positions, dumps, and answers.
 *
 * <p>The manifests of a directory list everything, so that a directory with other cases can be used instead of the
 * bundled one. Immutable, provided that no code changes the arrays.
 */
public final class RedisRecordings {
    /** The system property that names the directory of other recordings, in the same layout. */
    public static final String DIRECTORY_PROPERTY = "filterblock.redis";

    private static final String MANIFEST = "manifest.json";
    private static final List<String> SAME = List.of("replies", "exists", "dump");

    private final Path directory;

    private RedisRecordings(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns the recordings in the directory that the system property {@value #DIRECTORY_PROPERTY} names, or the
     * bundled ones when the property is absent or empty. A relative path starts where {@value Corpus#BASE_PROPERTY}
     * says.
     */
    public static RedisRecordings configured() {
        return BundledCorpus.configured(DIRECTORY_PROPERTY, RedisRecordings::at, RedisRecordings::bundled);
    }

    /** Returns the recordings that come with this module. */
    public static RedisRecordings bundled() {
        return at(BundledCorpus.directory("redis/README.md"));
    }

    /** Returns the recordings in the directories {@code gozero} and {@code redisbloom} of a directory. */
    public static RedisRecordings at(Path directory) {
        return new RedisRecordings(CorpusFiles.requireDirectory(directory));
    }

    /** Returns the bitmaps and answers of go-zero. */
    public List<GoZeroCase> goZero() {
        return cases("gozero", GoZeroCase.class);
    }

    /** Returns the positions that go-zero computed. */
    public List<GoZeroPositions> goZeroPositions() {
        return CorpusFiles.linesIfPresent(directory.resolve("gozero/locations.txt")).stream()
                .map(GoZeroPositions::parse)
                .toList();
    }

    /** Returns the dumps and answers of the versions of RedisBloom; a case that equals another one has that one's. */
    public List<RedisBloomCase> redisBloom() {
        return cases("redisbloom", RedisBloomCase.class);
    }

    private <T extends Record> List<T> cases(String part, Class<T> type) {
        Path manifest = directory.resolve(part).resolve(MANIFEST);
        List<JsonObject> all = Json.objects(manifest, Json.object(manifest), "cases");
        all.forEach(one -> addWhatEqualCasesHave(all, one));
        return all.stream().map(one -> Json.read(manifest, one, type)).toList();
    }

    private static void addWhatEqualCasesHave(List<JsonObject> all, JsonObject one) {
        all.stream()
                .filter(other -> one.has("sameAs")
                        && one.get("sameAs").equals(other.get("version"))
                        && one.get("name").equals(other.get("name")))
                .findFirst()
                .ifPresent(other ->
                        SAME.stream().filter(other::has).forEach(member -> one.add(member, other.get(member))));
    }

    /** The keys of a file: one a line in hexadecimal, an empty line for the empty key. */
    static List<byte[]> keys(Path file) {
        List<byte[]> keys = new ArrayList<>();
        for (String line : CorpusFiles.linesIfPresent(file)) {
            keys.add(HexFormat.of().parseHex(line));
        }
        return List.copyOf(keys);
    }

    /** The answers of a line: one character a key. */
    static String line(Path file, int number) {
        List<String> lines = CorpusFiles.linesIfPresent(file);
        return number < lines.size() ? lines.get(number) : "";
    }

    /**
     * A bitmap that go-zero made in Redis, and its answers. Immutable; the files are read at each call.
     *
     * @param name of the case
     * @param bits of the filter
     * @param directory of the files
     * @param keys the file of the keys that were added; empty if there are none
     * @param addedCount how many of these keys were added
     * @param asked the file of the answers
     * @param bitmapFile the file of the bitmap
     */
    public record GoZeroCase(
            String name,
            long bits,
            @At("") Path directory,
            @At("added") String keys,
            int addedCount,
            Path asked,
            @At("bitmap") Path bitmapFile) {

        /** Returns the keys that were added. */
        public List<byte[]> added() {
            return keys.isEmpty()
                    ? List.of()
                    : RedisRecordings.keys(directory.resolve(keys)).subList(0, addedCount);
        }

        /** Returns other keys that were asked for. */
        public List<byte[]> probes() {
            return RedisRecordings.keys(directory.resolve("keys-probes.hex"));
        }

        /** Returns a character for each key that was added: 1 for "may contain", 0 for "absent". */
        public String answersOfAdded() {
            return line(asked, 0);
        }

        /** Returns the same for {@link #probes}. */
        public String answersOfProbes() {
            return line(asked, 1);
        }

        /** Returns the answer of {@code GET}; no bytes if the key does not exist. */
        public byte[] bitmap() {
            return CorpusFiles.plainBytes(bitmapFile);
        }

        /** The name. */
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * The positions that go-zero computed for a key. Immutable, provided that no code changes the arrays.
     *
     * @param bits of the filter; unsigned, and also more than Redis serves
     * @param key the key
     * @param positions fourteen, in go-zero's order; unsigned
     */
    public record GoZeroPositions(long bits, byte[] key, long[] positions) {
        /** Reads a line: bits, key in hexadecimal (nothing for the empty one), positions, with a space between. */
        static GoZeroPositions parse(String line) {
            String[] words = line.split(" ");
            return new GoZeroPositions(
                    Long.parseUnsignedLong(words[0]),
                    HexFormat.of().parseHex(words[1]),
                    Arrays.stream(words)
                            .skip(2)
                            .mapToLong(Long::parseUnsignedLong)
                            .toArray());
        }

        /** Bits and key. */
        @Override
        public String toString() {
            return Long.toUnsignedString(bits) + " " + HexFormat.of().formatHex(key);
        }
    }

    /**
     * A filter that a version of RedisBloom made, its replies, and its dump. Immutable; the files are read at each
     * call.
     *
     * @param version of RedisBloom, such as {@code v2.2.18}; {@code HEAD} for the newest commit
     * @param name of the case
     * @param reserve the arguments of {@code BF.RESERVE} after the key; none where {@code BF.ADD} made the filter
     * @param keys the file of the keys that were added, in their order
     * @param addedCount how many of these keys were added
     * @param replies a character for each of them: 1 newly added, 0 present before, E an error
     * @param exists the file of the answers of {@code BF.EXISTS}, a character each
     * @param dumpFile the file of the dump
     * @param chunks the pieces that {@code BF.SCANDUMP} gave
     * @param card the answer of {@code BF.CARD}
     * @param directory of the files
     */
    public record RedisBloomCase(
            String version,
            String name,
            List<String> reserve,
            @At("added") Path keys,
            int addedCount,
            String replies,
            Path exists,
            @At("dump") Path dumpFile,
            List<JsonElement> chunks,
            String card,
            @At("") Path directory) {

        /** Returns the keys in the order in which they were added. */
        public List<byte[]> added() {
            return RedisRecordings.keys(keys).subList(0, addedCount);
        }

        /** Returns other keys that were asked for. */
        public List<byte[]> probes() {
            return RedisRecordings.keys(directory.resolve("keys-probes.hex"));
        }

        /** Returns the answers for the keys that were added. */
        public String existsOfAdded() {
            return line(exists, 0);
        }

        /** Returns the answers for {@link #probes}. */
        public String existsOfProbes() {
            return line(exists, 1);
        }

        /** Returns iterator and data of each piece, in a frame of 8 bytes iterator and 4 bytes length. */
        public byte[] dump() {
            return CorpusFiles.plainBytes(dumpFile);
        }

        /** Returns how many pieces {@code BF.SCANDUMP} gave. */
        public int pieces() {
            return chunks.size();
        }

        /** Returns the answer of {@code BF.CARD}, if the version has it. */
        public OptionalLong cardinality() {
            return card.matches("[0-9]+") ? OptionalLong.of(Long.parseLong(card)) : OptionalLong.empty();
        }

        /** Version and name. */
        @Override
        public String toString() {
            return version + " " + name;
        }
    }
}
