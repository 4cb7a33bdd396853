// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Lists of keys and questions. */
class LinesTest {
    @TempDir
    Path directory;

    private List<String> lines(String text) throws IOException {
        Path file = Files.write(directory.resolve("lines"), text.getBytes(UTF_8));
        List<String> found = new ArrayList<>();
        try (Lines lines = Lines.of(file.toString())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                found.add(line);
                assertEquals(file + ": line " + found.size(), lines.place());
            }
        }
        return found;
    }

    @Test
    void linesEndWithALineFeed() throws IOException {
        assertEquals(List.of(), lines(""));
        assertEquals(List.of(""), lines("\n"));
        assertNull(Lines.of("/dev/null").next());
        assertEquals(List.of("a", "", "b"), lines("a\n\nb"));
        assertEquals(List.of("a", "b\rc", "d"), lines("a\r\nb\rc\r\nd\r"));
        assertEquals(List.of("\u2603", "\ud83d\ude00"), lines("\u2603\n\ud83d\ude00\n"));
    }

    /** Of bytes, without the line feed; the line after a longer one is read. */
    @Test
    void aLineHasAtMostItsNumberOfBytes() throws IOException {
        assertEquals(1 << 20, Lines.MOST_BYTES);
        Path file = directory.resolve("long");
        Files.write(
                file, "12345678\n123456789\nnext\n\u00e9\u00e9\u00e9\u00e9\n\u00e9\u00e9\u00e9\u00e9x".getBytes(UTF_8));
        try (Lines lines = Lines.of(file, 8)) {
            assertEquals("12345678", lines.next());
            IOException e = assertThrows(Lines.BadLineException.class, lines::next);
            assertEquals(file + ": line 2: longer than 8 bytes", e.getMessage());
            assertEquals("next", lines.next());
            assertEquals("\u00e9\u00e9\u00e9\u00e9", lines.next());
            assertThrows(Lines.BadLineException.class, lines::next);
            assertNull(lines.next());
        }
    }

    /** A device can go on for ever; so can the output of a program. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aLineWithoutAnEndEndsTheList() throws IOException {
        for (String device : List.of("/dev/zero", "/proc/self/mem")) {
            try (Lines lines = Lines.of(device)) {
                IOException e = assertThrows(IOException.class, lines::next);
                assertTrue(e.getMessage().startsWith(device + ": "), e.getMessage());
                assertFalse(e instanceof Lines.BadLineException, "the next line is not read");
            }
        }
    }

    /** Overlong forms, halves of characters, and what is not UTF-8 at all. */
    @Test
    void otherBytesAreRefusedWithTheirLine() throws IOException {
        byte[][] bad = {
            {(byte) 0xff}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xe2}
        };
        for (byte[] bytes : bad) {
            Path file = directory.resolve("bad");
            Files.write(file, "good\n".getBytes(UTF_8));
            Files.write(file, bytes, java.nio.file.StandardOpenOption.APPEND);
            try (Lines lines = Lines.of(file.toString())) {
                assertEquals("good", lines.next());
                IOException e = assertThrows(IOException.class, lines::next);
                assertEquals(file + ": line 2: bytes that are not UTF-8", e.getMessage());
            }
            Path table = Files.write(
                    directory.resolve("a.ldb"),
                    TestTable.ofWholeKeys().block("good").bytes());
            ToolRun.of("query", table, "--keys-from", file).assertOneLineOfError(3, file + ": line 2");
            ToolRun.of("query", table, "--questions", file).assertOneLineOfError(2, "line 1", "no tab");
        }
    }

    /** Editors of Windows write one; it would be part of the first key. */
    @Test
    void aByteOrderMarkIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("keys"), "\ufeffapple\r\npear\r");
        Path table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple", "pear").bytes());
        ToolRun.of("query", table, "--keys-from", file).assertOneLineOfError(3, file + ": line 1", "byte order mark");
        Files.writeString(file, "apple\r\npear\r");
        assertEquals(
                "may match  apple\nmay match  pear\n",
                ToolRun.of("query", table, "--keys-from", file).out());
    }
}
