// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.file.Path;
import java.util.List;

/** Tables that Pebble wrote, with its own answers (FORMAT-PEBBLE.md). Immutable. */
public final class PebbleCorpus {
    /** The system property that names the directory of another corpus of this layout. */
    public static final String DIRECTORY_PROPERTY = "filterblock.pebble";

    private static final Lazy<PebbleCorpus> BUNDLED =
            new Lazy<>(() -> new PebbleCorpus(BundledCorpus.directory("pebble/SHA256SUMS")));

    private final Path directory;

    private PebbleCorpus(Path directory) {
        this.directory = CorpusFiles.requireDirectory(directory);
    }

    /** Returns the corpus that {@value #DIRECTORY_PROPERTY} names, or else the one that comes with this module. */
    public static PebbleCorpus configured() {
        return BundledCorpus.configured(DIRECTORY_PROPERTY, PebbleCorpus::new, PebbleCorpus::bundled);
    }

    /** Returns the corpus that comes with this module. */
    public static PebbleCorpus bundled() {
        return BUNDLED.value();
    }

    /** Returns the directory that contains all files of this corpus. */
    public Path directory() {
        return directory;
    }

    /** Returns the tables. */
    public List<PebbleTable> tables() {
        return Json.lines(directory.resolve("tables.jsonl"), PebbleTable.class);
    }

    /**
     * Returns a table.
     *
     * @param name of its file, without ending
     */
    public PebbleTable table(String name) {
        return tables().stream()
                .filter(table -> table.toString().equals(name + ".sst"))
                .findFirst()
                .orElseThrow();
    }
}
