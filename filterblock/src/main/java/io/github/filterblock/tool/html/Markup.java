// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

import io.github.filterblock.tool.output.TerminalText;

/** Escapes for what comes from files. */
final class Markup {
    private Markup() {}

    /**
     * Text as it stands in an element or an attribute. Characters that cannot be seen, or that turn the direction of
     * what follows, are shown by their number: a name must not look like another one.
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
