// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text for people, on a terminal and elsewhere. */
class PrinterTest {
    private static final String ANSI = "picocli.ansi";

    private final StringWriter out = new StringWriter();
    private String before;

    @BeforeEach
    void keep() {
        before = System.getProperty(ANSI);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(ANSI);
        } else {
            System.setProperty(ANSI, before);
        }
    }

    private Printer printer(boolean terminal, boolean all) {
        System.setProperty(ANSI, String.valueOf(terminal));
        return new Printer(new PrintWriter(out), new PrintWriter(out), all);
    }

    @Test
    void headingsHaveColoursOnTerminalsOnly() {
        printer(true, false).heading("a", "ok", true);
        printer(true, false).heading("a\u001b", "bad\u001b", false);
        printer(false, false).heading("a", "ok", true);
        printer(false, false).heading("a\u001b", "neither\u001b");
        assertEquals(
                "a: \u001b[32mok\u001b[0m\na\\x1b: \u001b[31mbad\\x1b\u001b[0m\na: ok\na\\x1b: neither\\x1b\n",
                out.toString());
    }

    /** At 80 columns, between words; a longer word stays whole. */
    @Test
    void linesBreakOnTerminalsOnly() {
        String fits = "x".repeat(30) + " " + "y".repeat(31);
        Printer terminal = printer(true, false);
        terminal.line("label", fits);
        terminal.line("label", fits + "y");
        terminal.line("", "z".repeat(100) + " \u202e");
        String indent = " ".repeat(18);
        assertEquals(
                "  label           " + fits + "\n"
                        + "  label           " + "x".repeat(30) + "\n" + indent + "y".repeat(32) + "\n"
                        + indent + "z".repeat(100) + "\n" + indent + "\\u202e\n",
                out.toString());
        out.getBuffer().setLength(0);
        printer(false, false).line("label", fits + "y");
        assertEquals("  label           " + fits + "y\n", out.toString());
    }

    @ParameterizedTest
    @CsvSource({"80, 80", "' 132 ', 132", "41, 41", "40, 40", "39, 40", "-1, 40", "wide, 80", "'', 80"})
    void theEnvironmentSaysHowWideATerminalIs(String columns, int width) {
        assertEquals(width, Printer.terminalWidth(columns));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "99999999999")
    void withoutAnyNumberItIsAsWideAsUsual(String columns) {
        assertEquals(80, Printer.terminalWidth(columns));
    }
}
