// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that appears complete or not at all, and what killed runs leave of it. */
class AtomicDirectoryTest {
    private static final byte[] CONTENTS = {1, 2, 3};

    @TempDir
    Path folder;

    private Path original;
    private Path target;

    @BeforeEach
    void writeOriginal() throws IOException {
        original = Files.createDirectory(folder.resolve("original"));
        Files.write(original.resolve("file"), CONTENTS);
        Files.createFile(original.resolve("empty"));
        target = folder.resolve("new");
    }

    private AtomicDirectory create() throws IOException {
        return AtomicDirectory.create(target, new FileSteps());
    }

    private Path leftOver(String digits) throws IOException {
        return Files.createDirectory(folder.resolve(".new.filterblock-" + digits));
    }

    private void assertNothingIsOpen() throws IOException {
        assertEquals(List.of(), OpenFiles.areListed() ? OpenFiles.in(folder) : List.of());
    }

    @Test
    void filesAreCopiedWholeAlsoEmptyOnes() throws IOException {
        try (AtomicDirectory output = create()) {
            output.copy(original.resolve("file"), Check.NONE);
            output.copy(original.resolve("empty"), Check.NONE);
            assertFalse(Files.exists(target));
            output.publish(original);
        }
        assertArrayEquals(CONTENTS, Files.readAllBytes(target.resolve("file")));
        assertArrayEquals(new byte[0], Files.readAllBytes(target.resolve("empty")));
        assertNothingIsOpen();
    }

    @Test
    void aRunThatFailsLeavesNothing() throws IOException {
        IOException mine = new IOException("mine");
        try (AtomicDirectory output = create()) {
            output.copy(original.resolve("file"), Check.NONE);
            assertEquals(
                    mine,
                    assertThrows(
                            IOException.class,
                            () -> output.copy(original.resolve("empty"), written -> {
                                throw mine;
                            })));
        }
        try (var entries = Files.list(folder)) {
            assertEquals(List.of(original), entries.toList());
        }
        assertNothingIsOpen();
    }

    @Test
    void aFailureNamesTheFileInTheTarget() throws IOException {
        try (AtomicDirectory output = create()) {
            output.copy(original.resolve("file"), Check.NONE);
            FileSystemException e =
                    assertThrows(FileSystemException.class, () -> output.copy(original.resolve("file"), Check.NONE));
            assertEquals(target.resolve("file").toString(), e.getFile());
            assertTrue(e.getReason().startsWith("creating a temporary file failed: "), e::getReason);
            assertTrue(e.getCause() instanceof FileAlreadyExistsException);
        }
    }

    @Test
    void aTargetThatIsThereIsNotReplaced() throws IOException {
        Files.createSymbolicLink(target, folder.resolve("nowhere"));
        FileSystemException e = assertThrows(FileAlreadyExistsException.class, this::create);
        assertEquals("exists already and is not replaced", e.getReason());
        Files.delete(target);
        try (AtomicDirectory output = create()) {
            Files.createDirectory(target);
            assertThrows(FileAlreadyExistsException.class, () -> output.publish(original));
        }
        assertTrue(Files.isDirectory(target));
    }

    @Test
    void aDirectoryThatIsBeingFilledIsNotLeftOver() throws IOException {
        try (AtomicDirectory output = create()) {
            output.copy(original.resolve("file"), Check.NONE);
            assertEquals(List.of(), AtomicDirectory.removeLeftOvers(target));
            assertTrue(Files.exists(output.path().resolve("file")));
            output.publish(original);
        }
        try (FileChannel lock = FileChannel.open(target.resolve("LOCK"), StandardOpenOption.WRITE)) {
            assertTrue(FileLocks.tryLock(lock, false), "the lock is released");
        }
    }

    @Test
    void onlyDirectoriesOfKilledRunsAreRemoved() throws IOException {
        Path locked = leftOver("0123abcd");
        Files.createFile(locked.resolve("LOCK"));
        Files.createFile(locked.resolve("000005.ldb"));
        Path early = leftOver("1123abcd");
        Path link = Files.createSymbolicLink(folder.resolve(".new.filterblock-2123abcd"), original);
        Path file = Files.createFile(folder.resolve(".new.filterblock-3123abcd"));
        Path other = Files.createDirectory(folder.resolve(".old.filterblock-0123abcd"));
        Path full = leftOver("4123abcd");
        Files.createDirectories(full.resolve("foreign").resolve("directory"));
        assertEquals(List.of(locked, early), AtomicDirectory.removeLeftOvers(target));
        assertFalse(Files.exists(locked));
        assertFalse(Files.exists(early));
        for (Path stays : List.of(link, file, other, full, original.resolve("file"))) {
            assertTrue(Files.exists(stays, LinkOption.NOFOLLOW_LINKS), stays::toString);
        }
        assertNothingIsOpen();
    }
}
