// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a path stands for. */
class TableFilesTest {
    @TempDir
    Path folder;

    private final List<String> troubles = new ArrayList<>();
    private Path tables;

    @BeforeEach
    void writeFiles() throws IOException {
        tables = Files.createDirectory(folder.resolve("tables"));
        for (String name : List.of("9.ldb", "10.sst", "11.LDB", "12.ldb.tmp", "13.log", ".ldb")) {
            Files.createFile(tables.resolve(name));
        }
        Files.createFile(Files.createDirectory(tables.resolve("a.ldb")).resolve("below.ldb"));
    }

    private List<Path> files(Path... named) {
        List<Path> found = new ArrayList<>();
        new TableFiles(List.of(named).iterator(), troubles::add).forEachRemaining(found::add);
        return found;
    }

    @Test
    void aDirectoryStandsForTheTablesBelowItInTheOrderOfNames() {
        List<Path> expected = List.of(
                tables.resolve(".ldb"),
                tables.resolve("10.sst"),
                tables.resolve("9.ldb"),
                tables.resolve("a.ldb").resolve("below.ldb"));
        assertEquals(expected, files(tables));
        assertEquals(List.of(tables.resolve("11.LDB") + TableFiles.LEFT_OUT), troubles);
    }

    @Test
    void whatIsNamedStandsForItselfWhateverItIs() {
        Path missing = folder.resolve("missing");
        assertEquals(List.of(missing, tables.resolve("13.log")), files(missing, tables.resolve("13.log")));
        assertEquals(List.of(), troubles);
    }

    /** Links could form a cycle. */
    @Test
    void aLinkToADirectoryIsFollowedOnlyWhereItIsNamed() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), tables);
        Files.createSymbolicLink(tables.resolve("b.ldb"), folder);
        Files.createSymbolicLink(tables.resolve("c.ldb"), tables.resolve("9.ldb"));
        List<Path> expected = List.of(
                link.resolve(".ldb"),
                link.resolve("10.sst"),
                link.resolve("9.ldb"),
                link.resolve("a.ldb").resolve("below.ldb"),
                link.resolve("c.ldb"));
        assertEquals(expected, files(link));
    }

    @Test
    void eachNamedDirectoryWithoutTablesIsReported() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Files.createDirectory(empty.resolve("below"));
        Path last = Files.createDirectory(folder.resolve("last"));
        assertEquals(4, files(empty, tables, last).size());
        assertEquals(
                List.of(
                        empty + ": no .ldb or .sst file in this directory",
                        tables.resolve("11.LDB") + TableFiles.LEFT_OUT,
                        last + ": no .ldb or .sst file in this directory"),
                troubles);
    }

    @Test
    void tablesAreKnownByTheEndOfTheirNames() {
        assertTrue(TableFiles.isTableName("1.ldb") && TableFiles.isTableName("1.sst"));
        assertFalse(TableFiles.isTableName("1.ldb.sst2") || TableFiles.isTableName("ldb"));
    }
}
