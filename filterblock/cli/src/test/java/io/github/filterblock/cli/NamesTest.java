// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Names of files by their bytes. */
@EnabledOnOs(OS.LINUX)
class NamesTest {
    @Test
    void bytesThatAreNoTextAreWrittenInHexadecimal() {
        assertEquals(
                "/d\u00e9/\\x80\\xff%a.ldb", TerminalText.name(Path.of(URI.create("file:///d%C3%A9/%80%ff%25a.ldb"))));
        assertEquals("/\\xff", TerminalText.name(Path.of(URI.create("file:///%ff"))));
    }

    @Test
    void aRelativeNameStaysRelative() {
        Path odd = Path.of(URI.create("file:///d/%ff/e.ldb"));
        assertEquals("d/\\xff/e.ldb", TerminalText.name(odd.subpath(0, 3)));
        assertEquals("\\xff", TerminalText.name(odd.subpath(1, 2)));
        assertEquals("a/../b", TerminalText.name(Path.of("a/../b")));
    }

    @Test
    void aNameThatHasTheReplacingCharacterItselfKeepsIt() {
        assertEquals("d/\ufffd", TerminalText.name(Path.of("d", "\ufffd")));
    }
}
