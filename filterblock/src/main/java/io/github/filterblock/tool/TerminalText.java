// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import java.util.Locale;

/** Text from outside, such as names of files, made safe to print: nothing in it can steer a terminal. */
final class TerminalText {
    private TerminalText() {}

    /**
     * The text with everything that is invisible or steers a terminal as {@code \xNN} or {@code \}{@code uNNNN}: control
     * characters, marks that turn the direction of writing, line separators, halves of characters.
     */
    static String escaped(Object text) {
        String plain = text.toString();
        if (plain.codePoints().noneMatch(TerminalText::isUnsafe)) {
            return plain;
        }
        StringBuilder escaped = new StringBuilder(plain.length() + 8);
        plain.codePoints().forEach(c -> {
            if (!isUnsafe(c)) {
                escaped.appendCodePoint(c);
            } else {
                escaped.append(String.format(Locale.ROOT, c <= 0xff ? "\\x%02x" : "\\u%04x", c));
            }
        });
        return escaped.toString();
    }

    private static boolean isUnsafe(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
