// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.Locale;
import java.util.function.IntFunction;

/** Text from outside, such as names of files, made safe to print: nothing in it can control a terminal. */
public final class TerminalText {
    private TerminalText() {}

    /**
     * The text with every character that is invisible or controls a terminal as {@code \xNN} or {@code \}{@code uNNNN}:
     * control characters, marks that turn the direction of writing, line separators, halves of characters.
     */
    public static String escaped(Object text) {
        return replaced(text.toString(), TerminalText::escape);
    }

    private static String escape(int unsafe) {
        return format(unsafe <= 0xff ? "\\x%02x" : "\\u%04x", unsafe);
    }

    /** The text with something else for each character that is not safe to print. */
    public static String replaced(String text, IntFunction<String> replacement) {
        if (text.codePoints().noneMatch(TerminalText::isUnsafe)) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> {
            if (isUnsafe(c)) {
                safe.append(replacement.apply(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    static String format(String format, int number) {
        return String.format(Locale.ROOT, format, number);
    }

    private static boolean isUnsafe(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
