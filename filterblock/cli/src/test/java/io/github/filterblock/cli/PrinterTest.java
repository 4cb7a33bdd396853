// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text for people, on a terminal and elsewhere. */
class PrinterTest {
    private final StringWriter out = new StringWriter();

    private Printer printer(boolean terminal, boolean colour, int width) {
        PrintWriter writer = new PrintWriter(out);
        return new Printer(
                writer, writer, new Terminals(terminal, terminal, colour, () -> width, System::nanoTime), false);
    }

    @Test
    void headingsHaveColoursWhereTheyAreWanted() {
        printer(false, true, 80).heading("a", "ok", true);
        printer(false, true, 80).heading("a\u001b", "bad\u001b", false);
        printer(true, false, 80).heading("a", "ok", true);
        printer(true, false, 80).heading("a\u001b", "neither\u001b");
        assertEquals(
                "a: \u001b[32mok\u001b[0m\na\\x1b: \u001b[31mbad\\x1b\u001b[0m\na: ok\na\\x1b: neither\\x1b\n",
                out.toString());
    }

    /** At 80 columns, between words; a longer word stays whole. */
    @Test
    void linesBreakOnTerminalsOnly() {
        String fits = "x".repeat(30) + " " + "y".repeat(31);
        Printer terminal = printer(true, false, 80);
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
        printer(false, true, 80).line("label", fits + "y");
        assertEquals("  label           " + fits + "y\n", out.toString());
    }

    /** With or without colour. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void linesBreakAtTheWidthOfTheTerminal(boolean colour) {
        printer(true, colour, 200).line("label", "x ".repeat(90) + "x");
        assertEquals(1, out.toString().lines().count());
        out.getBuffer().setLength(0);
        printer(true, colour, 60).line("label", "x ".repeat(90) + "x");
        assertEquals(5, out.toString().lines().count());
        assertEquals(59, out.toString().lines().mapToInt(String::length).max().orElse(0));
    }

    @ParameterizedTest
    @CsvSource({"80, 80", "' 132 ', 132", "'24 41\n', 41", "40, 40", "39, 40", "-1, ", "wide, ", "'', ", "0, ", ", "})
    void terminalsTellTheirWidth(String columns, Integer width) {
        assertEquals(
                Optional.ofNullable(width), Terminals.width(columns == null ? null : columns.replace("\\n", "\n")));
    }

    @ParameterizedTest
    @CsvSource({
        "true, , true",
        "false, , false",
        "true, NO_COLOR=1, false",
        "true, NO_COLOR=, true",
        "true, TERM=dumb, false",
        "false, CLICOLOR_FORCE=1, true",
        "false, CLICOLOR_FORCE=0, false",
        "true, CLICOLOR_FORCE=0, true"
    })
    void theEnvironmentDecidesAboutColour(boolean terminal, String variable, boolean colour) {
        Map<String, String> environment = variable == null
                ? Map.of("TERM", "xterm")
                : Map.of(variable.replaceFirst("=.*", ""), variable.replaceFirst(".*=", ""));
        assertEquals(colour, Terminals.hasColour(terminal, environment));
    }
}
