// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.LengthCase;
import io.github.filterblock.testdata.contract.RecordedCases.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each law, the cases that are drawn for it, and the corpus that a case of it is exported as. */
class LawsTest {
    @TempDir
    Path directory;

    private static LawCase drawn(Law law, int number) {
        return law.nextCase(Cases.numbered(ReferenceSubject.MODEL, ReferenceSubject.MODEL, law.name(), 7, number));
    }

    static List<Law> laws() {
        return Law.all();
    }

    @Test
    void lawsAreFoundByTheirNamesAndTakeCasesOfTheirType() {
        assertEquals(41, Law.all().stream().map(Law::name).distinct().count());
        Exception e = assertThrows(IllegalArgumentException.class, () -> Law.named("none"));
        assertTrue(e.getMessage().contains("there is no law none"));
        LawCase length = new LawCase.Length(LengthCase.of(1, 10));
        Law ofBlocks = Law.named("shortBlocksMatch");
        assertThrows(ClassCastException.class, () -> ofBlocks.violation(ReferenceSubject.MODEL, length));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void aLawHasASentenceAndRulesAndItsCasesFollowFromTheirNumberAndBeginSmall(Law law) {
        assertSame(law, Law.named(law.name()));
        assertTrue(law.name().matches("[a-zA-Z0-9]+"));
        assertTrue(law.sentence().endsWith("."));
        assertTrue(law.rules().stream().allMatch(rule -> rule.matches("(FB|TF)-\\d+")));
        LawCase first = drawn(law, 0);
        assertEquals(first.toString(), drawn(law, 0).toString());
        assertTrue(first instanceof LawCase.Table || first.size() < 100, first::toString);
        int most = 0;
        for (int number = 200; number < 300; number++) {
            most = Math.max(most, drawn(law, number).size());
        }
        assertTrue(most >= first.size());
    }

    @ParameterizedTest
    @MethodSource("laws")
    void exportedCaseIsACorpusWithTheCaseForThatLaw(Law law) throws IOException {
        LawCase given = drawn(law, 20);
        Path corpus = new CaseExporter(directory).export(law, given, "what is wrong");
        assertEquals("what is wrong\n", Files.readString(corpus.resolve("message.txt")));
        RecordedCases read = new RecordedCases(ReferenceSubject.MODEL, Corpus.at(corpus));
        for (Law other : Law.all()) {
            List<Recorded> cases = read.of(other, true);
            boolean expected =
                    other.equals(law) || given instanceof LawCase.Length && other.caseType() == law.caseType();
            assertEquals(expected ? 1 : 0, cases.size(), other::toString);
        }
        assertSameCase(given, read.of(law, true).get(0).given());
    }

    private static void assertSameCase(LawCase expected, LawCase actual) {
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
