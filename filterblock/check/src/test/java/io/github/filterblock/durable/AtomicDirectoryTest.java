// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that appears complete or not at all. */
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

    private void assertNothingIsOpen() throws IOException {
        assertEquals(List.of(), OpenFiles.areListed() ? OpenFiles.in(folder) : List.of());
    }

    @Test
    void filesAreCopiedWholeAlsoEmptyOnes() throws IOException {
        try (AtomicDirectory output = create()) {
            output.copy(original.resolve("file"), written -> {});
            output.copy(original.resolve("empty"), written -> {});
            assertFalse(Files.exists(target));
            output.publish(original);
        }
        assertArrayEquals(CONTENTS, Files.readAllBytes(target.resolve("file")));
        assertArrayEquals(new byte[0], Files.readAllBytes(target.resolve("empty")));
        assertNothingIsOpen();
    }

    @Test
    void aRunThatFailsLeavesNothingAndNamesTheFileInTheTarget() throws IOException {
        IOException mine = new IOException("mine");
        AtomicFile.Check refusing = written -> {
            throw mine;
        };
        try (AtomicDirectory output = create()) {
            Path file = original.resolve("file");
            output.copy(file, written -> {});
            FileSystemException e = assertThrows(FileSystemException.class, () -> output.copy(file, written -> {}));
            assertEquals(target.resolve("file").toString(), e.getFile());
            assertTrue(e.getReason().startsWith("creating a temporary file failed: "), e::getReason);
            assertTrue(e.getCause() instanceof FileAlreadyExistsException);
            IOException refused =
                    assertThrows(IOException.class, () -> output.copy(original.resolve("empty"), refusing));
            assertEquals(mine, refused);
        }
        try (var entries = Files.list(folder)) {
            assertEquals(List.of(original), entries.toList());
        }
        assertNothingIsOpen();
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
}
