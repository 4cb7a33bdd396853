// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.cli.TerminalText;

/** Escapes for text that comes from files. */
final class Markup {
    private Markup() {}

    /**
     * Text for an element or an attribute. Characters that are invisible, or that turn the direction of the text after
     * them, are shown by their number: a name must not look like another one.
     */
    static String text(String raw) {
        return TerminalText.escaped(raw)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
