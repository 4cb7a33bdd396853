// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no door reaches of a directory that appears complete or not at all: retrofits make the others. */
class AtomicDirectoryTest {
    @Test
    void aRunThatFailsLeavesNothingAndNamesTheFileInTheTarget(@TempDir Path folder) throws IOException {
        Path original = Files.createDirectory(folder.resolve("original"));
        Path file = Files.write(original.resolve("file"), new byte[3]);
        Path empty = Files.createFile(original.resolve("empty"));
        Path target = folder.resolve("new");
        IOException mine = new IOException("mine");
        AtomicFile.Check refusing = written -> {
            throw mine;
        };
        try (AtomicDirectory output = AtomicDirectory.create(target, new FileSteps())) {
            output.copy(file, written -> {});
            FileSystemException e = assertThrows(FileSystemException.class, () -> output.copy(file, written -> {}));
            assertEquals(target.resolve("file").toString(), e.getFile());
            assertTrue(e.getReason().startsWith("creating a temporary file failed: "), e::getReason);
            assertTrue(e.getCause() instanceof FileAlreadyExistsException);
            assertEquals(mine, assertThrows(IOException.class, () -> output.copy(empty, refusing)));
        }
        assertEquals(List.of(original), contents(folder));
        assertEquals(List.of(), OpenFiles.areListed() ? OpenFiles.in(folder) : List.of());
    }

    /** A move would replace an empty directory. */
    @Test
    void whatIsThereOrAppearsMeanwhileIsNotReplaced(@TempDir Path folder) throws IOException {
        Path original = Files.createDirectory(folder.resolve("original"));
        Path target = folder.resolve("new");
        try (AtomicDirectory output = AtomicDirectory.create(target)) {
            Files.createDirectory(target);
            assertThrows(FileAlreadyExistsException.class, () -> output.publish(original));
        }
        assertThrows(FileAlreadyExistsException.class, () -> AtomicDirectory.create(target));
        assertEquals(List.of(target, original), contents(folder));
    }

    /** What a link leads to may be private, and need not be part of what is copied. */
    @Test
    void aLinkIsCopiedAsALinkOrNotAtAll(@TempDir Path folder) throws IOException {
        Path original = Files.createDirectory(folder.resolve("original"));
        Path link = Files.createSymbolicLink(original.resolve("link"), Files.createFile(folder.resolve("file")));
        Path target = folder.resolve("new");
        try (AtomicDirectory output = AtomicDirectory.create(target)) {
            assertThrows(IOException.class, () -> output.copy(link, written -> {}));
            assertEquals(List.of(), contents(output.path()));
            output.copyLink(link);
            FileSystemException e = assertThrows(FileSystemException.class, () -> output.copyLink(link));
            assertEquals(target.resolve("link").toString(), e.getFile());
            output.publish(original);
        }
        assertEquals(folder.resolve("file"), Files.readSymbolicLink(target.resolve("link")));
    }

    private static List<Path> contents(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
