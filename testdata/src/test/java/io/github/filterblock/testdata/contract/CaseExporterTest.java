// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.contract.RecordedCases.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CaseExporterTest {
    @TempDir
    Path directory;

    static List<Law> laws() {
        return Law.all();
    }

    @ParameterizedTest
    @MethodSource("laws")
    void exportedCaseIsACorpusWithTheCaseForThatLaw(Law law) throws IOException {
        LawCase given =
                law.source().apply(Cases.numbered(ReferenceSubject.MODEL, ReferenceSubject.MODEL, law.name(), 7, 20));
        Path corpus = new CaseExporter(directory).export(law, given, "what is wrong");
        assertEquals("what is wrong\n", Files.readString(corpus.resolve("message.txt")));
        RecordedCases read = new RecordedCases(ReferenceSubject.MODEL, Corpus.at(corpus));
        for (Law other : Law.all()) {
            List<Recorded> cases = read.of(other, true);
            boolean expected =
                    other.equals(law) || given instanceof LawCase.Length && other.caseType() == law.caseType();
            assertEquals(expected ? 1 : 0, cases.size(), other::toString);
        }
        assertSame(given, read.of(law, true).get(0).given());
    }

    private static void assertSame(LawCase expected, LawCase actual) {
        if (expected instanceof LawCase.Plan plan && actual instanceof LawCase.Plan read) {
            assertEquals(plan.plan(), read.plan());
            assertEquals(plan.policy().bitsPerKey(), read.policy().bitsPerKey());
            assertEquals(plan.policy().dialect().hash(), read.policy().dialect().hash());
            assertArrayEquals(plan.expected(), read.expected());
        } else if (expected instanceof LawCase.Block block && actual instanceof LawCase.Block read) {
            assertArrayEquals(block.block(), read.block());
            assertEquals(block.probes(), read.probes());
        } else if (expected instanceof LawCase.Table table && actual instanceof LawCase.Table read) {
            assertArrayEquals(table.table(), read.table());
            assertEquals(table.probes(), read.probes());
            assertEquals(table.policy().dialect(), read.policy().dialect());
            assertEquals(table.damaged(), read.damaged());
        } else {
            assertEquals(expected, actual);
        }
    }
}
