// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.database.DatabaseFiles.Name.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the names of a database's files mean. */
class DatabaseFileNameTest {
    @ParameterizedTest
    @CsvSource({
        "CURRENT, CURRENT, 0",
        "LOCK, LOCK, 0",
        "LOG, INFO_LOG, 0",
        "LOG.old, INFO_LOG, 0",
        "LOG.old2, OTHER, 0",
        "MANIFEST-000005, MANIFEST, 5",
        "MANIFEST-, OTHER, 0",
        "MANIFEST-5x, OTHER, 0",
        "000005.log, WRITE_AHEAD_LOG, 5",
        "5.ldb, TABLE, 5",
        "000005.sst, TABLE, 5",
        "000005.dbtmp, TEMPORARY, 5",
        ".ldb, OTHER, 0",
        "000005.LDB, OTHER, 0",
        "a000005.ldb, OTHER, 0",
        "18446744073709551615.ldb, TABLE, -1",
        "18446744073709551616.ldb, OTHER, 0",
        "MANIFEST-18446744073709551615, MANIFEST, -1",
    })
    void aNameHasAKindAndANumber(String name, Kind kind, long number) {
        assertEquals(new DatabaseFiles.Name(kind, number), DatabaseFiles.Name.of(name));
    }
}
