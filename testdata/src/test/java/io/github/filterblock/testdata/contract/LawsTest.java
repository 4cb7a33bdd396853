// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.LengthCase;
import org.junit.jupiter.api.Test;

class LawsTest {
    private static Cases cases(Law law, int number) {
        return Cases.numbered(ReferenceSubject.MODEL, ReferenceSubject.MODEL, law.name(), 7, number);
    }

    @Test
    void eachLawHasANameOfItsOwnASentenceAndRulesOfTheFormat() {
        assertEquals(40, Law.all().stream().map(Law::name).distinct().count());
        for (Law law : Law.all()) {
            assertSame(law, Law.named(law.name()));
            assertTrue(law.name().matches("[a-zA-Z0-9]+"), law::toString);
            assertTrue(law.sentence().endsWith("."), law::toString);
            assertTrue(law.rules().stream().allMatch(rule -> rule.matches("(FB|TF)-\\d+")), law::toString);
        }
        Exception e = assertThrows(IllegalArgumentException.class, () -> Law.named("none"));
        assertTrue(e.getMessage().contains("there is no law none"));
    }

    @Test
    void casesOfAnotherTypeAreRefused() {
        LawCase length = new LawCase.Length(LengthCase.of(1, 10));
        assertThrows(
                ClassCastException.class,
                () -> Law.named("shortBlocksMatch").violation(ReferenceSubject.MODEL, length));
    }

    @Test
    void casesFollowFromTheirNumberAndBeginSmall() {
        for (Law law : Law.all()) {
            LawCase first = law.source().apply(cases(law, 0));
            assertEquals(first.toString(), law.source().apply(cases(law, 0)).toString());
            assertTrue(first instanceof LawCase.Table || first.size() < 100, () -> law + ": " + first);
            int most = 0;
            for (int number = 200; number < 300; number++) {
                most = Math.max(most, law.source().apply(cases(law, number)).size());
            }
            assertTrue(most >= first.size(), law::toString);
        }
    }
}
