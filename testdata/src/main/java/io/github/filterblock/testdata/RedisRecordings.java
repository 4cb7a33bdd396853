// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonObject;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

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
        String directory = System.getProperty(DIRECTORY_PROPERTY, "");
        return directory.isEmpty()
                ? bundled()
                : at(Path.of(System.getProperty(Corpus.BASE_PROPERTY, "")).resolve(directory));
    }

    /** Returns the recordings that come with this module. */
    public static RedisRecordings bundled() {
        URL landmark = RedisRecordings.class.getResource("redis/README.md");
        return at(BundledCorpus.directoryOf(Objects.requireNonNull(landmark, "this module has lost its recordings")));
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
}
