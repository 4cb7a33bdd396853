// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.durable.OpenFiles;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.contract.NativeDatabase;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is in use is refused, and one that is read is locked. */
@Tag("DB-7")
class DatabaseLockTest {
    @TempDir
    Path folder;

    private Path database;

    @BeforeEach
    void copy() throws IOException {
        database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
    }

    private DatabaseRetrofit retrofit() {
        return DatabaseRetrofit.of(database, folder.resolve("new"));
    }

    @Test
    void levelDbKeepsOthersAway() throws IOException {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        Files.write(database.resolve("000025.log"), new byte[0]); // LevelDB has nothing to do behind our back
        try (NativeDatabase open = NativeDatabase.open(database, 10)) {
            Map<String, String> before = Databases.contents(database);
            DatabaseInUseException e = assertThrows(DatabaseInUseException.class, retrofit()::run);
            assertTrue(e.getMessage().contains("holds the lock of the database"), e::getMessage);
            assertEquals(before, Databases.contents(database));
            assertTrue(open.scan().size() > 500);
        }
        assertEquals(4, retrofit().run().tables().size());
    }

    @Test
    void levelDbIsKeptAway() throws IOException {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        Files.createFile(database.resolve("LOCK"));
        try (Database lock = Database.open(database)) {
            IOException e = assertThrows(IOException.class, () -> NativeDatabase.open(database, 10));
            assertTrue(e.getMessage().contains("lock"), e::getMessage);
            lock.checkUnchanged();
        }
        NativeDatabase.open(database, 10).close();
    }

    @Test
    void aLockOfThisProcessCounts() throws IOException {
        try (FileChannel held =
                FileChannel.open(database.resolve("LOCK"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            held.lock();
            DatabaseInUseException e = assertThrows(
                    DatabaseInUseException.class, () -> Database.open(database).close());
            assertTrue(
                    e.getMessage().endsWith("LOCK: this program itself holds the lock of the database"), e::getMessage);
            assumeTrue(OpenFiles.areListed(), "open files are not listed here");
            assertEquals(1, OpenFiles.in(database).size(), "only the one that is held");
        }
    }
}
