// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that could not be printed are not taken for printed. */
@EnabledOnOs(OS.LINUX)
class StandardOutputTest {
    @TempDir
    Path directory;

    private final Path table = Golden.path("tb123-onekey").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(
            strings = {"inspect TABLE", "verify --json TABLE TABLE", "query TABLE key00000000", "--help", "completion"})
    void aFullDiskIsReported(String words) throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).output("/dev/full").run(words.replace("TABLE", table.toString()));
        assertEquals(3, run.status());
        assertTrue(run.err().contains("filterblock: standard output: "), run.err());
        assertTrue(run.err().lines().count() <= 2, run.err());
    }

    /** As {@code head} does. */
    @Test
    void aClosedPipeIsQuiet() throws IOException, InterruptedException {
        Files.write(directory.resolve("many"), Collections.nCopies(2000, table.toString()));
        ToolRun run = new ToolProcess(directory).output(">(head -1 > first)").run("inspect --files-from many");
        assertEquals(0, run.status());
        assertEquals("", run.err());
    }
}
