// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.nio.file.Path;

/** A directory is a database, but not one of LevelDB: its tables can be read one by one, but nothing is rewritten. */
public final class UnsupportedDatabaseException extends IOException {
    private static final long serialVersionUID = 1L;

    private final DatabaseKind kind;

    /**
     * An exception about a directory.
     *
     * @param directory the database
     * @param kind whose it is
     */
    public UnsupportedDatabaseException(Path directory, DatabaseKind kind) {
        super(directory + ": " + reason(kind));
        this.kind = kind;
    }

    private static String reason(DatabaseKind kind) {
        return "this is a database of " + kind.words() + "; only those of LevelDB can be read and written as a whole";
    }

    /** {@return whose database it is} */
    public DatabaseKind kind() {
        return kind;
    }

    /** {@return why the database is refused, without the directory's name} */
    public String reason() {
        return reason(kind);
    }
}
