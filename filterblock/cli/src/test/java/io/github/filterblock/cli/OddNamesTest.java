// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of files and policies that would control a terminal reach it escaped, whatever the verb says about them. */
class OddNamesTest {
    /** Clears the screen, returns, feeds a line, turns the direction of writing, and is not even assigned. */
    static final String ODD = "a\u001b[2J\r\n\u202e\u2066\u009b\ufeffb";

    static final String ESCAPED = "a\\x1b[2J\\x0d\\x0a\\u202e\\u2066\\x9b\\ufeffb";
    static final String ESCAPED_POLICY = "x\\x1b[2J\\x0d\\x0a\\x80\\xffy";

    /**
     * Commands with a TABLE, a file that is DAMAGED, one that is MISSING, an EMPTY directory, and new files: NEW is
     * another one in each command. FILE is each of the first four in turn.
     */
    private static final String COMMANDS = """
            inspect TABLE DAMAGED MISSING EMPTY --jobs=1
            verify TABLE DAMAGED MISSING EMPTY --jobs=1
            audit TABLE DAMAGED MISSING EMPTY --jobs=1
            inspect MISSING
            verify MISSING
            audit MISSING
            query FILE ODD
            explain FILE ODD
            rebuild FILE NEW1
            rebuild FILE MISSING/x
            rebuild --policy none FILE NEW
            retrofit FILE NEW1
            publish --dry-run --go-zero ODD FILE
            publish --redisbloom ODD --out NEW FILE
            publish --go-zero ODD --to redis://127.0.0.1:1 FILE
            publish --go-zero ODD --out TABLE TABLE
            publish --go-zero ODD --dry-run --keys-from MISSING
            publish --go-zero ODD --to redis://ODD TABLE
            query TABLE --keys-from MISSING
            query --hex TABLE ODD
            query TABLE --questions EMPTY
            inspect TABLE --html MISSING/x
            inspect TABLE --html NEW
            retrofit EMPTY/.. NEW1
            """;

    @TempDir
    Path directory;

    private Map<String, Path> files;

    /** Writes a table whose policy has a name with such characters. */
    static Path table(Path file) throws IOException {
        byte[] key = "filter.x\u001b[2J\r\n\u0080\u00ffy".getBytes(ISO_8859_1);
        return Files.write(
                file,
                TestTable.ofWholeKeys()
                        .policy("to be replaced", ReferencePolicy.fnvSet())
                        .block("apple")
                        .changeMetaindexEntries(entries ->
                                entries.set(0, new Entry(key, entries.get(0).value())))
                        .bytes());
    }

    /** What a line of text must not hold. */
    static String unsafe(String text) {
        StringBuilder unsafe = new StringBuilder();
        text.codePoints()
                .filter(c -> c != '\n' && (c < 0x20 || c >= 0x7f && c < 0xa0 || c >= 0x2000))
                .forEach(unsafe::appendCodePoint);
        return unsafe.toString();
    }

    @BeforeEach
    void writeFiles() throws IOException {
        files = Map.of(
                "TABLE", table(directory.resolve(ODD + ".ldb")),
                "DAMAGED", Files.copy(Golden.damaged("n-flip-data.ldb"), directory.resolve(ODD + "damaged")),
                "MISSING", directory.resolve(ODD + "missing"),
                "EMPTY", Files.createDirectory(directory.resolve(ODD + "empty")));
    }

    private String word(String word, int number) {
        String named = word.replace("NEW", directory.resolve(ODD) + (word.equals("NEW") ? "" + number : ""));
        for (Map.Entry<String, Path> file : files.entrySet()) {
            named = named.replace(file.getKey(), file.getValue().toString());
        }
        return named.replace("ODD", ODD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void namesReachTheTerminalEscaped(String form) {
        StringBuilder all = new StringBuilder();
        int number = 10;
        for (String line : COMMANDS.lines().toList()) {
            for (String file : line.contains("FILE") ? files.keySet() : Set.of("")) {
                int now = number++;
                String[] words = line.replaceFirst(" |$", " " + form + " ")
                        .strip()
                        .replace("FILE", file)
                        .split(" +");
                Object[] named =
                        Arrays.stream(words).map(word -> word(word, now)).toArray();
                ToolRun run = ToolRun.of(named);
                assertEquals("", unsafe(run.out() + run.err()), line);
                assertNotEquals("", run.out() + run.err(), line);
                assertFalse(run.err().contains("Exception"), run.err());
                all.append(run);
            }
        }
        String said = all.toString();
        assertTrue(said.contains(form.isEmpty() ? ESCAPED : "\\u202e\\u2066\\u009b\\ufeffb"), said);
        assertTrue(said.contains(form.isEmpty() ? ESCAPED_POLICY : "x\\\\x1b[2J"), said);
    }

    /** Without a verb, on a page, which names the files, and in JSON, whose escapes leave the name as it is. */
    @Test
    void namesAreEscapedElsewhere() throws IOException {
        for (ToolRun run : List.of(ToolRun.of("completion", ODD), ToolRun.of(ODD))) {
            assertEquals("", unsafe(run.err()), run.err());
            assertNotEquals("", run.err());
        }
        Path page = directory.resolve("page.html");
        ToolRun.of(List.copyOf(files.values()), "inspect", "--html", page);
        assertEquals("", unsafe(Files.readString(page)));
        ToolRun run = ToolRun.of("inspect", "--json", files.get("TABLE"));
        assertEquals(files.get("TABLE").toString(), run.json().get("file").getAsString());
    }
}
