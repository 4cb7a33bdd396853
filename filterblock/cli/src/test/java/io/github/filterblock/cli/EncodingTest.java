// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed is the same everywhere: in UTF-8 and without control characters. */
class EncodingTest {
    @TempDir
    Path directory;

    private Path file(TestTable table) throws IOException {
        return Files.write(directory.resolve("a.ldb"), table.bytes());
    }

    /** A name could otherwise clear the reader's terminal. */
    @Test
    void namesFromFilesAreEscaped() throws IOException {
        byte[] key = "filter.a\u001b[2Jb\n\u00e9\\".getBytes(ISO_8859_1);
        Path table = file(TestTable.ofWholeKeys()
                .policy("to be replaced", ReferencePolicy.fnvSet())
                .block("apple")
                .changeMetaindexEntries(
                        entries -> entries.set(0, new Entry(key, entries.get(0).value()))));
        String escaped = "filter.a\\x1b[2Jb\\x0a\\xe9\\";
        ToolRun text = ToolRun.of("inspect", table);
        assertTrue(text.out().contains("metaindex       " + escaped + " ["), text.out());
        assertTrue(text.out().contains("policy          a\\x1b[2Jb\\x0a\\xe9\\"), text.out());
        assertFalse(text.out().contains("\u001b"), text.out());
        var json = ToolRun.of("inspect", "--json", table).json();
        assertEquals(
                escaped,
                json.getAsJsonArray("metaindex")
                        .get(0)
                        .getAsJsonObject()
                        .get("key")
                        .getAsString());
        assertEquals(
                escaped.substring(7),
                json.getAsJsonObject("filter").get("policy").getAsString());
        for (String verb : List.of("verify", "inspect")) {
            assertTrue(ToolRun.of(verb, table).out().codePoints().allMatch(c -> c == '\n' || c >= ' '));
        }
    }

    /** A process of its own, in a locale that knows only ASCII. */
    @Test
    void theOutputIsUtf8WhateverTheDefaultCharset() throws IOException, InterruptedException {
        Path table = file(TestTable.ofWholeKeys().block("\u043a\u043b\u044e\u0447", "\u2603"));
        Path keys = Files.writeString(directory.resolve("keys"), "\u2603\n\u00fc\n");
        ToolRun run = new ToolProcess(directory, "-Dfile.encoding=US-ASCII")
                .locale("C")
                .run("query " + table + " --keys-from " + keys);
        assertEquals(1, run.status(), run.err());
        assertEquals("may match  \u2603\nabsent     \u00fc\n", run.out());
    }

    /** Tests may run on the module path or on the class path. */
    static String classPath() {
        return Stream.of("jdk.module.path", "java.class.path")
                .map(property -> System.getProperty(property, ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
