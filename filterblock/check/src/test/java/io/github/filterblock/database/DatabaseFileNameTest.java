// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What names of files in databases say. */
@Tag("DB-1")
class DatabaseFileNameTest {
    @ParameterizedTest
    @CsvSource({
        "CURRENT, CURRENT, 0",
        "CURRENT.000007, PENDING_CURRENT, 0",
        "CURRENT.bak, OTHER, 0",
        "MANIFEST-000005, MANIFEST, 5",
        "MANIFEST-, OTHER, 0",
        "MANIFEST-99999999999999999999, OTHER, 0",
        "18446744073709551615.ldb, TABLE, -1",
        "000007.sst, TABLE, 7",
        "000007.log, WRITE_AHEAD_LOG, 7",
        "000007.dbtmp, TEMPORARY, 7",
        "000007.blob, BLOBS, 0",
        "LOCK, LOCK, 0",
        "LOG, INFO_LOG, 0",
        "LOG.old, INFO_LOG, 0",
        "LOG.old.1700000000000000, INFO_LOG, 0",
        "LOG.older, OTHER, 0",
        "OPTIONS-000007, OPTIONS, 0",
        "IDENTITY, IDENTITY, 0",
        "marker.manifest.000001.MANIFEST-000002, MARKER, 0",
        "sst_6, LEVEL_FOLDER, 0",
        "sst_7, OTHER, 0",
        "REMOTE-OBJ-CATALOG-000001, REMOTE_CATALOG, 0",
        "'', OTHER, 0",
        "7.ldb.bak, OTHER, 0",
    })
    void aNameTellsWhatAFileIsFor(String name, DatabaseFileName.Kind kind, long number) {
        assertEquals(new DatabaseFileName(kind, number), DatabaseFileName.of(name));
    }
}
