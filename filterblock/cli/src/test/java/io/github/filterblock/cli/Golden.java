// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import java.nio.file.Path;

/** Files of the bundled corpus by name. */
final class Golden {
    private Golden() {}

    static CorpusTable table(String name) {
        return Corpus.bundled().tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static Path path(String name) {
        return table(name).path();
    }

    /** A table with one of RocksDB's or Pebble's full or partitioned filters. */
    static Path fullFilter(String name) {
        return RocksDbFilterCorpus.bundled().directory().resolve("tables/" + name + ".sst");
    }

    static Path damaged(String name) {
        return Corpus.bundled().damaged().stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseThrow()
                .path();
    }
}
