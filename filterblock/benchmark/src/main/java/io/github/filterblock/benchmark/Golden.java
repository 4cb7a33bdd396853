// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;

/** Tables that other programs wrote. */
final class Golden {
    private Golden() {}

    static CorpusTable table(String name) {
        return Corpus.configured().tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the corpus has no table " + name));
    }
}
