// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

import java.util.Locale;

/** Text of the page: templates, and escapes for what comes from files. */
final class Markup {
    private Markup() {}

    /** Puts values into a template, in the form of {@link String#format}; they must be escaped already. */
    static String fill(String template, Object... values) {
        return String.format(Locale.ROOT, template, values);
    }

    /**
     * Text as it stands in an element or an attribute. Characters that cannot be seen, or that turn the direction of what
     * follows, are shown by their number: a name must not look like another one.
     */
    static String text(String raw) {
        StringBuilder out = new StringBuilder(raw.length());
        raw.codePoints().forEach(character -> append(out, character));
        return out.toString();
    }

    private static void append(StringBuilder out, int character) {
        switch (character) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> {
                if (isVisible(character)) {
                    out.appendCodePoint(character);
                } else {
                    out.append(fill(character < 0x100 ? "\\x%02x" : "\\u%04x", character));
                }
            }
        }
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
