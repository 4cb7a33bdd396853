// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.DamagedFile;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** That the index of a LevelDB table is read whatever the metaindex is like. */
class DamagedMetaindexConformanceTest {

    @TestFactory
    @Tag("TF-7")
    Stream<DynamicTest> cleanScansCountTheSameEntries() {
        return DamagedConformanceTest.each(
                file -> file.googleParanoid().scanStatus().equals(Optional.of("OK"))
                        && file.googleParanoid().scanEntries().isPresent(),
                file -> {
                    try (TableFile table = TableFile.open(file.path())) {
                        assertEquals(
                                file.googleParanoid().scanEntries().getAsLong(),
                                TableReport.of(table).entries());
                    }
                });
    }

    /** A LevelDB table may have an entry {@code rocksdb.properties} that is not RocksDB's. */
    @Test
    @Tag("TF-9")
    void entriesOfOtherProgramsDoNoHarm() throws IOException {
        int found = 0;
        for (DamagedFile file : Corpus.bundled().damaged()) {
            if (file.name().equals("n-meta-many.ldb")) {
                assertEquals(TableStatus.OK, DamagedConformanceTest.status(file));
                found++;
            }
        }
        assertEquals(1, found);
    }
}
