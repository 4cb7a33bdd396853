// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BuilderCase;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.ReaderCase;
import java.io.IOException;

/**
 * How much of a corpus was checked. Immutable.
 *
 * @param tables how many table files
 * @param builderCases how many builder cases
 * @param readerCases how many reader cases
 * @param probes how many recorded questions to the filters of the tables
 */
record Tally(int tables, int builderCases, int readerCases, int probes) {

    /**
     * Checks every table, builder case and reader case of a corpus.
     *
     * @throws AssertionError if something differs from what the originals did, or if there is nothing to check
     */
    static Tally of(Corpus corpus) throws IOException {
        int probes = 0;
        for (CorpusTable table : corpus.tables()) {
            probes += checked(table);
        }
        for (BuilderCase builderCase : corpus.builderCases()) {
            Replay.builderCase(builderCase);
        }
        for (ReaderCase readerCase : corpus.readerCases()) {
            Replay.readerCase(readerCase);
        }
        Tally tally = new Tally(
                corpus.tables().size(),
                corpus.builderCases().size(),
                corpus.readerCases().size(),
                probes);
        assertTrue(tally.sum() > 0, () -> "there is nothing to check in the " + corpus);
        return tally;
    }

    private static int checked(CorpusTable table) throws IOException {
        if (Golden.isTable(table)) {
            return Replay.tableAnswers(table);
        }
        LayoutConformanceTest.assertRefused(table);
        return 0;
    }

    private int sum() {
        return tables + builderCases + readerCases + probes;
    }

    @Override
    public String toString() {
        return tables + " tables, " + builderCases + " builder cases, " + readerCases + " reader cases, " + probes
                + " probes";
    }
}
