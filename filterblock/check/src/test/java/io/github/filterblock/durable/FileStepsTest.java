// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the steps ask of the file system. */
class FileStepsTest {
    @TempDir
    Path folder;

    private final FileSteps steps = new FileSteps();

    private Path file(String name, int octet) throws IOException {
        return Files.write(folder.resolve(name), new byte[] {(byte) octet});
    }

    @Test
    void aFileIsForcedWithItsLength() throws IOException {
        try (WrappedChannel channel = new WrappedChannel(FileChannel.open(file("a", 1), StandardOpenOption.WRITE))) {
            steps.force(channel);
            assertEquals(List.of("forced"), channel.notes());
        }
    }

    @Test
    void aFolderIsForcedAndClosed() throws IOException {
        assumeTrue(AccessRights.isPosix(folder), "folders cannot be opened here");
        List<WrappedChannel> opened = new ArrayList<>();
        FileSteps noting = new FileSteps() {
            @Override
            FileChannel open(Path path) throws IOException {
                assertEquals(folder, path);
                opened.add(new WrappedChannel(super.open(path)));
                return opened.get(0);
            }
        };
        noting.forceFolder(folder);
        assertEquals(List.of("forced", "closed"), opened.get(0).notes());
    }

    @Test
    void aFileThatExistsIsNotCreated() throws IOException {
        Path there = file("there", 1);
        assertThrows(FileAlreadyExistsException.class, () -> steps.create(there, false));
        assertThrows(FileAlreadyExistsException.class, () -> steps.create(there, true));
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(there));
    }

    @Test
    void aSecondNameReplacesNothing() throws IOException {
        Path from = file("from", 1);
        Path to = file("to", 2);
        assertThrows(FileAlreadyExistsException.class, () -> steps.link(from, to));
        assertArrayEquals(new byte[] {2}, Files.readAllBytes(to));
    }

    @Test
    void aRenamedFileReplacesAnother() throws IOException {
        Path to = file("to", 2);
        steps.move(file("from", 1), to);
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(to));
    }

    /** Between two file systems there is no rename in one step, so it is refused. */
    @Test
    void aMoveThatWouldCopyIsRefused() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeTrue(
                Files.isWritable(memory) && !Files.getFileStore(memory).equals(Files.getFileStore(folder)),
                "no second file system here");
        Path elsewhere = memory.resolve("filterblock-" + ProcessHandle.current().pid());
        Path from = file("from", 1);
        try {
            assertThrows(AtomicMoveNotSupportedException.class, () -> steps.move(from, elsewhere));
        } finally {
            Files.deleteIfExists(elsewhere);
        }
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(from));
    }

    @Test
    void whatIsNotThereNeedNotBeDeleted() throws IOException {
        steps.delete(folder.resolve("none"));
        Path there = file("there", 1);
        steps.delete(there);
        assertEquals(false, Files.exists(there));
    }
}
