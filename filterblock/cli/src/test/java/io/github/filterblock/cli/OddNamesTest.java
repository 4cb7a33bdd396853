// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of files and policies that would control a terminal reach it escaped, whatever the verb says about them. */
class OddNamesTest {
    /** Clears the screen, returns, feeds a line, turns the direction of writing, and is not even assigned. */
    private static final String ODD = "a\u001b[2J\r\n\u202e\u2066\u009b\ufeffb";

    private static final String ESCAPED = "a\\x1b[2J\\x0d\\x0a\\u202e\\u2066\\x9b\\ufeffb";

    @TempDir
    Path directory;

    private Path table;
    private Path damaged;
    private Path missing;
    private Path empty;
    private Path out;

    @BeforeEach
    void writeFiles() throws IOException {
        byte[] key = "filter.x\u001b[2J\r\n\u0080\u00ffy".getBytes(ISO_8859_1);
        table = Files.write(
                directory.resolve(ODD + ".ldb"),
                TestTable.ofWholeKeys()
                        .policy("to be replaced", ReferencePolicy.fnvSet())
                        .block("apple")
                        .changeMetaindexEntries(entries ->
                                entries.set(0, new Entry(key, entries.get(0).value())))
                        .bytes());
        damaged = Files.copy(Golden.damaged("n-flip-data.ldb"), directory.resolve(ODD + "damaged"));
        missing = directory.resolve(ODD + "missing");
        empty = Files.createDirectory(directory.resolve(ODD + "empty"));
        out = directory.resolve(ODD + "out");
    }

    static Stream<List<String>> forms() {
        return Stream.of(List.of(), List.of("--json"));
    }

    /** Every verb, with a file it reads, one that is damaged, one that is not there, and one of the wrong kind. */
    private List<ToolRun> everyVerb(List<String> form) {
        List<ToolRun> runs = new ArrayList<>();
        for (String verb : List.of("inspect", "verify", "audit")) {
            runs.add(ToolRun.of(form, verb, table, damaged, missing, empty, "--jobs=1"));
            runs.add(ToolRun.of(form, verb, missing));
        }
        for (Path file : List.of(table, damaged, missing, empty)) {
            runs.add(ToolRun.of(form, "query", file, ODD));
            runs.add(ToolRun.of(form, "explain", file, ODD));
            runs.add(ToolRun.of(form, "rebuild", file, out));
            runs.add(ToolRun.of(form, "rebuild", file, missing.resolve("x")));
            runs.add(ToolRun.of(form, "rebuild", "--drop", file, directory.resolve(ODD + runs.size())));
            runs.add(ToolRun.of(form, "retrofit", file, out));
            runs.add(ToolRun.of(form, "publish", "--dry-run", "--go-zero", ODD, file));
            Path dump = directory.resolve(ODD + runs.size());
            runs.add(ToolRun.of(form, "publish", "--redisbloom", ODD, "--out", dump, file));
            runs.add(ToolRun.of(form, "publish", "--go-zero", ODD, "--to", "redis://127.0.0.1:1", file));
        }
        runs.add(ToolRun.of(form, "publish", "--go-zero", ODD, "--out", table, table));
        runs.add(ToolRun.of(form, "publish", "--go-zero", ODD, "--dry-run", "--keys-from", missing));
        runs.add(ToolRun.of(form, "publish", "--go-zero", ODD, "--to", "redis://" + ODD, table));
        runs.add(ToolRun.of(form, "query", table, "--keys-from", missing));
        runs.add(ToolRun.of(form, "query", "--hex", table, ODD));
        runs.add(ToolRun.of(form, "query", table, "--questions", empty));
        runs.add(ToolRun.of(form, "audit", "--merge", missing));
        runs.add(ToolRun.of(form, "audit", "--merge", damaged));
        runs.add(ToolRun.of(form, "inspect", table, "--html", missing.resolve("x")));
        runs.add(ToolRun.of(form, "inspect", table, "--html", directory.resolve(ODD + ".html")));
        runs.add(ToolRun.of(form, "retrofit", directory, out));
        return runs;
    }

    @ParameterizedTest
    @MethodSource("forms")
    void namesReachTheTerminalEscaped(List<String> form) {
        List<ToolRun> runs = everyVerb(form);
        runs.add(ToolRun.of("completion", ODD));
        runs.add(ToolRun.of(ODD));
        for (ToolRun run : runs) {
            assertEquals("", unsafe(run.out()), run.out());
            assertEquals("", unsafe(run.err()), run.err());
            assertNotEquals("", run.out() + run.err());
        }
        assertTrue(runs.stream().noneMatch(run -> run.err().contains("Exception")), runs::toString);
        String all = runs.toString();
        assertTrue(all.contains(form.isEmpty() ? ESCAPED : "\\u202e\\u2066\\u009b\\ufeffb"), all);
        assertTrue(all.contains(form.isEmpty() ? "x\\x1b[2J\\x0d\\x0a\\x80\\xffy" : "x\\\\x1b[2J"), all);
    }

    /** What a line of text must not hold. */
    private static String unsafe(String text) {
        StringBuilder unsafe = new StringBuilder();
        text.codePoints()
                .filter(c -> c != '\n' && (c < 0x20 || c >= 0x7f && c < 0xa0 || c >= 0x2000))
                .forEach(unsafe::appendCodePoint);
        return unsafe.toString();
    }

    /** The page names files and policies, also those of damaged files and of such that are not there. */
    @Test
    void namesAreEscapedOnThePage() throws IOException {
        Path page = directory.resolve("page.html");
        ToolRun.of("inspect", "--html", page, table, damaged, missing, empty);
        String markup = Files.readString(page);
        assertEquals("", unsafe(markup), markup);
        HtmlPage.assertSelfContained(markup);
        Browser.assumePresent();
        markup = HtmlPage.read(page).text();
        assertEquals("", unsafe(markup.replaceAll("[\\u2003\\u2013\\u00b7]", "")), markup);
        assertTrue(markup.contains(ESCAPED + ".ldb"), markup);
        assertTrue(markup.contains(ESCAPED + "damaged"), markup);
        assertTrue(markup.contains(ESCAPED + "missing"), markup);
        assertTrue(markup.contains("x\\x1b[2J\\x0d\\x0a\\x80\\xffy"), markup);
    }

    /** Escapes in JSON are those of JSON: code that reads it gets the name as it is. */
    @Test
    void namesAreWholeInJson() {
        ToolRun run = ToolRun.of("inspect", "--json", table);
        assertEquals(table.toString(), run.json().get("file").getAsString());
        assertEquals(1, run.out().lines().count());
    }
}
