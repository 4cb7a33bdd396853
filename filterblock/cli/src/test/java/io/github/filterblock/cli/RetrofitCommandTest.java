// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.database.Databases;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code retrofit} on a terminal, and of a database in use; its outputs are recorded by {@link TranscriptTest}. */
class RetrofitCommandTest {
    @TempDir
    Path folder;

    private Path database;
    private Path target;

    @BeforeEach
    void copy() throws IOException {
        database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
        target = folder.resolve("new");
    }

    @Test
    void aTerminalShowsHowFarTheWorkIs() {
        AtomicLong now = new AtomicLong();
        Terminals terminals = new Terminals(false, true, false, () -> 80, () -> now.addAndGet(400_000_000));
        ToolRun run = ToolRun.on(terminals, "retrofit", database, target);
        assertEquals(0, run.status());
        assertTrue(run.err().contains("3 of 4 files, "), run.err());
        assertTrue(run.err().endsWith("\r"), run.err());
    }

    @Test
    void aDatabaseInUseIsRefused() throws IOException {
        try (FileChannel lock =
                FileChannel.open(database.resolve("LOCK"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            ToolRun.of("retrofit", database, target)
                    .assertOneLineOfError(3, "old: in-use: ", "holds the lock of the database");
            JsonObject json = ToolRun.of("retrofit", "--json", database, target).json();
            assertEquals("filterblock.failure/1", json.get("schema").getAsString());
            assertEquals("in-use", json.get("status").getAsString());
            assertEquals("retrofit", json.get("command").getAsString());
        }
        assertFalse(Files.exists(target));
    }
}
