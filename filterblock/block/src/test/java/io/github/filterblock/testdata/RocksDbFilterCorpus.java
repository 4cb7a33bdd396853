// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonParser;
import io.github.filterblock.testdata.Json.At;
import java.nio.file.Path;
import java.util.List;

/**
 * Tables of RocksDB and Pebble with full and partitioned filters, and damaged tables, with the answers of the programs
 * that wrote them (FORMAT-ROCKSDB.md). Immutable.
 */
public final class RocksDbFilterCorpus {
    /** The system property that names the directory of another corpus of this layout. */
    public static final String DIRECTORY_PROPERTY = "filterblock.rocksdb-filters";

    private static final Lazy<RocksDbFilterCorpus> BUNDLED =
            new Lazy<>(() -> new RocksDbFilterCorpus(BundledCorpus.directory("rocksdb-filters/README.md")));

    private final Path directory;

    private RocksDbFilterCorpus(Path directory) {
        this.directory = CorpusFiles.requireDirectory(directory);
    }

    /**
     * A damaged copy of a table.
     *
     * @param path the file
     * @param base the file name of the table that it was made from
     * @param what what was changed
     * @param expect what is wrong with the file, in words
     * @param refused whether a reader refuses the file, or its filter
     * @param denied how many present keys the filters deny where they are read
     */
    public record Damaged(@At("file") Path path, String base, String what, String expect, boolean refused, int denied) {
        /** Returns the whole file. */
        public byte[] bytes() {
            return CorpusFiles.bytes(path);
        }

        @Override
        public String toString() {
            return path.getFileName() + " (" + what + ")";
        }
    }

    /**
     * A table that RocksDB wrote with known settings. The names of filters' kinds and numbers are those of
     * {@link RecordedFullFilters.Built}.
     *
     * @param path the file
     * @param writer the program that wrote it
     * @param policy {@code bloom} or {@code ribbon}
     * @param bitsPerKey as it was given
     * @param formatVersion of the footer
     * @param wholeKeyFiltering whether whole keys are in the filter
     * @param prefixExtractor of the prefixes in the filter; empty for none
     * @param optimizeFiltersForMemory whether lengths of filters depend on the writer's memory
     * @param additionsScheme the release whose rules of additions hold: 5.18, 6.19 or 9.6
     * @param numFilterEntries the number of additions according to the properties; -1 without
     * @param form {@code full} or {@code partitioned}
     * @param filters the filter, or those of the partitions in their order
     */
    public record BuiltTable(
            @At("file") Path path,
            String writer,
            String policy,
            double bitsPerKey,
            int formatVersion,
            boolean wholeKeyFiltering,
            String prefixExtractor,
            boolean optimizeFiltersForMemory,
            String additionsScheme,
            long numFilterEntries,
            String form,
            List<BuiltFilter> filters) {
        /** Returns the whole file. */
        public byte[] bytes() {
            return CorpusFiles.bytes(path);
        }

        @Override
        public String toString() {
            return path.getFileName().toString();
        }
    }

    /**
     * A filter of a table that was written with known settings.
     *
     * @param offset of its block in the file
     * @param size of the block's contents
     * @param additions how many RocksDB counted
     * @param built {@code fast}, {@code legacy}, {@code ribbon}, or {@code nothing} for 5 bytes or fewer
     * @param lines of a Bloom filter
     * @param k probes of a Bloom filter
     * @param seed of a Ribbon filter
     * @param blocks of a Ribbon filter
     * @param segments of a Ribbon filter
     * @param sha256 of the contents, in hexadecimal digits
     */
    public record BuiltFilter(
            long offset,
            long size,
            long additions,
            String built,
            long lines,
            int k,
            int seed,
            int blocks,
            long segments,
            String sha256) {}

    /**
     * Returns the corpus that {@value #DIRECTORY_PROPERTY} names, or else the one that comes with the tests of this
     * module.
     */
    public static RocksDbFilterCorpus configured() {
        return BundledCorpus.configured(DIRECTORY_PROPERTY, RocksDbFilterCorpus::new, RocksDbFilterCorpus::bundled);
    }

    /** Returns the corpus that comes with the tests of this module. */
    public static RocksDbFilterCorpus bundled() {
        return BUNDLED.value();
    }

    /** Returns the directory that contains all files of this corpus. */
    public Path directory() {
        return directory;
    }

    /** Returns the tables, ordered by name. */
    public List<RocksDbFilterTable> tables() {
        return CorpusFiles.listIfPresent(directory.resolve("tables"), ".json").stream()
                .map(json -> Json.read(json, Json.object(json), RocksDbFilterTable.class))
                .toList();
    }

    /** Returns the damaged tables. */
    public List<Damaged> damaged() {
        Path json = directory.resolve("damaged/damaged.json");
        return JsonParser.parseString(CorpusFiles.text(json)).getAsJsonArray().asList().stream()
                .map(one -> Json.read(json, one.getAsJsonObject(), Damaged.class))
                .toList();
    }

    /** Returns the tables that RocksDB wrote with known settings, in the order of their list. */
    public List<BuiltTable> builtTables() {
        return Json.lines(directory.resolve("built/tables.jsonl"), BuiltTable.class);
    }
}
