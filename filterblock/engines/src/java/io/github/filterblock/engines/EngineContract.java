// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every engine with filters: right answers, and hardly any block read for an absent key. */
abstract class EngineContract {
    private static final int OPERATIONS = 100_000;

    @TempDir
    Path directory;

    /** Returns the engine with small tables, so that there are many. */
    abstract Engine withSmallTables();

    abstract Engine engine();

    /** Checks the promises of this engine alone. */
    abstract void check(Results results);

    private List<Layout> withFilters() {
        return engine().layouts().stream()
                .filter(layout -> layout != Layout.NONE)
                .toList();
    }

    @Test
    void answersAreRightAndAbsentKeysCostNoReads() throws IOException {
        Results results = new Results(engine().name());
        for (Layout layout : withFilters()) {
            Path place = directory.resolve("random-" + layout.label());
            results.wrongAnswers(layout, RandomRun.run(withSmallTables(), place, layout, layout.ordinal(), OPERATIONS));
        }
        LookupCost.measure(engine(), directory, results);
        results.write(OPERATIONS);
        for (Layout layout : withFilters()) {
            assertEquals(0, results.wrong(layout), layout.label());
            assertTrue(results.absent(layout).blocksPerGet() <= 0.05, layout.label());
            assertTrue(
                    results.present(layout).blocksPerGet()
                            <= results.present(Layout.NONE).blocksPerGet() + 0.05,
                    layout.label());
        }
        check(results);
    }
}
