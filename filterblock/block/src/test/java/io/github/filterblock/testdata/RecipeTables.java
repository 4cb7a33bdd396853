// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tables that a program was made to write, each for one purpose, beside the broad {@link Corpus}. A recipe in this
 * module's {@code recipes} makes the tables of each directory again.
 *
 * <p>Immutable and thread-safe. A file that cannot be read is an {@link java.io.UncheckedIOException} that names it.
 */
public final class RecipeTables {
    private static final String MANIFEST = "manifest.jsonl";

    private static final Lazy<RecipeTables> ROCKS_DB = new Lazy<>(() -> bundled("rocksdb"));
    private static final Lazy<RecipeTables> PCMIND = new Lazy<>(() -> bundled("pcmind"));

    private final Path directory;
    private final Lazy<List<RecipeTable>> tables = new Lazy<>(this::readTables);

    private RecipeTables(Path directory) {
        this.directory = CorpusFiles.requireDirectory(directory);
    }

    /** Returns the tables by RocksDB 5.18 and 6.29, most of them with its block-based filter. */
    public static RecipeTables rocksDb() {
        return ROCKS_DB.value();
    }

    /** Returns the tables by pcmind/leveldb, which compresses filter blocks too. */
    public static RecipeTables pcmind() {
        return PCMIND.value();
    }

    private static RecipeTables bundled(String name) {
        return new RecipeTables(BundledCorpus.directory(name + "/" + MANIFEST));
    }

    /** Returns the directory of the tables. */
    public Path directory() {
        return directory;
    }

    /** Returns the tables, ordered by name. */
    public List<RecipeTable> tables() {
        return tables.value();
    }

    /**
     * Returns the table with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public RecipeTable table(String name) {
        return tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no table " + name));
    }

    private List<RecipeTable> readTables() {
        return Json.lines(directory.resolve(MANIFEST), RecipeTable.class);
    }

    @Override
    public String toString() {
        return "tables at " + directory;
    }

    /**
     * A table that a recipe of this module made with the original program, and what that program says about it.
     *
     * @param path the table file
     * @param sha256 the file's digest in lower-case hex
     * @param writer the program, as its Maven coordinates
     * @param how the way the program was made to write it, a word of the recipe's
     * @param options the options of the program, by the names of its own setters
     * @param keys the shape and number of its user keys, in the words of the recipe
     * @param policy the name after {@code filter.} in the metaindex; empty if there is no filter block in LevelDB's
     *     layout
     * @param bitsPerKey as the program was told, before it rounds
     * @param prefixOnly whether the filter has only prefixes of keys
     * @param entries how many entries the data blocks hold together, versions and deletions included
     * @param dataBlocks how many data blocks there are
     * @param dataSize where the data section ends, trailers and padding included
     * @param filterSize the length of the filter block without its trailer
     * @param filterEntries how many keys and prefixes were added to the filter
     * @param absent keys that are not in the table but between its first and its last one
     */
    public record RecipeTable(
            @At("file") Path path,
            String sha256,
            String writer,
            String how,
            Map<String, String> options,
            String keys,
            Optional<String> policy,
            double bitsPerKey,
            boolean prefixOnly,
            long entries,
            OptionalLong dataBlocks,
            OptionalLong dataSize,
            OptionalLong filterSize,
            OptionalLong filterEntries,
            List<KeyAnswer> absent) {
        /** Returns the file's name without its ending. */
        public String name() {
            return path.getFileName().toString().replaceFirst("\\.[a-z]+$", "");
        }

        /** Returns the whole table file. */
        public byte[] bytes() {
            return CorpusFiles.bytes(path);
        }

        /** Returns the value of an option, or the given text if the program used its default. */
        public String option(String option, String otherwise) {
            return options.getOrDefault(option, otherwise);
        }

        @Override
        public String toString() {
            return name();
        }
    }
}
