// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildCommandTest {
    private static final Path TABLE = Golden.path("cpp123-default");

    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void name() {
        out = folder.resolve("out.ldb");
    }

    @Test
    void ownParametersGiveTheSameFile() throws IOException {
        ToolRun run = ToolRun.of("rebuild", TABLE, out);
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        assertTrue(run.out().contains("identical with the table"), run.out());
        assertArrayEquals(Files.readAllBytes(TABLE), Files.readAllBytes(out));
    }

    @Test
    void aForcedReadingTakesTheTablesOwnName() throws IOException {
        Path renamed = Golden.path("cpp123-renamed-policy");
        ToolRun run = ToolRun.of("rebuild", "--dialect=leveldb", "--bits-per-key=10", renamed, out);
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(Files.readAllBytes(renamed), Files.readAllBytes(out));
    }
}
