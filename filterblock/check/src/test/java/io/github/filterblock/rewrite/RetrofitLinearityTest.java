// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.HandMadeDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A retrofit takes time in proportion to tables and to version edits. Time is no measure on a loaded machine; bytes
 * allocated are, and whatever is done for each table to all tables (listing the directory, searching a list of edits)
 * allocates.
 */
class RetrofitLinearityTest {
    @TempDir
    Path folder;

    @Test
    void twiceTheEditsTakeTwiceTheWork() throws IOException {
        allocatedByOpening(10, 2_000);
        long once = allocatedByOpening(1, 10_000);
        long twice = allocatedByOpening(2, 20_000);
        assertTrue(twice < 2.3 * once, once + " bytes, then " + twice);
    }

    private long allocatedByOpening(int run, int edits) throws IOException {
        Path directory = folder.resolve("edits-" + run);
        HandMadeDatabase.write(directory, 1, edits);
        long before = ThreadUse.allocatedBytes();
        try (Database database = Database.open(directory)) {
            assertEquals(edits + 2, database.versionEdits());
            database.manifestWithSizes(Map.of(10L, 1L));
        }
        return ThreadUse.allocatedBytes() - before;
    }

    @Test
    void twiceTheTablesTakeTwiceTheWork() throws IOException {
        allocatedByRetrofit(0, 50);
        long once = allocatedByRetrofit(1, 250);
        long twice = allocatedByRetrofit(2, 500);
        assertTrue(twice < 2.3 * once, once + " bytes, then " + twice);
    }

    /** Bytes that this thread and the one worker allocate. */
    private long allocatedByRetrofit(int run, int tables) throws IOException {
        Path directory = folder.resolve("tables-" + run);
        HandMadeDatabase.write(directory, tables, 0);
        long[] worker = {0};
        long before = ThreadUse.allocatedBytes();
        DatabaseRetrofit.Report report = DatabaseRetrofit.of(directory, folder.resolve("new-" + run))
                .withListener((table, done, all) -> worker[0] = ThreadUse.allocatedBytes())
                .run();
        assertEquals(tables, report.tables().size());
        return ThreadUse.allocatedBytes() - before + worker[0];
    }
}
