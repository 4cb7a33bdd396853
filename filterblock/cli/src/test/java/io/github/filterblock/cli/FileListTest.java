// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files a verb works on: lists of paths, and directories that are read while the work goes on. */
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

    private Path list(String text) throws IOException {
        return Files.writeString(directory.resolve("list"), text);
    }

    private static List<String> files(ToolRun run) {
        return run.jsonLines().stream()
                .map(json -> json.get("file").getAsString())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "verify"})
    void pathsComeFromAListBehindThoseGiven(String verb) throws IOException {
        Path below = Files.createDirectories(directory.resolve("d \u00e9"));
        Files.copy(table, below.resolve("c.ldb"));
        Path list = list("\n" + below + "\r\n\n" + table + "\n" + directory.resolve("none"));
        ToolRun run = ToolRun.of(verb, "--json", table, "--files-from", list);
        List<String> expected = List.of(
                table.toString(),
                below.resolve("c.ldb").toString(),
                table.toString(),
                directory.resolve("none").toString());
        assertEquals(expected, files(run));
        assertEquals(3, run.status());
        assertEquals(
                expected.subList(1, 4), files(ToolRun.of(verb, "--json", "--files-from", list)), "without any PATH");
    }

    @Test
    void theListMayBeTheStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream((table + "\n").getBytes(StandardCharsets.UTF_8)));
        try {
            assertEquals(List.of(table.toString()), files(ToolRun.of("inspect", "--json", "--files-from", "-")));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void badListsAreNamed() throws IOException {
        ToolRun.of("inspect").assertOneLineOfError(2, "PATH", "--files-from");
        ToolRun.of("inspect", "--files-from", directory).assertOneLineOfError(3, directory.toString(), "directory");
        ToolRun.of("inspect", "--files-from", directory.resolve("none")).assertOneLineOfError(3, "none", "no such");
        assertEquals(new ToolRun(0, "", ""), ToolRun.of("inspect", "--files-from", list("\n\n")), "an empty list");
        Path list = Files.write(directory.resolve("list"), (table + "\n\u00e9\n" + table + "\n").getBytes(ISO_8859_1));
        ToolRun run = ToolRun.of("inspect", "--json", "--files-from", list);
        assertEquals(3, run.status());
        assertTrue(run.err().contains(list + ": line 2: bytes that are not UTF-8"), run.err());
        assertEquals(List.of(table.toString(), table.toString()), files(run), "what stands around the bad line");
        ToolRun nul = ToolRun.of("inspect", "--files-from", list("a\0b\n"));
        nul.assertOneLineOfError(3, "line 1", "not a path");
        assertFalse(nul.err().contains("\0"));
    }

    /** A directory without tables is reported once, and the others are worked on. */
    @Test
    void emptyDirectoriesAreReportedBesideTheRest() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty/below")).getParent();
        ToolRun run = ToolRun.of("inspect", "--json", table, empty, table);
        assertEquals(3, run.status());
        assertEquals(List.of(table.toString(), table.toString()), files(run));
        assertEquals(empty + ": no .ldb or .sst file in this directory\n", run.err());
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

    /** Neither the paths nor the outputs of many files are held: a list without end is worked on from its start. */
    @Test
    void filesAreListedWhileTheWorkGoesOn() throws IOException {
        List<Integer> asked = new ArrayList<>();
        TableFiles files = new TableFiles(
                new java.util.Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public Path next() {
                        asked.add(asked.size());
                        return table;
                    }
                },
                message -> {});
        for (int i = 1; i <= 1000; i++) {
            files.next();
            assertEquals(i, asked.size());
        }
    }

    /** Ten thousand files in a heap that could not hold their outputs. */
    @Test
    void tenThousandFilesNeedLittleMemory() throws IOException, InterruptedException {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < 10_000; i++) {
            Files.createLink(many.resolve(String.format(java.util.Locale.ROOT, "%06d.ldb", i)), table);
        }
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        EncodingTest.classPath(),
                        FilterBlockTool.class.getName(),
                        "inspect",
                        "--json",
                        many.toString())
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        boolean ended = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertTrue(ended, "a heap that is too small makes the process crawl");
        assertEquals(0, process.exitValue(), () -> "see " + directory);
        assertEquals("", Files.readString(directory.resolve("err")), "no progress outside of a terminal");
        try (var lines = Files.lines(out)) {
            assertEquals(10_000, lines.count());
        }
        assertTrue(Files.size(out) > 4 << 20, "more than the heap could well hold beside all else");
    }
}
