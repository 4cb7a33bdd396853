// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.output;

import java.nio.file.Path;

/** Names of files as text. */
public final class Names {
    private Names() {}

    /** The name of a file as it was given. */
    public static String of(Path file) {
        return file.toString();
    }
}
