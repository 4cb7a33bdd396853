// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A word of the command line is taken exactly as it was written, or refused. */
@EnabledOnOs(OS.LINUX)
class ArgumentsTest {
    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeATable() throws IOException {
        table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("@pkg", "apple", "schl\u00fcssel").bytes());
    }

    /** Picocli would put the lines of such a file in the place of the word. */
    @Test
    void aWordThatBeginsWithAnAtSignIsAWord() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("pkg"), "absent1 --json\nabsent2\n");
        Files.copy(table, directory.resolve("@list"));
        Files.writeString(directory.resolve("list"), "nothing\n");
        ToolRun key = new ToolProcess(directory).run("query a.ldb @pkg");
        assertEquals(0, key.status(), key.err());
        assertEquals("may match  @pkg\n", key.out());
        ToolRun path = new ToolProcess(directory).run("verify @list");
        assertEquals(0, path.status(), path.err());
        assertTrue(path.out().startsWith("@list: ok\n"), path.out());
    }

    @ParameterizedTest
    @CsvSource({"query, C, schl\u00fcssel", "explain, C.UTF-8, $'a\\xff'", "query, POSIX, $'a\\xff'"})
    void aKeyThatWasNotDecodedWholeIsRefused(String verb, String locale, String key)
            throws IOException, InterruptedException {
        new ToolProcess(directory).locale(locale).run(verb + " a.ldb " + key).assertOneLineOfError(2, "--hex");
    }

    @Test
    void otherKeysAreAskedInEveryLocale() throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).locale("C").run("query a.ldb apple wry");
        assertEquals("may match  apple\nabsent     wry\n", run.out(), run.err());
        ToolRun utf8 = new ToolProcess(directory).run("query a.ldb schl\u00fcssel 'w?y'");
        assertEquals("may match  schl\u00fcssel\nabsent     w?y\n", utf8.out(), utf8.err());
    }

    /** Java has put a question mark in the place of each byte; the file might be another one. */
    @ParameterizedTest
    @CsvSource({
        "verify, C, d/\u00e4.ldb",
        "query a.ldb apple --keys-from, C, 'd/?.ldb'",
        "verify, C.UTF-8, $'d/\\xff.ldb'"
    })
    void aFileThatTheLocaleCannotExpressIsRefused(String verb, String locale, String file)
            throws IOException, InterruptedException {
        Files.copy(table, Files.createDirectory(directory.resolve("d")).resolve("?.ldb"));
        new ToolProcess(directory)
                .locale(locale)
                .run(verb + " " + file.replace("?", "'?'"))
                .assertOneLineOfError(2, "locale", "LC_ALL=C.UTF-8", "--hex");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void filesOfADirectoryAreReadWhateverTheLocaleCallsThem(String locale) throws IOException, InterruptedException {
        Path below = Files.createDirectory(directory.resolve("d"));
        // Java cannot make such names in every locale
        Process names = new ProcessBuilder("bash", "-c", "cp a.ldb d/$'\\xc3\\xa4.ldb'; cp a.ldb d/$'\\xff.ldb'")
                .directory(directory.toFile())
                .start();
        assertEquals(0, names.waitFor());
        ToolRun run = new ToolProcess(directory).locale(locale).run("verify --jobs=1 a.ldb " + below);
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        assertEquals(
                List.of("a.ldb: ok", below + "/\u00e4.ldb: ok", below + "/\\xff.ldb: ok"),
                run.lines().stream().filter(line -> line.endsWith(": ok")).toList());
        new ToolProcess(directory).locale(locale).run("inspect --html page d");
        String page = Files.readString(directory.resolve("page"));
        assertTrue(page.contains("\\xff.ldb") && page.contains("\u00e4.ldb"), page);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<(echo apple)", "- < <(echo apple)", "/dev/stdin <<< apple"})
    void aListMayComeFromAnotherProcess(String list) throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).run("query a.ldb --keys-from " + list);
        assertEquals("may match  apple\n", run.out(), run.err());
        assertEquals(0, run.status());
    }
}
