// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The code of KIT.md that is less than a class. */
class KitSnippetsTest {
    @Property
    void plansAreLegal(@ForAll("plans") BlockPlan plan) {
        assertTrue(plan.isLegal());
    }

    @Provide
    Arbitrary<BlockPlan> plans() {
        return FilterBlockArbitraries.blockPlans();
    }

    static void printAllQuestions() {
        for (CorpusTable table : Corpus.configured().tables()) {
            for (Probe probe : table.probes()) {
                System.out.println(table.path() + ": " + probe);
            }
        }
    }
}
