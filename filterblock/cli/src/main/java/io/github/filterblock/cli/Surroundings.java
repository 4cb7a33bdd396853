// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the database around a table says of it.
 *
 * @param obsolete whether its MANIFEST does not name the table; null where that is not known
 * @param doubt why it is not known; null where it is, or there is no database
 * @param place column family and level of the table, in words; empty where the MANIFEST does not name it
 * @param check compares the open table with its MANIFEST
 * @param hint tells what the file may be instead if it is damaged
 */
record Surroundings(
        @Nullable Boolean obsolete,
        @Nullable String doubt,
        Optional<String> place,
        Check check,
        Supplier<Optional<String>> hint) {
    /** No database is looked for. */
    static final Surroundings NONE =
            new Surroundings(null, null, Optional.empty(), (table, report) -> Findings.NONE, Optional::empty);

    /** Compares a table with the MANIFEST. */
    interface Check {
        /** What is wrong with the table of a database. */
        Findings of(TableFile table, TableReport report) throws IOException;
    }
}
