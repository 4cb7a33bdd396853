// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.contract.RecordedCases.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CaseExporterTest {
    @TempDir
    Path directory;

    private static LawCase caseOf(Law law, long seed) {
        return new SeededCases(Oracles.model(), new CaseMaker(Oracles.model()), seed).next(law);
    }

    private static List<Recorded> casesOf(Path corpus) {
        RecordedCases recorded = new RecordedCases(Oracles.model(), Corpus.at(corpus), law -> true);
        return Stream.of(recorded.plans(), recorded.blocks(), recorded.tables(), recorded.lengths())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void exportedCaseIsACorpusWithTheCaseForThatLaw(Law law) {
        LawCase given = caseOf(law, 7);
        Path corpus = new CaseExporter(directory).export(law, given, "why");
        List<Recorded> cases = casesOf(corpus);
        assertEquals(1, cases.size());
        assertEquals(List.of(law), cases.get(0).laws());
        assertSame(given, cases.get(0).given());
    }

    private static void assertSame(LawCase expected, LawCase actual) {
        if (expected instanceof PlanCase plan && actual instanceof PlanCase read) {
            assertEquals(plan.plan(), read.plan());
            assertEquals(plan.policy().bitsPerKey(), read.policy().bitsPerKey());
            assertEquals(plan.policy().dialect().hash(), read.policy().dialect().hash());
            assertArrayEquals(plan.expected(), read.expected());
        } else if (expected instanceof BlockCase block && actual instanceof BlockCase read) {
            assertArrayEquals(block.block(), read.block());
            assertEquals(block.probes(), read.probes());
        } else if (expected instanceof TableCase table && actual instanceof TableCase read) {
            assertArrayEquals(table.table(), read.table());
            assertEquals(table.probes(), read.probes());
            assertEquals(table.policy().dialect(), read.policy().dialect());
            assertEquals(table.damaged(), read.damaged());
        } else {
            assertEquals(expected, actual);
        }
    }

    @Test
    void smallestCaseStays() throws IOException {
        Law law = Law.EVERY_ADDED_KEY_MATCHES;
        CaseExporter exporter = new CaseExporter(directory);
        long smallest = Long.MAX_VALUE;
        for (int seed = 0; seed < 20; seed++) {
            Path corpus = exporter.export(law, caseOf(law, seed), "seed " + seed);
            long size = Files.size(corpus.resolve("cases/builder_cases.jsonl"));
            assertTrue(size <= smallest);
            smallest = size;
        }
        assertEquals(1, casesOf(directory.resolve(law.testName())).size());
    }

    @Test
    void messageLiesBesideTheCase() throws IOException {
        Law law = Law.EVERY_ADDED_KEY_MATCHES;
        Path corpus = new CaseExporter(directory).export(law, caseOf(law, 1), "what is wrong");
        assertEquals("what is wrong\n", Files.readString(corpus.resolve("message.txt")));
        assertFalse(Files.exists(corpus.resolve("tables")));
    }
}
