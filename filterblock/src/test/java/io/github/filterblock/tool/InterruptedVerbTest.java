// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A verb over many files that is interrupted says so, and its thread stays interrupted. */
class InterruptedVerbTest {
    private final Path table = Golden.path("tb123-onekey");

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptEndsAVerbAndIsKept() {
        Thread.currentThread().interrupt();
        ToolRun run = ToolRun.of("audit", "--probes-per-file=1000000", "--jobs=2", table, table); // not done at once
        assertTrue(Thread.interrupted());
        run.assertOneLineOfError(3, "filterblock: interrupted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify", "inspect", "audit"})
    void thereIsAJobAtLeast(String verb) {
        ToolRun.of(verb, "--jobs=0", table).assertOneLineOfError(2, "--jobs must be at least 1, not 0");
        ToolRun.of(verb, "--jobs=-1", table, table).assertOneLineOfError(2, "--jobs must be at least 1, not -1");
    }
}
