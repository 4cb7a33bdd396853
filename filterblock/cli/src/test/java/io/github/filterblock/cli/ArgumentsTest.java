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

/** A word of the command line is taken exactly as it was written, or refused; a list may come from elsewhere. */
@EnabledOnOs(OS.LINUX)
class ArgumentsTest {
    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeATable() throws IOException {
        table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple", "schl\u00fcssel").bytes());
    }

    /** Picocli would put the lines of such a file in the place of the word. */
    @Test
    void aWordThatBeginsWithAnAtSignIsAWord() throws IOException {
        Path list = Files.writeString(directory.resolve("list"), "absent1 --json\nabsent2\n");
        String answer = ToolRun.of("query", table, "@" + list).out();
        assertTrue(answer.endsWith(" @" + list + "\n"), answer); // one random name in a hundred passes the filter
        assertEquals(1, answer.lines().count(), answer);
        ToolRun.of("query", "@" + list, "key").assertOneLineOfError(3, "@" + list + ": unreadable: no such file");
    }

    @ParameterizedTest
    @CsvSource({
        "C, apple wry, 'present            apple|absent             wry'",
        "C.UTF-8, schl\u00fcssel 'w?y', 'present            schl\u00fcssel|absent             w?y'"
    })
    void keysAreAskedInEveryLocale(String locale, String keys, String answers)
            throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).locale(locale).run("query a.ldb " + keys.replace("w?y", "'w?y'"));
        assertEquals(answers.replace('|', '\n') + "\n", run.out(), run.err());
    }

    /** Java has put another character in the place of each byte; the key or the file might be another one. */
    @ParameterizedTest
    @CsvSource({
        "C, query a.ldb schl\u00fcssel",
        "C, query a.ldb apple --keys-from 'd/?'",
        "C.UTF-8, explain a.ldb $'a\\xff'",
        "C.UTF-8, verify $'d/\\xff.ldb'"
    })
    void aWordThatTheLocaleCannotExpressIsRefused(String locale, String words)
            throws IOException, InterruptedException {
        Files.copy(table, Files.createDirectory(directory.resolve("d")).resolve("?"));
        new ToolProcess(directory)
                .locale(locale)
                .run(words)
                .assertOneLineOfError(2, "locale", "LC_ALL=C.UTF-8", "--hex");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void filesOfADirectoryAreReadWhateverTheLocaleCallsThem(String locale) throws IOException, InterruptedException {
        Files.createDirectory(directory.resolve("d"));
        // Java cannot make such names in every locale
        List<ToolRun> runs = new ToolProcess(directory)
                .locale(locale)
                .before("cp a.ldb d/$'\\xc3\\xa4.ldb'; cp a.ldb d/$'\\xff.ldb'")
                .runAll(List.of("verify --jobs=1 a.ldb d", "inspect --html page d"));
        assertEquals(0, runs.get(0).status(), runs.get(0).err());
        assertEquals("", runs.get(0).err());
        assertEquals(
                List.of("a.ldb: ok", "d/\u00e4.ldb: ok", "d/\\xff.ldb: ok"),
                runs.get(0).lines().stream()
                        .filter(line -> line.endsWith(": ok"))
                        .toList());
        String page = Files.readString(directory.resolve("page"));
        assertTrue(page.contains("\\xff.ldb") && page.contains("\u00e4.ldb"), page);
    }

    @ParameterizedTest
    @CsvSource({
        "<(echo apple), present            apple",
        "/dev/stdin <<< apple, present            apple",
        "- < /dev/null, ''"
    })
    void aListMayComeFromAnotherProcess(String list, String answer) throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).run("query a.ldb --keys-from " + list);
        assertEquals(answer, run.out().strip(), run.err());
        assertEquals(0, run.status());
    }

    /** The number 0 then belongs to a file that Java opens by itself. */
    @Test
    void aStandardInputThatIsClosedIsRefused() throws IOException, InterruptedException {
        new ToolProcess(directory)
                .run("query a.ldb --keys-from - <&-")
                .assertOneLineOfError(3, "standard input: is closed");
    }
}
