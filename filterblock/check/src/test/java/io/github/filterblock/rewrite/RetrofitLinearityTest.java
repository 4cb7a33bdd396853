// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.durable.AtomicDirectory;
import io.github.filterblock.durable.OpenSteps;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    private static long allocated() {
        return ThreadUse.allocatedBytes();
    }

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
        long before = allocated();
        try (Database database = Database.open(directory)) {
            assertEquals(edits + 2, database.versionEdits());
            database.manifestWithSizes(Map.of(10L, 1L));
        }
        return allocated() - before;
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
        long before = allocated();
        RetrofitReport report = DatabaseRetrofit.of(directory, folder.resolve("new-" + run))
                .withListener((table, done, all) -> worker[0] = allocated())
                .withOutputs(new Unforced()::directory)
                .run();
        assertEquals(tables, report.tables().size());
        return allocated() - before + worker[0];
    }

    /** Does not wait for the disk. */
    private static final class Unforced extends OpenSteps {
        @Override
        public void force(FileChannel channel) {
            // nobody pulls the plug here
        }
    }

    /**
     * 100,000 tables and 1,000,000 edits, compared with a copy of all files by the same steps; the disk is not waited
     * for.
     */
    @Test
    void aHundredThousandTablesTakeTheTimeOfCopyingThem() throws IOException {
        assumeTrue(Integer.getInteger("filterblock.scale", 1) > 1, "only in the long profile");
        Path directory = folder.resolve("large");
        HandMadeDatabase.write(directory, 100_000, 900_000);
        long start = System.nanoTime();
        copyAll(directory, folder.resolve("copy"));
        long copied = System.nanoTime();
        RetrofitReport report = DatabaseRetrofit.of(directory, folder.resolve("new"))
                .withOutputs(new Unforced()::directory)
                .run();
        long retrofitted = System.nanoTime();
        System.out.printf(
                "100,000 tables and %,d version edits: copied in %.1f s, retrofitted in %.1f s%n",
                report.versionEdits(), (copied - start) / 1e9, (retrofitted - copied) / 1e9);
        assertEquals(100_000, report.tables().size());
        assertTrue(retrofitted - copied < 10 * (copied - start), "it takes the time of a few copies");
    }

    private static void copyAll(Path directory, Path target) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(directory)) {
            files = entries.toList();
        }
        try (AtomicDirectory output = new Unforced().directory(target)) {
            for (Path file : files) {
                output.copy(file, written -> {});
            }
            output.publish(directory);
        }
    }
}
