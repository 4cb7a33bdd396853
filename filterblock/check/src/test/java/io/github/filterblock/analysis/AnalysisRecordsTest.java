// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What callers can do to results: nothing. */
class AnalysisRecordsTest {
    private static TableReport analysis() throws IOException {
        return TableReport.of(
                TestTable.ofWholeKeys().block("apple", "banana").write().open());
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullsAreRefusedAtTheDoor() {
        List<Executable> doors =
                List.of(() -> new FilterHints(null, Optional.empty()), () -> new FilterHints(Optional.empty(), null));
        for (Executable door : doors) {
            assertThrows(NullPointerException.class, door);
        }
    }

    @Test
    void theBytesOfAFilterAreNotShared() throws IOException {
        TableFilter filter = analysis().filter().orElseThrow();
        byte[] before = filter.contents();
        filter.contents()[0] ^= 1;
        assertArrayEquals(before, filter.contents());
    }
}
