// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sources of lines that would wait for ever, or that are none. */
@Timeout(20)
class LinesInputTest {
    @TempDir
    Path directory;

    private static void assertRefused(Path source, String reason) {
        IOException e = assertThrows(IOException.class, () -> Lines.of(source.toString()));
        assertEquals(source + ": " + reason, e.getMessage());
    }

    @Test
    void aFifoWithANameIsRefused() throws Exception {
        Path fifo = directory.resolve("keys");
        assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0, "no FIFOs here");
        assertRefused(
                fifo, "is a FIFO, which might wait for ever; use - for the standard input, or the shell's <(...)");
    }

    @Test
    void aDirectoryAndAMissingFileAreRefused() {
        assertRefused(directory, "is a directory");
        assertRefused(directory.resolve("none"), "no such file");
    }

    @Test
    void aDeviceIsRead() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/null")), "no devices here");
        assertNull(Lines.of("/dev/null").next());
    }
}
