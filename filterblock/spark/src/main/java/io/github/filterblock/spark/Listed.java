// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One result of listing tables: a table, a directory to list, or a message about one that cannot be listed.
 *
 * @param root the directory that was named, below which it was found; its own path for what was named itself
 */
record Listed(
        String root,
        @Nullable ListedTable table,
        @Nullable String directory,
        @Nullable String trouble) implements Serializable {

    static Listed table(String root, ListedTable table) {
        return new Listed(root, table, null, null);
    }

    static Listed directory(String root, String directory) {
        return new Listed(root, null, directory, null);
    }

    static Listed trouble(String root, String message) {
        return new Listed(root, null, null, message);
    }

    boolean isTable() {
        return table != null;
    }

    boolean isDirectory() {
        return directory != null;
    }
}
