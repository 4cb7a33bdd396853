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
import java.nio.file.attribute.FileTime;
import java.util.List;
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

    /** Else no engine could open the database as long as this program runs. */
    @Test
    void theLockIsReleasedWhateverHappens() throws IOException {
        assumeTrue(OpenFiles.areListed(), "open files are not listed here");
        Files.createFile(database.resolve("LOCK"));
        try (Database opened = Database.open(database)) {
            assertEquals(1, OpenFiles.in(database).size());
            assertThrows(DatabaseInUseException.class, () -> Database.open(database));
            Database.openWithoutLock(database).close();
            assertEquals(1, OpenFiles.in(database).size());
            opened.checkUnchanged();
        }
        assertEquals(List.of(), OpenFiles.in(database));
        Files.writeString(database.resolve("CURRENT"), "");
        assertThrows(CorruptDatabaseException.class, () -> Database.open(database));
        assertEquals(List.of(), OpenFiles.in(database));
    }

    private interface Change {
        void make() throws IOException;
    }

    private String changed(Change change) throws IOException {
        try (Database opened = Database.open(database)) {
            change.make();
            return assertThrows(DatabaseInUseException.class, opened::checkUnchanged)
                    .getMessage()
                    .replace(database.toString(), "OLD");
        }
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    }

    /** goleveldb keeps nobody away, and is not kept away. */
    @Test
    void whateverChangesIsNoticed() throws IOException {
        Path table = Databases.tables(database).get(1);
        Path log = database.resolve("000025.log");
        String directory = "OLD: another program changed this directory meanwhile";
        assertEquals(directory, changed(() -> touch(table)));
        assertEquals(directory, changed(() -> touch(log)));
        assertEquals(directory, changed(() -> Files.delete(log)));
        assertEquals(directory, changed(() -> Files.createFile(database.resolve("000002.ldb"))));
        Path current = database.resolve("CURRENT");
        String file = "OLD/CURRENT: another program changed this file meanwhile";
        byte[] contents = Files.readAllBytes(current);
        assertEquals(file, changed(() -> Files.writeString(current, "MANIFEST-000024\n")));
        Files.write(current, contents);
        assertEquals(file, changed(() -> Files.delete(current)));
        Files.write(current, contents);
        try (Database opened = Database.open(database)) {
            touch(Databases.manifest(database));
            Files.createFile(database.resolve("LOG"));
            opened.checkUnchanged();
        }
    }
}
