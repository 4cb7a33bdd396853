// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is in use is refused, and one that is read is locked. */
@Tag("DB-7")
class DatabaseLockTest {
    private static final KernelLocks NONE = new KernelLocks(Path.of("no such list"));

    @TempDir
    Path folder;

    private Path database;

    @BeforeEach
    void copy() throws IOException {
        database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
    }

    @Test
    void anOldLockFileMeansNothing() throws IOException {
        Files.createFile(database.resolve("LOCK"));
        assertEquals(
                4,
                DatabaseRetrofit.of(database, folder.resolve("new"))
                        .run()
                        .tables()
                        .size());
    }

    @Test
    void levelDbKeepsOthersAway() throws IOException {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        Files.write(database.resolve("000025.log"), new byte[0]); // LevelDB has nothing to do behind our back
        try (NativeDatabase open = NativeDatabase.open(database, 10)) {
            Map<String, String> before = Databases.contents(database);
            DatabaseInUseException e = assertThrows(
                    DatabaseInUseException.class,
                    () -> DatabaseRetrofit.of(database, folder.resolve("new")).run());
            assertTrue(e.getMessage().contains("holds the lock of the database"), e::getMessage);
            assertThrows(DatabaseInUseException.class, () -> DatabaseLock.take(database, NONE), "without Linux's list");
            assertEquals(before, Databases.contents(database));
            assertTrue(open.scan().size() > 500);
        }
        assertEquals(
                4,
                DatabaseRetrofit.of(database, folder.resolve("new"))
                        .run()
                        .tables()
                        .size());
    }

    @Test
    void levelDbIsKeptAway() throws IOException {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        Files.createFile(database.resolve("LOCK"));
        try (DatabaseLock lock = DatabaseLock.take(database, NONE)) {
            IOException e = assertThrows(IOException.class, () -> NativeDatabase.open(database, 10));
            assertTrue(e.getMessage().contains("lock"), e::getMessage);
            lock.checkAlone();
        }
        NativeDatabase.open(database, 10).close();
    }

    @Test
    void twoMayRead() throws IOException {
        Files.createFile(database.resolve("LOCK"));
        try (DatabaseLock lock = DatabaseLock.take(database, KernelLocks.ofThisMachine())) {
            lock.checkAlone();
        }
    }

    @Test
    void aLockOfThisProcessCounts() throws IOException {
        try (FileChannel held =
                FileChannel.open(database.resolve("LOCK"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            held.lock();
            assertThrows(
                    DatabaseInUseException.class,
                    () -> DatabaseLock.take(database, KernelLocks.ofThisMachine())
                            .close());
            assertThrows(
                    DatabaseInUseException.class,
                    () -> DatabaseLock.take(database, NONE).close());
            assumeTrue(OpenFiles.areListed(), "open files are not listed here");
            assertEquals(1, OpenFiles.in(database).size(), "only the one that is held");
        }
    }

    @Test
    void devicesAreComparedWhereTheyHaveNumbersOfTheirOwn() {
        long device = 0x9a | 0xfd6L << 8 | 0x34500L << 12 | 0x12000L << 32; // as glibc's makedev(0x12fd6, 0x3459a)
        String place = "12fd6:3459a:7";
        assertTrue(KernelLocks.isOf(place, device, 7), place);
        assertFalse(KernelLocks.isOf(place, device, 8), "another file");
        assertFalse(KernelLocks.isOf("12fd6:9a:7", device, 7), "another minor number");
        assertFalse(KernelLocks.isOf("fd6:3459a:7", device, 7), "another major number");
        assertTrue(KernelLocks.isOf("00:31:7", device, 7), "a file system without a device in the list");
        assertTrue(KernelLocks.isOf(place, 0x31, 7), "or in the file's attributes");
        assertFalse(KernelLocks.isOf("7", device, 7));
        assertTrue(KernelLocks.isOf("fd:01:18446744073709551615", 0xfd01, -1));
    }

    @Test
    void aLockFileThatAppearsIsSeen() throws IOException {
        try (DatabaseLock lock = DatabaseLock.take(database, NONE)) {
            lock.checkAlone();
            Files.createFile(database.resolve("LOCK"));
            assertThrows(DatabaseInUseException.class, lock::checkAlone);
        }
    }

    /** goleveldb's {@code flock} is not seen by {@code fcntl}. */
    @Test
    void linuxListsLocksOfAllKinds() throws IOException {
        Path lock = Files.createFile(database.resolve("LOCK"));
        assumeTrue(lock.getFileSystem().supportedFileAttributeViews().contains("unix"), "no inodes here");
        long inode = ((Number) Files.getAttribute(lock, "unix:ino")).longValue();
        long device = ((Number) Files.getAttribute(lock, "unix:dev")).longValue();
        String file = String.format("%02x:%02x:%d", device >> 8 & 0xfff, device & 0xff, inode);
        assertEquals(Optional.of("42"), writer(lock, "1: FLOCK  ADVISORY  WRITE 42 " + file + " 0 EOF"));
        assertEquals(Optional.of("43"), writer(lock, "12: POSIX  ADVISORY  WRITE 43 " + file + " 0 EOF"));
        assertEquals(Optional.of("44"), writer(lock, "3: OFDLCK ADVISORY  WRITE 44 00:31:" + inode + " 0 EOF"));
        assertEquals(Optional.empty(), writer(lock, "1: POSIX  ADVISORY  READ 42 " + file + " 0 EOF"));
        assertEquals(Optional.empty(), writer(lock, "1: POSIX  ADVISORY  WRITE 42 " + file + "1 0 EOF"));
        assertEquals(Optional.empty(), writer(lock, "1: POSIX  ADVISORY  WRITE 42 aa:bb:" + inode + " 0 EOF"));
        assertEquals(Optional.empty(), writer(lock, ""));
        assertEquals(Optional.empty(), NONE.writerOf(lock));
    }

    @Test
    void aLockThatOnlyTheKernelListsCounts() throws IOException {
        Path lock = Files.createFile(database.resolve("LOCK"));
        assumeTrue(lock.getFileSystem().supportedFileAttributeViews().contains("unix"), "no inodes here");
        Path list = folder.resolve("flocks");
        Files.writeString(list, "");
        try (DatabaseLock taken = DatabaseLock.take(database, new KernelLocks(list))) {
            Files.writeString(
                    list, "1: FLOCK  ADVISORY  WRITE 42 00:31:" + Files.getAttribute(lock, "unix:ino") + " 0 EOF");
            assertThrows(DatabaseInUseException.class, taken::checkAlone);
        }
        assertThrows(
                DatabaseInUseException.class,
                () -> DatabaseLock.take(database, new KernelLocks(list)).close());
    }

    private Optional<String> writer(Path lock, String line) throws IOException {
        Path list = folder.resolve("locks");
        Files.writeString(list, "1: POSIX  ADVISORY  WRITE 1 00:19:7 0 EOF\n" + line + "\n2: -> FLOCK ADVISORY\n");
        return new KernelLocks(list).writerOf(lock);
    }
}
