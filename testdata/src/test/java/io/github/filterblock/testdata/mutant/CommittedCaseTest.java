// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.filterblock.testdata.contract.FilterBlockSubject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** A case that a property exported once, and that was committed, brings the failure back in a fresh checkout. */
class CommittedCaseTest {

    @ParameterizedTest
    @ValueSource(classes = {MutantCase.UnderJqwik.class, MutantCase.Plain.class})
    void caseFailsForTheMutantThatItWasFoundWithAndNotForARightSubject(Class<?> form) {
        assertEquals(1, failures(form, FilterMutants.all().get(0).subject()));
        assertEquals(0, failures(form, new SeamedSubject()));
    }

    private static long failures(Class<?> form, FilterBlockSubject subject) {
        MutantCase.CURRENT.set(subject);
        System.setProperty("filterblock.replay", "src/test/resources/exported/tailBytesCountUnsigned");
        try {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(form))
                                    .configurationParameter("jqwik.database", "target/jqwik-mutants")
                                    .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
                                    .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                                    .build(),
                            summary);
            return summary.getSummary().getTestsFailedCount();
        } finally {
            System.clearProperty("filterblock.replay");
        }
    }
}
