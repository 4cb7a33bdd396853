// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;

/** Another program has the database open, or changed it meanwhile (DB-7). */
public final class DatabaseInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String detail;

    /**
     * An exception about a database.
     *
     * @param file the file that shows this, for display
     * @param detail one line that says how
     */
    public DatabaseInUseException(String file, String detail) {
        super(file + ": " + detail);
        this.detail = detail;
    }

    /** {@return how the file shows it, in one line without the file} */
    public String detail() {
        return detail;
    }
}
