// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Tables that a program was made to write, each for one purpose, beside the broad {@link Corpus}. A recipe in this
 * module's {@code recipes} makes the tables of each directory again.
 *
 * <p>Immutable and thread-safe. A file that cannot be read is an {@link java.io.UncheckedIOException} that names it.
 */
public final class RecipeTables {
    private static final String MANIFEST = "manifest.jsonl";

    private final Path directory;
    private final Lazy<List<RecipeTable>> tables = new Lazy<>(this::readTables);

    private RecipeTables(Path directory) {
        this.directory = CorpusFiles.requireDirectory(directory);
    }

    private static final class RocksDb {
        static final RecipeTables TABLES = bundled("rocksdb");
    }

    private static final class Pcmind {
        static final RecipeTables TABLES = bundled("pcmind");
    }

    /** Returns the tables by RocksDB 5.18 and 6.29, most of them with its block-based filter. */
    public static RecipeTables rocksDb() {
        return RocksDb.TABLES;
    }

    /** Returns the tables by pcmind/leveldb, which compresses filter blocks too. */
    public static RecipeTables pcmind() {
        return Pcmind.TABLES;
    }

    private static RecipeTables bundled(String name) {
        URL manifest = RecipeTables.class.getResource(name + "/" + MANIFEST);
        return new RecipeTables(
                BundledCorpus.directoryOf(Objects.requireNonNull(manifest, "this module has lost its tables")));
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
}
