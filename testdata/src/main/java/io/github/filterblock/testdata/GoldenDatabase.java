// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param entries the entries that the program itself reads back, in their order: the key and the first eight bytes of
 *     the value's SHA-256, both in hexadecimal. The keys of Chromium are those that its page used, in decimal
 */
public record GoldenDatabase(
        String name,
        Path directory,
        String writer,
        String comparator,
        Optional<String> policy,
        int tables,
        Map<String, String> entries) {
    private static final String MANIFEST = "manifest.jsonl";

    private static final class Bundled {
        static final List<GoldenDatabase> DATABASES = read();
    }

    /** Returns the databases, ordered by name. */
    public static List<GoldenDatabase> all() {
        return Bundled.DATABASES;
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
        URL manifest = GoldenDatabase.class.getResource("databases/" + MANIFEST);
        Path directory =
                BundledCorpus.directoryOf(Objects.requireNonNull(manifest, "this module has lost its databases"));
        return Members.ofLines(directory.resolve(MANIFEST)).stream()
                .map(members -> from(directory, members))
                .toList();
    }

    private static GoldenDatabase from(Path directory, Members members) {
        String name = members.textOrEmpty("name");
        return new GoldenDatabase(
                name,
                directory.resolve(name),
                members.textOrEmpty("writer"),
                members.textOrEmpty("comparator"),
                members.text("policy"),
                members.small("tables").orElseThrow(),
                entries(directory.resolve(name + ".txt")));
    }

    private static Map<String, String> entries(Path listing) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (String line : CorpusFiles.linesIfPresent(listing)) {
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
