// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory stands for every table below it. */
class DirectoriesTest {
    private static final byte[] TABLE = TestTable.ofWholeKeys().block("apple").bytes();

    @TempDir
    Path directory;

    private Path table(String name) throws IOException {
        Path path = directory.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.write(path, TABLE);
    }

    private static List<String> files(ToolRun run) {
        return run.jsonLines().stream()
                .map(json -> json.get("file").getAsString())
                .toList();
    }

    private List<String> below(String... names) {
        return List.of(names).stream()
                .map(name -> directory.resolve(name).toString())
                .toList();
    }

    @Test
    void tablesAreFoundRecursivelyInTheOrderOfTheirNames() throws IOException {
        for (String name : List.of("db/000007.ldb", "db/000005.sst", "a.ldb", "z.sst", "db/lost/000001.ldb")) {
            table(name);
        }
        for (String other : List.of("CURRENT", "db/LOG", "db/000003.log", "db/x.ldb.bak", "db/ldb")) {
            table(other);
        }
        ToolRun run = ToolRun.of("inspect", "--json", directory);
        assertEquals(0, run.status());
        assertEquals(below("a.ldb", "db/000005.sst", "db/000007.ldb", "db/lost/000001.ldb", "z.sst"), files(run));
        assertEquals(files(run), files(ToolRun.of("verify", "--json", directory)));
    }

    /** A file that is named may have any name. */
    @Test
    void namedFilesNeedNoEnding() throws IOException {
        Path odd = table("backup-of-000005");
        assertEquals(List.of(odd.toString()), files(ToolRun.of("inspect", "--json", odd)));
    }

    @Test
    void filesAndDirectoriesMixInTheOrderOfTheCommandLine() throws IOException {
        table("b/1.ldb");
        table("a/2.ldb");
        Path single = table("0.ldb");
        ToolRun run = ToolRun.of("inspect", "--json", directory.resolve("b"), single, directory.resolve("a"));
        assertEquals(below("b/1.ldb", "0.ldb", "a/2.ldb"), files(run));
    }

    @Test
    void aDirectoryNamedLikeATableIsADirectory() throws IOException {
        table("a-directory.ldb/1.ldb");
        assertEquals(below("a-directory.ldb/1.ldb"), files(ToolRun.of("inspect", "--json", directory)));
        assertEquals(
                below("a-directory.ldb/1.ldb"),
                files(ToolRun.of("inspect", "--json", directory.resolve("a-directory.ldb"))));
    }

    @Test
    void aDirectoryWithoutTablesCannotBeRead() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        for (String verb : List.of("inspect", "verify")) {
            ToolRun.of(verb, empty).assertOneLineOfError(3, empty.toString(), ".ldb");
        }
        Path bundled = Corpus.bundled().directoryNamedLikeATable().orElseThrow();
        assertEquals(3, ToolRun.of("inspect", bundled).status());
    }

    @Test
    void tablesBehindLinksAreTables() throws IOException {
        Path target = table("elsewhere/1.ldb");
        Path links = Files.createDirectory(directory.resolve("links"));
        Path link = Files.createSymbolicLink(links.resolve("2.ldb"), target);
        assertEquals(List.of(link.toString()), files(ToolRun.of("inspect", "--json", links)));
        assertEquals(List.of(link.toString()), files(ToolRun.of("inspect", "--json", link)));
    }

    @Test
    void inputsStayAsTheyAre() throws IOException {
        Path file = table("a.ldb");
        var before = Files.getLastModifiedTime(file);
        ToolRun.of("inspect", file);
        ToolRun.of("verify", file);
        ToolRun.of("query", file, "apple");
        assertEquals(before, Files.getLastModifiedTime(file));
        assertEquals(TABLE.length, Files.size(file));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
    }
}
