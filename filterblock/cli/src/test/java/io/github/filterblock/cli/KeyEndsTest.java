// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys a damaged data block takes with it: those between the index keys before it and its own. */
class KeyEndsTest {
    @ParameterizedTest
    @CsvSource({
        "0, the first keys, apple",
        "1, keys above apple, banana",
        "2, keys above banana, cherry",
        "3, keys above cherry, damson"
    })
    void theIndexTellsWhichKeysAreLost(int block, String above, String last) throws IOException {
        TestFile sound = TestTable.ofInternalKeys()
                .block("apple")
                .block("banana")
                .block("cherry")
                .block("damson")
                .write();
        IndexEntry damaged;
        try (TableFile table = sound.open()) {
            damaged = table.structure().index().get(block);
        }
        long offset = damaged.handle().offset();
        try (TableFile table = sound.flipping(offset).open()) {
            String lost =
                    KeyEnds.lost(TableReport.of(table), Optional.of("level 1")).orElseThrow();
            assertTrue(lost.startsWith("of level 1, the data block at " + offset + " has " + above), lost);
            assertTrue(lost.endsWith(", up to " + last), lost);
            assertEquals(1, lost.split("the data block at", -1).length - 1, lost);
        }
    }
}
