// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.PackageLayers;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which layer of the package each class is. */
class AnalysisLayersTest {
    /** The layers in their order, each with its classes. */
    private static final List<String> LAYERS = List.of(
            // words
            "DataBlock EntryKind FilterHints FilterRow InternalKey " + "KeyFormat Presence ReadBudget TableStatus",
            // facts
            "FileCoverage HashIndexCheck IndexConsistency KeyOrder KeyStatistics RangeDeletions SoughtKeys StatedData "
                    + "StatedEntries TableFacts TableProperties TableScan TailSource",
            // filter
            "BlockFilter BlockInquiry BlockRates FilterIdentification FilterInquiry FilterRows "
                    + "FilterTrace FilterTrust KeyBatch "
                    + "LocatedFilterBlock ExaminedFilter UserKeyFilter UserKeyInquiry ",
            // judgement
            "KeyCertainty TableVerdict",
            // report
            "TableReport",
            // uses of a report
            "CountedAdditions FilterAdditions FilterComparison FilterProof "
                    + "PartitionWalk QuickFacts TableChecks TableEntries TableKeys TableQuery TableVerification");

    @Test
    void noClassUsesOneOfALaterLayer() throws IOException {
        new PackageLayers("analysis", LAYERS).assertUpheld("TableReport", "TableFacts");
    }
}
