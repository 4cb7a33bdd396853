// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as they are written in words and lines. */
class KeyTextTest {
    private static String reasonOf(KeyForm.Text form, String text) {
        return assertThrows(IllegalArgumentException.class, () -> form.parse(text), text)
                .getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "TEXT, '', ''",
        "TEXT, \u00e9, c3a9",
        "TEXT, \\x41, 5c783431",
        "HEX, '', ''",
        "HEX, 00fFaB, 00ffab",
        "HEX, ' 41 ', 41",
        "ESCAPED, '', ''",
        "ESCAPED, \\x41, 41",
        "ESCAPED, a\\x00b\\xFf, 610062ff",
        "ESCAPED, \\\\x41, 5c783431",
        "ESCAPED, \\\\, 5c",
        "ESCAPED, \u00e9\\x80, c3a980",
    })
    void aKeyIsWrittenInOneOfThreeForms(KeyForm.Text form, String text, String hex) {
        assertArrayEquals(HexFormat.of().parseHex(hex), form.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\", "\\x", "\\x4", "\\xg1", "\\x1g", "\\n", "a\\X41", "\\x41\\"})
    void aBackslashThatIsNoEscapeIsRefused(String text) {
        assertEquals(
                "'" + text + "' has a backslash that starts neither \\xNN nor \\\\",
                reasonOf(KeyForm.Text.ESCAPED, text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0g", "0x41", "41 42", "-1"})
    void whatIsNotHexadecimalIsRefused(String text) {
        assertEquals("'" + text + "' is not a key in hexadecimal digits", reasonOf(KeyForm.Text.HEX, text));
    }

    @Test
    void aLongKeyIsShownByItsBeginning() {
        String longest = "x".repeat(64);
        assertEquals("'" + longest + "' is not a key in hexadecimal digits", reasonOf(KeyForm.Text.HEX, longest));
        assertEquals(
                "'" + longest + "...' is not a key in hexadecimal digits", reasonOf(KeyForm.Text.HEX, longest + "x"));
    }
}
