// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a verb works on: directories are read while the work goes on. */
class FileListTest {
    /** Ten thousand files in a heap that could not hold their outputs. */
    @Test
    void tenThousandFilesNeedLittleMemory(@TempDir Path directory) throws IOException, InterruptedException {
        Path table = Files.copy(Golden.path("tb123-onekey"), directory.resolve("a.ldb"));
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < 10_000; i++) {
            Files.createLink(many.resolve(String.format(java.util.Locale.ROOT, "%06d.ldb", i)), table);
        }
        ToolRun run = new ToolProcess(directory, "-Xmx24m", "-XX:+ExitOnOutOfMemoryError").run("inspect --json many");
        assertEquals(0, run.status(), "a heap that is too small");
        assertEquals("", run.err(), "no progress outside of a terminal");
        Path out = directory.resolve("out");
        try (var lines = Files.lines(out)) {
            assertEquals(10_000 + 1, lines.count(), "with the sum");
        }
        assertTrue(Files.size(out) > 4 << 20, "more than the heap could well hold beside all else");
    }
}
