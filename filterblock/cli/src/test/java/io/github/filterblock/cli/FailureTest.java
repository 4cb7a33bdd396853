// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.TableStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses of the process and places in files. */
class FailureTest {
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
        assertEquals(exitStatus, ExitStatus.of(status.id()));
    }

    @Test
    void anyOtherStatusIsThatOfAFileThatCouldNotBeRead() {
        assertEquals(3, ExitStatus.of("in-use"));
        Failure failure = Failure.unreadable("a", "why");
        assertEquals(
                List.of("a", "unreadable", "why", 3),
                List.of(failure.file(), failure.status(), failure.reason(), failure.exitStatus()));
    }

    @Test
    void offsetsAreUnsigned() {
        assertEquals("offset 18446744073709551615: why", Failure.at(-1, "why"));
        assertEquals("offset 0: why", Failure.at(0, "why"));
    }
}
