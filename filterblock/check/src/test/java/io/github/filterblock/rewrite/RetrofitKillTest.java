// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.durable.ChildJvm;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed leaves everything or nothing at its target, and is not in the way of the next run. */
class RetrofitKillTest {
    private static final int KILLS = Math.min(200, 4 * Integer.getInteger("filterblock.scale", 1));

    @TempDir
    Path folder;

    private final Path database = GoldenDatabase.named("plyvel").directory();

    @Test
    void aKilledRunLeavesNothingOrAllOfIt() throws Exception {
        Map<String, String> before = Databases.contents(database);
        Path whole = folder.resolve("whole");
        DatabaseRetrofit.of(database, whole).run();
        Map<String, String> expected = Databases.contents(whole);
        Random random = new Random();
        for (int i = 0; i < KILLS; i++) {
            Path directory = Files.createDirectory(folder.resolve("run-" + i));
            int last = killedAfter(directory, random.nextInt(60_000));
            for (int j = 0; j <= last; j++) {
                Path target = directory.resolve("new-" + j);
                boolean done = Files.exists(target);
                assertTrue(done || j == last, target::toString);
                if (done) {
                    assertEquals(expected, Databases.contents(target));
                }
            }
            assertNextRunWorks(directory.resolve("new-" + last));
        }
        assertEquals(before, Databases.contents(database));
    }

    private void assertNextRunWorks(Path target) throws IOException {
        if (!Files.exists(target)) {
            DatabaseRetrofit.of(database, target).run();
        }
        assertFalse(Databases.contents(target).isEmpty());
    }

    /**
     * Lets a child work for some microseconds after its third output, and returns what it worked on when it was killed.
     */
    private int killedAfter(Path directory, int micros) throws Exception {
        Path output = directory.resolve("output");
        Process child = ChildJvm.command(RetrofitChild.class, database.toString(), directory.toString())
                .redirectOutput(output.toFile())
                .start();
        try {
            while (Files.size(output) < "0\n1\n2\n".length()) {
                assertTrue(child.isAlive(), "the child has ended");
                TimeUnit.MILLISECONDS.sleep(1);
            }
            TimeUnit.MICROSECONDS.sleep(micros);
        } finally {
            child.destroyForcibly().waitFor();
        }
        return (int) Files.readAllLines(output).stream()
                        .filter(line -> !line.isEmpty())
                        .count()
                - 1;
    }
}
