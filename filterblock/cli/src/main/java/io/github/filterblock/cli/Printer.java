// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Text for people: a heading for each file, and under it labelled lines in two columns. Everything that is printed is
 * escaped here, so that no name or reason controls the terminal.
 */
final class Printer {
    /** How many items of a long list are printed. */
    static final int MAX_ITEMS = 20;

    private static final int LABEL_WIDTH = 16;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean all;
    private final Terminals terminals;

    /** A printer of whole lists, or of their first {@value #MAX_ITEMS} items. */
    Printer(PrintWriter out, PrintWriter err, Terminals terminals, boolean all) {
        this.out = out;
        this.err = err;
        this.all = all;
        this.terminals = terminals;
    }

    /** The name of a file and its status, and whether the MANIFEST does not name it. */
    void title(Document document) {
        heading(
                String.valueOf(document.file()),
                document.status() + (Boolean.TRUE.equals(document.obsolete()) ? ", obsolete" : ""),
                ExitStatus.isWell(document.status()));
    }

    /** The same, and below it why the status is not simply ok. */
    void heading(Document document) {
        title(document);
        if (document.reason() != null) {
            line("reason", document.reason());
        }
    }

    /** A heading that is neither good nor bad. */
    void heading(Object subject, String result) {
        out.println(TerminalText.escaped(subject + ": " + result));
    }

    /** A heading whose last words are green if all is well and red if not; without colour outside a terminal. */
    void heading(Object subject, String result, boolean well) {
        String safe = TerminalText.escaped(result);
        String coloured = terminals.colour() ? "\u001b[" + (well ? "32" : "31") + "m" + safe + "\u001b[0m" : safe;
        out.println(TerminalText.escaped(subject) + ": " + coloured);
    }

    /** A line with a label; an empty one continues the line before. */
    void line(String label, String value) {
        String start = "  " + Formats.fill("%-" + (LABEL_WIDTH - 1) + "s ", label);
        text(start, value);
    }

    /** A row of a table, which is not broken; a terminal may. */
    void row(String text) {
        out.println(TerminalText.escaped(text.stripTrailing()));
    }

    /** A line without a label. */
    void item(String text) {
        text("  ", text);
    }

    /** Prints a list, or its beginning and the number of the other items. */
    <T> void items(List<T> items, long total, Consumer<T> print) {
        long shown = shown(items.size());
        items.stream().limit(shown).forEach(print);
        if (shown < total) {
            String more = Formats.number(total - shown) + " more";
            item(shown < items.size() ? more + "; --all prints them" : more);
        }
    }

    /** How many of a number of items are printed. */
    long shown(long items) {
        return all ? items : Math.min(MAX_ITEMS, items);
    }

    /** Values for another program, with tabs between them. */
    void fields(String... values) {
        out.println(Stream.of(values).map(TerminalText::escaped).collect(Collectors.joining("\t")));
    }

    /** A line on the error output, about a file. */
    void remark(Object subject, String text) {
        err.println(TerminalText.escaped(subject + ": " + text));
    }

    /** Breaks a line between words where it would be wider than a terminal; anywhere else lines stay whole. */
    private void text(String start, String value) {
        if (!terminals.outputIsTerminal()) {
            out.println(start + TerminalText.escaped(value));
            return;
        }
        int width = terminals.width().getAsInt();
        StringBuilder line = new StringBuilder(start);
        boolean hasWord = false;
        for (String word : TerminalText.escaped(value).split(" ", -1)) {
            if (hasWord && line.length() + 1 + word.length() > width) {
                out.println(line);
                line = new StringBuilder(" ".repeat(start.length()));
                hasWord = false;
            }
            line.append(hasWord ? " " : "").append(word);
            hasWord = true;
        }
        out.println(line);
    }

    /** An empty line. */
    void blank() {
        out.println();
    }
}
