// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Only files that hold bytes are opened; a FIFO would wait for its other end. */
@Timeout(20)
class RegularFilesTest {
    @TempDir
    Path directory;

    private static void assertRefused(Path path, String message) {
        IOException e = assertThrows(IOException.class, () -> TableFile.open(path));
        assertEquals(path + message, e.getMessage());
        assertThrows(IOException.class, () -> TableSource.of(path));
    }

    @Test
    void aFifoIsRefused() throws Exception {
        Path fifo = directory.resolve("a.ldb");
        assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0, "no FIFOs here");
        assertRefused(fifo, ": is a FIFO, not a regular file");
        assertThrows(IOException.class, () -> RegularFiles.open(fifo));
        Path link = Files.createSymbolicLink(directory.resolve("link"), fifo);
        assertRefused(link, ": is a FIFO, not a regular file");
    }

    @Test
    void aSocketIsRefused() throws IOException {
        Path socket = directory.resolve("s");
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket));
            assertRefused(socket, ": is a socket, not a regular file");
        }
    }

    @Test
    void aDirectoryIsRefusedAndAMissingFileIsMissing() throws IOException {
        assertRefused(directory, ": is a directory");
        Path nowhere = Files.createSymbolicLink(directory.resolve("away"), directory.resolve("nowhere"));
        assertEquals("a link that leads nowhere", RegularFiles.kind(nowhere));
        assertThrows(NoSuchFileException.class, () -> TableFile.open(directory.resolve("none")));
        RegularFiles.check(
                Files.createSymbolicLink(directory.resolve("link"), Files.createFile(directory.resolve("file"))));
    }

    @Test
    void otherKindsAreNamedWhereTheFileSystemKnowsThem() throws IOException {
        for (String device : List.of("/dev/zero, a character device", "/dev/loop0, a block device")) {
            Path path = Path.of(device.split(", ")[0]);
            if (Files.exists(path)) {
                assertEquals(device.split(", ")[1], RegularFiles.kind(path));
            }
        }
        URI zip = URI.create("jar:" + directory.resolve("a.zip").toUri());
        try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            assertEquals("a special file", RegularFiles.kind(Files.createFile(files.getPath("/file"))));
            assertEquals("a directory", RegularFiles.kind(files.getPath("/")));
        }
    }
}
