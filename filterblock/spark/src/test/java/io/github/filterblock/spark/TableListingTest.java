// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.cli.TableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableListingTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40, 1000})
    void groupsDifferByOneTableAtMost(int least) {
        Random random = new Random(least);
        List<ListedTable> tables = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            long length = random.nextInt(20) == 0 ? random.nextInt(1 << 28) : random.nextInt(1 << 20);
            tables.add(new ListedTable("file:/" + i, length));
        }
        long total = cost(tables);
        long largest =
                tables.stream().mapToLong(table -> cost(List.of(table))).max().orElseThrow();
        List<List<ListedTable>> groups = TableListing.groups(tables, Long.MAX_VALUE / 2, least);
        assertEquals(tables, groups.stream().flatMap(List::stream).toList());
        assertTrue(groups.size() <= least && groups.size() > least / 3, groups.size() + " groups");
        for (List<ListedTable> group : groups) {
            assertTrue(!group.isEmpty() && cost(group) <= total / least + largest + 1, cost(group) + " of " + total);
        }
    }

    private static long cost(List<ListedTable> tables) {
        return tables.stream()
                .mapToLong(table -> table.length() + TableListing.OPEN_COST)
                .sum();
    }

    @Test
    void thereAreAsManyGroupsAsTheirSizeAsksForButNoMoreThanTables() {
        List<ListedTable> tables = Stream.of("a", "b", "c", "d")
                .map(path -> new ListedTable(path, 0))
                .toList();
        assertEquals(2, TableListing.groups(tables, 2 << 20, 1).size());
        assertEquals(4, TableListing.groups(tables, 1, 1).size());
        assertEquals(4, TableListing.groups(tables, 1 << 30, 100).size());
        assertEquals(List.of(), TableListing.groups(List.of(), 1, 8));
    }

    private TableListing listing(String... patterns) {
        List<String> qualified = Stream.of(patterns)
                .map(pattern -> "file:" + directory + pattern)
                .toList();
        return TableListing.of(qualified, new Configuration());
    }

    private Set<String> paths(TableListing listing) {
        return Set.copyOf(listing.groups(1, 1).stream()
                .flatMap(List::stream)
                .map(table -> table.path().replace("file:" + directory, "") + (table.isMissing() ? " is missing" : ""))
                .toList());
    }

    @Test
    void aDirectoryIsListedAsByTheToolAndAFileOnce() throws IOException {
        Path deep = Files.createDirectories(directory.resolve("db/lost/more"));
        Files.createDirectories(directory.resolve("db/x.ldb"));
        Files.writeString(deep.resolve("3.ldb"), "three");
        Files.writeString(directory.resolve("db/2.sst"), "two");
        Files.writeString(directory.resolve("db/CURRENT"), "");
        Files.createSymbolicLink(deep.resolve("up"), directory);
        Files.createDirectories(directory.resolve("empty/x"));
        TableListing listing = listing("/db", "/db/*.sst", "/db/CURRENT", "/none/*.ldb", "/empty");
        assertEquals(
                Set.of("/db/lost/more/3.ldb", "/db/2.sst", "/db/CURRENT", "/none/*.ldb is missing"), paths(listing));
        assertEquals(4, listing.groups(1, 1).stream().mapToLong(List::size).sum());
        assertEquals(List.of("file:" + directory + "/empty" + TableFiles.NO_TABLE), listing.warnings());
    }
}
