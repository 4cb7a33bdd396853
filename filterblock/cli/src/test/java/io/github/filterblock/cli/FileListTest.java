// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a verb works on: directories are read while the work goes on. */
class FileListTest {
    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeATable() throws IOException {
        table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple").bytes());
    }

    private static List<String> files(ToolRun run) {
        return run.jsonLines().stream()
                .map(json -> json.get("file").getAsString())
                .toList();
    }

    private Path table(String name) throws IOException {
        Path path = directory.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.copy(table, path);
    }

    private List<String> below(String... names) {
        return List.of(names).stream()
                .map(name -> directory.resolve(name).toString())
                .toList();
    }

    @Test
    void tablesAreFoundRecursivelyInTheOrderOfTheirNames() throws IOException {
        for (String name : List.of("db/000007.ldb", "db/000005.sst", "z.sst", "db/lost/000001.ldb", "d.ldb/1.ldb")) {
            table(name);
        }
        for (String other : List.of("CURRENT", "db/LOG", "db/000003.log", "db/x.ldb.bak", "db/ldb")) {
            table(other);
        }
        ToolRun run = ToolRun.of("inspect", "--json", directory);
        assertEquals(0, run.status());
        assertEquals(
                below("a.ldb", "d.ldb/1.ldb", "db/000005.sst", "db/000007.ldb", "db/lost/000001.ldb", "z.sst"),
                files(run));
        assertEquals(files(run), files(ToolRun.of("verify", "--json", directory)));
        assertEquals(below("d.ldb/1.ldb"), files(ToolRun.of("inspect", "--json", directory.resolve("d.ldb"))));
    }

    /** A file that is named may have any name. */
    @Test
    void filesAndDirectoriesMixInTheOrderOfTheCommandLine() throws IOException {
        table("c/1.ldb");
        table("b/2.ldb");
        Path single = table("backup-of-000005");
        ToolRun run = ToolRun.of("inspect", "--json", directory.resolve("c"), single, directory.resolve("b"));
        assertEquals(below("c/1.ldb", "backup-of-000005", "b/2.ldb"), files(run));
    }

    @Test
    void inputsStayAsTheyAre() throws IOException {
        byte[] bytes = Files.readAllBytes(table);
        FileTime before = Files.getLastModifiedTime(table);
        ToolRun.of("inspect", table);
        ToolRun.of("verify", table);
        ToolRun.of("query", table, "apple");
        assertEquals(before, Files.getLastModifiedTime(table));
        assertArrayEquals(bytes, Files.readAllBytes(table));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aWordThatIsNoPathIsRefused() {
        ToolRun.of("inspect", "a\0b").assertOneLineOfError(2, "is not a path");
    }

    /** A directory without tables is reported once, and the others are worked on. */
    @Test
    void emptyDirectoriesAreReportedBesideTheRest() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty/below")).getParent();
        ToolRun run = ToolRun.of("inspect", "--json", table, empty, table);
        assertEquals(3, run.status());
        assertEquals(List.of(table.toString(), table.toString()), files(run));
        assertEquals(empty + ": no .ldb or .sst file in this directory\n", run.err());
        ToolRun.of("verify", empty).assertOneLineOfError(3, empty.toString(), ".ldb");
        Path bundled = Corpus.bundled().directoryNamedLikeATable().orElseThrow();
        assertEquals(3, ToolRun.of("inspect", bundled).status());
    }

    @Test
    void linksInACircleEnd() throws IOException {
        Path circle = Files.createDirectory(directory.resolve("circle"));
        Files.createSymbolicLink(circle.resolve("again"), circle);
        Files.createSymbolicLink(circle.resolve("again.ldb"), circle);
        Path link = Files.createSymbolicLink(circle.resolve("b.ldb"), table);
        assertEquals(List.of(link.toString()), files(ToolRun.of("inspect", "--json", circle)));
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling.ldb"), directory.resolve("nowhere"));
        ToolRun.of("inspect", dangling);
        assertEquals(
                "no such file",
                ToolRun.of("inspect", "--json", dangling).json().get("reason").getAsString());
    }

    @Test
    void aLinkThatIsNamedIsFollowed() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        Files.copy(table, real.resolve("b.ldb"));
        assertEquals(List.of(link.resolve("b.ldb").toString()), files(ToolRun.of("inspect", "--json", link)));
    }

    /** Ten thousand files in a heap that could not hold their outputs. */
    @Test
    void tenThousandFilesNeedLittleMemory() throws IOException, InterruptedException {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < 10_000; i++) {
            Files.createLink(many.resolve(String.format(java.util.Locale.ROOT, "%06d.ldb", i)), table);
        }
        ToolRun run = new ToolProcess(directory, "-Xmx24m", "-XX:+ExitOnOutOfMemoryError").run("inspect --json many");
        assertEquals(0, run.status(), "a heap that is too small");
        assertEquals("", run.err(), "no progress outside of a terminal");
        Path out = directory.resolve("out");
        try (var lines = Files.lines(out)) {
            assertEquals(10_000, lines.count());
        }
        assertTrue(Files.size(out) > 4 << 20, "more than the heap could well hold beside all else");
    }

    /** What may hold tables and is not read below a directory is said, and counts. */
    @Test
    void whatIsSkippedBelowADirectoryIsSaid() throws IOException {
        Path below = Files.createDirectory(directory.resolve("below"));
        Files.copy(table, below.resolve("b.ldb"));
        Path capital = Files.copy(table, below.resolve("C.SST"));
        Path linked = Files.createSymbolicLink(below.resolve("linked"), Files.createDirectory(directory.resolve("d")));
        for (String verb : List.of("inspect", "verify", "audit")) {
            ToolRun run = ToolRun.of(verb, "--json", below);
            assertEquals(3, run.status());
            assertEquals(List.of(below.resolve("b.ldb").toString()), files(run));
            assertTrue(run.err().contains(capital + ": a linked directory or a name in capital letters"), run.err());
            assertTrue(run.err().contains(linked + ": a linked directory or a name in capital letters"), run.err());
        }
        assertEquals(0, ToolRun.of("verify", capital).status(), "a file that is named is read");
    }
}
