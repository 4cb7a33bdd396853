// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.Serializable;
import java.util.Objects;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * A table as it was listed.
 *
 * @param path its qualified path, as {@link org.apache.hadoop.fs.Path} prints it
 * @param length number of bytes
 * @param modified when it was last modified, in milliseconds since 1970; below 0 if it was not found
 * @param etag the object store's name of this version; null elsewhere
 */
record ListedTable(
        String path, long length, long modified, @Nullable String etag) implements Serializable {

    static ListedTable of(FileStatus status) {
        String etag = status instanceof EtagSource tagged ? tagged.getEtag() : null;
        return new ListedTable(status.getPath().toString(), status.getLen(), status.getModificationTime(), etag);
    }

    /** A table that was named and does not exist. */
    static ListedTable missing(String path) {
        return new ListedTable(path, 0, -1, null);
    }

    /** Whether the table was missing when it was listed. */
    boolean isMissing() {
        return modified < 0;
    }

    /** Whether a file is still the one that was listed, as far as its file system can tell. */
    boolean isStill(FileStatus now) {
        ListedTable other = of(now);
        boolean sameVersion = etag == null || other.etag == null || Objects.equals(etag, other.etag);
        return length == other.length && modified == other.modified && sameVersion;
    }
}
