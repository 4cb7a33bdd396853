// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolEdgesTest {
    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeATable() throws IOException {
        table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple").bytes());
    }

    @Test
    void aLinkToADirectoryIsADirectory() throws IOException {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        Files.copy(table, directory.resolve("real/b.ldb"));
        assertEquals(0, ToolRun.of("inspect", link).status());
    }

    @Test
    void aDirectoryWithoutTablesHidesNoOtherFile() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        ToolRun run = ToolRun.of("inspect", "--json", table, empty, table);
        assertEquals(3, run.status());
        assertEquals(
                2,
                run.jsonLines().stream()
                        .filter(json -> json.get("status").getAsString().equals("ok"))
                        .count());
    }

    @Test
    void anyNumberOfJobsIsAccepted() {
        assertEquals(
                0, ToolRun.of("inspect", "--jobs", Integer.MAX_VALUE, table).status());
    }

    @Test
    void filesOfKeysThatCannotBeReadAreNamed() {
        ToolRun.of("query", table, "--keys-from", directory).assertOneLineOfError(3, directory.toString());
        ToolRun.of("query", table, "--questions", directory).assertOneLineOfError(3, directory.toString());
        assertEquals(
                2,
                ToolRun.of("query", table, "--keys-from", "-", "--questions", "-")
                        .status());
    }

    /** A key that is no UTF-8 must not be asked as another key. */
    @Test
    void keysThatAreNoUtf8AreRefused() throws IOException {
        Path keys = Files.write(directory.resolve("keys"), "appl\u00e9\n".getBytes(ISO_8859_1));
        ToolRun run = ToolRun.of("query", table, "--keys-from", keys);
        assertNotEquals(1, run.status(), run.out());
    }

    @Test
    void firstOffsetsOfWindowsAreUnsigned() {
        ToolRun run = ToolRun.of("inspect", "--json", "--filters", Golden.damaged("n-baselg-63.ldb"));
        assertFalse(run.out().contains("\"firstOffset\":-"), run.out());
    }

    @Test
    void namesOfFilesAreEscapedToo() throws IOException {
        Path odd = Files.copy(table, directory.resolve("a\u001b[2Jb.ldb"));
        assertFalse(ToolRun.of("inspect", odd).out().contains("\u001b"));
    }

    @Test
    void numbersDoNotDependOnTheLocale() {
        Object[] words = {"inspect", "--filters", Golden.path("cpp123-bigvalues")};
        ToolRun usual = ToolRun.of(words);
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertTrue(usual.equals(ToolRun.of(words)));
            assertEquals(
                    List.of(ToolRun.of("verify", Golden.damaged("n-flip-data.ldb"))
                            .out()
                            .replaceAll("[^\\x00-\\x7f]", "?")),
                    List.of(ToolRun.of("verify", Golden.damaged("n-flip-data.ldb"))
                            .out()));
        } finally {
            Locale.setDefault(before);
        }
    }
}
