// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No character that is invisible or controls a terminal is printed as it is. */
class TerminalTextTest {
    private record Named(String name) {}

    /** A character of each class, as text has it and as JSON has it. */
    @ParameterizedTest
    @CsvSource({
        "0000, \\x00, \\u0000",
        "0009, \\x09, \\t",
        "001b, \\x1b, \\u001b",
        "007f, \\x7f, \\u007f",
        "0085, \\x85, \\u0085",
        "009b, \\x9b, \\u009b",
        "00ad, \\xad, \\u00ad",
        "061c, \\u061c, \\u061c",
        "200b, \\u200b, \\u200b",
        "202e, \\u202e, \\u202e",
        "2066, \\u2066, \\u2066",
        "feff, \\ufeff, \\ufeff",
        "2028, \\u2028, \\u2028",
        "2029, \\u2029, \\u2029",
        "0378, \\u0378, \\u0378",
        "ffff, \\uffff, \\uffff",
        "e000, \\ue000, \\ue000",
        "d800, \\ud800, \\ud800",
        "dbff, \\udbff, \\udbff",
        "dc7f, \\udc7f, \\udc7f",
        "dc80, \\udc80, \\udc80",
        "dcff, \\udcff, \\udcff",
        "dd00, \\udd00, \\udd00",
        "e0001, \\ue0001, \\udb40\\udc01",
        "10ffff, \\u10ffff, \\udbff\\udfff",
    })
    void everyClassOfUnsafeCharactersIsEscaped(String hex, String text, String json) {
        String name = "a" + Character.toString(Integer.parseInt(hex, 16)) + "b";
        assertEquals("a" + text + "b", TerminalText.escaped(name));
        assertEquals("{\"name\":\"a" + json + "b\"}", Json.line(new Named(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "plain", "\u00e9\u00ff\u00a0", "\u65e5\u672c", "\ud83d\ude00", "e\u0301", "\\x1b"})
    void whatCanBeSeenStays(String text) {
        assertEquals(text, TerminalText.escaped(text));
    }

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
