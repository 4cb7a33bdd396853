// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.TableStatus;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses of the process and places in files. */
class OutcomeTest {
    @ParameterizedTest
    @CsvSource({
        "OK, 0",
        "NO_FILTER, 0",
        "UNKNOWN_POLICY, 0",
        "FINDINGS, 1",
        "CORRUPT, 1",
        "NOT_A_TABLE, 3",
        "UNREADABLE, 3"
    })
    void everyStatusOfATableHasAnExitStatus(TableStatus status, int exitStatus) {
        assertEquals(exitStatus, ExitStatus.of(status));
        Outcome<String> failed = Outcome.failed(Path.of("a"), status, "why");
        assertEquals(exitStatus, failed.exitStatus());
        assertEquals(status, failed.tableStatus());
        assertEquals(Optional.of("why"), failed.reason());
    }

    @Test
    void somethingFoundIsOneAtLeast() {
        Outcome<String> well = Outcome.ok(Path.of("a"), "found");
        assertEquals(0, well.orFound(false).exitStatus());
        assertEquals(1, well.orFound(true).exitStatus());
        Outcome<String> worse = Outcome.failed(Path.of("a"), TableStatus.UNREADABLE, "why");
        assertEquals(3, worse.orFound(true).exitStatus());
        assertEquals(3, worse.orFound(false).exitStatus());
    }

    @Test
    void offsetsAreUnsigned() {
        assertEquals("offset 18446744073709551615: why", Outcome.at(-1, "why"));
        assertEquals("offset 0: why", Outcome.at(0, "why"));
    }
}
