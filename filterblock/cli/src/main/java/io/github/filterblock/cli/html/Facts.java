// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;
import static io.github.filterblock.cli.html.Markup.text;

/** A list of terms, each with a value and perhaps a remark. */
final class Facts {
    private final String type;
    private final StringBuilder list = new StringBuilder();

    Facts(String type) {
        this.type = type;
    }

    Facts add(String term, String value) {
        return add(term, value, "");
    }

    Facts add(String term, String value, String remark) {
        String small = remark.isEmpty() ? "" : "<small>" + text(remark) + "</small>";
        list.append(fill("<div><dt>%s</dt><dd>%s%s</dd></div>\n", text(term), text(value), small));
        return this;
    }

    String html() {
        return fill("<dl class=\"%s\">\n%s</dl>\n", type, list);
    }
}
