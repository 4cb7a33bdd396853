// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A whole database directory that a program wrote: tables in several levels, where it has any, and a write-ahead log
 * that is not empty. {@code recipes/databases} makes them anew. Immutable.
 *
 * @param name the name of its directory
 * @param directory its directory; not to be changed
 * @param writer the program
 * @param comparator the name of its comparator
 * @param policy the name of its tables' filter policy; empty if they have no filters
 * @param tables how many tables are live
 */
public record GoldenDatabase(
        String name,
        @At("name") Path directory,
        String writer,
        String comparator,
        Optional<String> policy,
        int tables) {
    private static final String MANIFEST = "manifest.jsonl";
    private static final Lazy<List<GoldenDatabase>> BUNDLED = new Lazy<>(GoldenDatabase::read);

    /** Returns the databases, ordered by name. */
    public static List<GoldenDatabase> all() {
        return BUNDLED.value();
    }

    /**
     * Returns the database with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static GoldenDatabase named(String name) {
        return all().stream()
                .filter(database -> database.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no database " + name));
    }

    private static List<GoldenDatabase> read() {
        Path directory = BundledCorpus.directory("databases/" + MANIFEST);
        return Json.lines(directory.resolve(MANIFEST), GoldenDatabase.class);
    }

    /**
     * Returns the entries that the program itself reads back, in their order: the key and the first eight bytes of the
     * value's SHA-256, both in hexadecimal. The keys of Chromium are those that its page used, in decimal.
     */
    public Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        for (String line : CorpusFiles.linesIfPresent(directory.resolveSibling(name + ".txt"))) {
            String[] words = line.split(" ", 2);
            entries.put(words[0], words[1]);
        }
        return entries;
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
