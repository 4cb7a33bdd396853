// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Text for people: a heading for each file, and under it labelled lines in two columns. */
final class Report {
    private static final int LABEL_WIDTH = 16;
    private static final int USUAL_WIDTH = 80;
    private static final int LEAST_WIDTH = 40;

    private final PrintWriter out;
    private final boolean terminal;
    private final int width;

    Report(PrintWriter out) {
        this.out = out;
        this.terminal = Ansi.AUTO.enabled();
        this.width = terminalWidth();
    }

    private static int terminalWidth() {
        String columns = System.getenv("COLUMNS");
        try {
            return columns == null ? USUAL_WIDTH : Math.max(LEAST_WIDTH, Integer.parseInt(columns.trim()));
        } catch (NumberFormatException e) {
            return USUAL_WIDTH;
        }
    }

    void heading(Path file, TableStatus status) {
        heading(file, status.id(), ExitStatus.of(status) == ExitStatus.WELL);
    }

    /** A heading whose last words are green where all is well, red where not; without colour outside a terminal. */
    void heading(Object subject, String result, boolean well) {
        String coloured = terminal ? "\u001b[" + (well ? "32" : "31") + "m" + result + "\u001b[0m" : result;
        out.println(TerminalText.escaped(subject) + ": " + coloured);
    }

    void line(String label, String value) {
        String start = "  " + String.format(Locale.ROOT, "%-" + (LABEL_WIDTH - 1) + "s ", label);
        text(start, value);
    }

    void item(String text) {
        text("  ", text);
    }

    /** Breaks a line between words where it would be wider than a terminal; anywhere else lines stay whole. */
    private void text(String start, String value) {
        StringBuilder line = new StringBuilder(start);
        boolean hasWord = false;
        for (String word : TerminalText.escaped(value).split(" ", -1)) {
            if (terminal && hasWord && line.length() + 1 + word.length() > width) {
                out.println(line);
                line = new StringBuilder(" ".repeat(start.length()));
                hasWord = false;
            }
            line.append(hasWord ? " " : "").append(word);
            hasWord = true;
        }
        out.println(line);
    }

    void blank() {
        out.println();
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String number(long value, String unit) {
        return number(value) + " " + unit + (value == 1 ? "" : "s");
    }
}
