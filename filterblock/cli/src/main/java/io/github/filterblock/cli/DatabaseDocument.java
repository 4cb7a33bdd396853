// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.DatabaseKind;
import io.github.filterblock.database.DatabaseReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.database/1}: what {@code inspect}, {@code verify} and {@code audit} say about a database around
 * tables, after them.
 *
 * @param file its directory
 * @param kind whose it is; null if neither its MANIFEST nor names of files tell
 * @param manifest the file that names its tables; null if that is not known
 * @param liveTables how many it names
 * @param findings the first deviations from DATABASE.md, those of tables that were read among them
 * @param findingsTotal how many there are
 * @param note what breaks no rule; null if there is nothing to say
 */
record DatabaseDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        @Nullable String kind,
        @Nullable String manifest,
        int liveTables,
        List<Found> findings,
        long findingsTotal,
        @Nullable String note)
        implements Document {
    static DatabaseDocument of(
            String directory, DatabaseReport report, Findings findings, List<String> notes, int limit) {
        return new DatabaseDocument(
                "filterblock.database/1",
                directory,
                (findings.isEmpty() ? TableStatus.OK : TableStatus.FINDINGS).id(),
                null,
                report.kind().map(DatabaseKind::words).orElse(null),
                report.manifest()
                        .map(file -> String.valueOf(file.getFileName()))
                        .orElse(null),
                report.tables().size(),
                Found.of(findings.first(), limit),
                findings.count(),
                notes.isEmpty() ? null : String.join("; ", notes));
    }

    /** Whose database it is, in words. */
    private String whose() {
        return kind != null
                ? kind
                : "unknown (no readable " + (manifest != null ? "version edit in its MANIFEST)" : "MANIFEST)");
    }

    /** The whole as text. */
    void print(Printer printer) {
        printer.heading(this);
        String tables = manifest == null ? "" : ", " + manifest + ", " + Formats.number(liveTables, "live table");
        printer.line("database", whose() + tables);
        Found.print(findings, findingsTotal, printer);
        if (note != null) {
            printer.line("note", note);
        }
    }
}
