// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The length of a line has a bound; what else is a line of keys or questions is recorded by {@link TranscriptTest}. */
class LinesTest {
    /** Of bytes, without the line feed. */
    @Test
    void aLineHasAtMostItsNumberOfBytes(@TempDir Path directory) throws IOException {
        assertEquals(1 << 20, Lines.MAX_BYTES);
        String umlauts = "\u00e9\u00e9\u00e9\u00e9";
        Path file = Files.writeString(directory.resolve("long"), "12345678\n" + umlauts + "\n" + umlauts + "x\nnext");
        try (Lines lines = Lines.of(file, 8)) {
            assertEquals("12345678", lines.next());
            assertEquals(umlauts, lines.next());
            IOException e = assertThrows(IOException.class, lines::next);
            assertEquals(file + ": line 3: longer than 8 bytes", e.getMessage());
        }
    }

    /** A device can go on for ever; so can the output of a program. */
    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/proc/self/mem"})
    @EnabledOnOs(OS.LINUX)
    void aLineWithoutAnEndEndsTheList(String device) throws IOException {
        try (Lines lines = Lines.of(Path.of(device))) {
            IOException e = assertThrows(IOException.class, lines::next);
            assertTrue(e.getMessage().startsWith(device + ": "), e.getMessage());
        }
    }
}
