// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the library gives the same results as the original programs for tables of all writers and for all cases.
 *
 * <p>The corpus is the bundled one, or the directory that the system property {@code filterblock.corpus} names.
 */
class CorpusConformanceTest {
    @TempDir
    Path directory;

    /** Prints the one line by which a reader of the build's output sees what was checked. */
    @Test
    @Tag("FB-24")
    void everyRecordedAnswerIsGivenAgain() throws IOException {
        Tally tally = Tally.of(Golden.CORPUS);
        System.out.println("corpus " + Golden.CORPUS.directory() + ": " + tally);
    }

    @Test
    void aCorpusWithNothingInItFails() {
        Corpus empty = Corpus.at(directory);
        AssertionError e = assertThrows(AssertionError.class, () -> Tally.of(empty));
        assertTrue(e.getMessage().contains(directory.toString()), e.getMessage());
    }

    @Test
    void aCorpusWithPartsMissingIsChecked() throws IOException {
        Files.createDirectories(directory.resolve("cases"));
        Files.writeString(
                directory.resolve("cases/builder_cases.jsonl"),
                "{\"calls\":[\"S0\",\"K61\"],\"bits\":10,\"expect\":\"08102040800001000600000000090000000b\"}\n");
        assertEquals(new Tally(0, 1, 0, 0), Tally.of(Corpus.at(directory)));
    }

    @Test
    void aWrongAnswerFails() throws IOException {
        Files.createDirectories(directory.resolve("cases"));
        Files.writeString(
                directory.resolve("cases/reader_cases.jsonl"),
                "{\"block\":\"08102040800001000600000000090000000b\",\"probes\":[[0,\"61\",false]]}\n");
        assertThrows(AssertionError.class, () -> Tally.of(Corpus.at(directory)));
    }
}
