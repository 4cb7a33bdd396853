// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.durable.OpenFiles;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is refused, in one line, with nothing written: the commands of {@code refusals.txt}, each with its exit status
 * and its message. A word that begins with a slash is a file in a folder of this test; '' is the empty word.
 *
 * <p>{@code -Dfilterblock.record=true} writes the messages again.
 */
class RefusalsTest {
    private static final Path RECORD = Path.of("src/test/resources/io/github/filterblock/cli/refusals.txt");
    private static final String CORPUS = Corpus.bundled().directory() + "/";
    private static final String DATABASES =
            GoldenDatabase.named("plyvel").directory().resolveSibling("") + "/";

    @TempDir
    static Path folder;

    private static void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @BeforeAll
    static void writeFiles() throws IOException {
        Path table = folder.resolve("a.ldb");
        Files.write(table, TestTable.ofWholeKeys().block("apple", "banana").bytes());
        write("text", "no tab\n");
        write("hex", "0\t6g\n");
        write("offset", "0\t61\n-1\t61\n");
        write("marked", "\ufeffapple\n");
        write("audit", ToolRun.of("audit", "--json", "--samples=10", table).out());
        write("other.json", "{\"schema\":\"filterblock.inspect/1\"}");
        Files.createDirectory(folder.resolve("empty"));
        Files.copy(table, Files.createDirectory(folder.resolve("capitals")).resolve("A.LDB"));
        Files.createSymbolicLink(
                Files.createDirectory(folder.resolve("linked")).resolve("there"), folder.resolve("empty"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("nobody"));
    }

    /** A command, and the status and message that are recorded. */
    private record Refusal(String command, String recorded) {
        private Object[] words() {
            return Arrays.stream(command.split(" "))
                    .map(word -> word.equals("''") ? "" : inFolder(word))
                    .toArray();
        }

        @Override
        public String toString() {
            return command;
        }
    }

    private static String inFolder(String word) {
        return word.replaceFirst("^(--[a-z]+=)?/", "$1" + folder + "/")
                .replaceFirst("^DB/", DATABASES)
                .replaceFirst("^(tables|damaged)/", CORPUS + "$1/");
    }

    private static String stable(String text) {
        return text.replace(folder + "/", "/")
                .replace(folder.toString(), "/")
                .replace(DATABASES, "DB/")
                .replace(CORPUS, "")
                .replaceAll("(levels of symbolic links) or .*", "$1")
                .replace("\r", "");
    }

    /** Comments, which begin with #, and refusals, each of two lines; recorded anew if that is asked for. */
    static List<Refusal> refusals() throws IOException {
        List<Refusal> refusals = new ArrayList<>();
        List<String> record = new ArrayList<>();
        String command = "";
        for (String line : Files.readAllLines(RECORD)) {
            if (line.startsWith("$ ")) {
                command = line.substring("$ filterblock ".length());
            } else if (!command.isEmpty()) {
                Refusal recorded = new Refusal(command, line);
                refusals.add(
                        Boolean.getBoolean("filterblock.record") ? new Refusal(command, answer(recorded)) : recorded);
                record.add("$ filterblock " + command + "\n"
                        + refusals.get(refusals.size() - 1).recorded());
                command = "";
            } else {
                record.add(line);
            }
        }
        if (Boolean.getBoolean("filterblock.record")) {
            Files.write(RECORD, record);
        }
        return refusals;
    }

    private static String answer(Refusal refusal) {
        ToolRun run = ToolRun.of(refusal.words());
        assertEquals("", run.out());
        return run.status() + " " + stable(run.err()).strip();
    }

    private static Map<Path, FileTime> files() throws IOException {
        Map<Path, FileTime> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                files.put(path, Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS));
            }
        }
        return files;
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isSaidInOneLineAndNothingIsWritten(Refusal refusal) throws IOException {
        Map<Path, FileTime> before = files();
        String answer = answer(refusal);
        assertEquals(refusal.recorded(), answer);
        assertFalse(answer.contains("Exception"), answer);
        assertTrue(answer.matches("[123] .+"), answer);
        assertEquals(before, files());
        assertEquals(List.of(), OpenFiles.in(folder));
    }
}
