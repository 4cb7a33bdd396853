// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import picocli.CommandLine.Option;

/** The options that say how results with lists are printed: a small file can make a long list. */
final class ListOptions {
    /** Most members of a list in JSON, unless an option says otherwise. */
    static final int USUAL_LIMIT = 1000;

    @Option(names = "--all", description = "print long lists in full")
    private boolean all;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + USUAL_LIMIT,
            converter = Range.Length.class,
            description = "maximum length of JSON lists; ${DEFAULT-VALUE} by default")
    private int limit;

    /** The most members of a list in a document: the printer of text cuts lists itself. */
    int limit(boolean json) {
        return json ? limit() : Integer.MAX_VALUE;
    }

    /** The most members of a list in JSON. */
    private int limit() {
        return all ? Integer.MAX_VALUE : limit;
    }
}
