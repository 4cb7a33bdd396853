// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is summed up of many tables. */
class OverviewTest {
    @TempDir
    private Path folder;

    private static String name(int number) {
        return String.format(Locale.ROOT, "%06d.sst", number);
    }

    /** A table of 1,000 keys in level 3, with a full filter of a kilobyte unless it has none. */
    private static TableSummary table(int number, boolean hasFilter) {
        return new TableSummary(
                TableSummary.SCHEMA,
                name(number),
                10_000L,
                hasFilter ? "ok" : "no-filter",
                null,
                "default",
                3,
                hasFilter ? "full" : null,
                hasFilter ? "fullfilter.rocksdb.BuiltinBloomFilter" : null,
                hasFilter ? List.of("fast-local") : List.of(),
                1_000L,
                hasFilter ? 1_250L : null,
                hasFilter ? 10.0 : null,
                hasFilter ? 0.01 : null,
                false);
    }

    /** In the order of their names, not in that in which they were read. */
    @Test
    void theFirstTablesWithoutAFilterAreNamed() {
        Overview overview = new Overview();
        for (int i = 30; i > 0; i--) {
            overview.add(table(i, false), null, Optional.empty());
        }
        OverviewDocument document = overview.document(true, List.of());
        assertEquals(30, document.withoutFilter());
        assertEquals(IntStream.rangeClosed(1, 20).mapToObj(OverviewTest::name).toList(), document.firstWithoutFilter());
    }

    /** Every table that has another filter than the options give its column family counts. */
    @Test
    void tablesThatDifferFromTheOptionsAreCounted() throws IOException {
        HandMadeDatabase.write(folder, TestTable.ofInternalKeys().block("k").bytes());
        Files.writeString(
                folder.resolve("OPTIONS-000007"),
                "[TableOptions/BlockBasedTable \"default\"]\n  filter_policy=bloomfilter:10:false\n");
        Optional<DatabaseReport> database = DatabaseReport.of(folder);
        Overview overview = new Overview();
        for (int i = 1; i <= 5; i++) {
            overview.add(table(i, i % 2 == 0), folder.toString(), database);
        }
        List<OverviewDocument.Policy> policies =
                overview.document(true, List.of()).policies();
        assertEquals(
                List.of(new OverviewDocument.Policy("OPTIONS-000007", "default", "bloomfilter:10:false", 5, 3)),
                policies);
    }
}
