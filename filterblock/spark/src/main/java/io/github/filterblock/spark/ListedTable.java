// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.Serializable;
import org.apache.hadoop.fs.FileStatus;

/**
 * A table as it was listed.
 *
 * @param path its qualified path, as {@link org.apache.hadoop.fs.Path} prints it
 * @param length number of bytes; below 0 if it was named and does not exist
 */
record ListedTable(String path, long length) implements Serializable {

    static ListedTable of(FileStatus status) {
        return new ListedTable(status.getPath().toString(), status.getLen());
    }

    /** A table that was named and does not exist. */
    static ListedTable missing(String path) {
        return new ListedTable(path, -1);
    }

    /** Whether the table was missing when it was listed. */
    boolean isMissing() {
        return length < 0;
    }
}
