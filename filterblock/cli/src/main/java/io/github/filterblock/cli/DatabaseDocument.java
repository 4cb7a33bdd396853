// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Lists;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.cli.VerifyDocument.Found;
import io.github.filterblock.database.DatabaseKind;
import io.github.filterblock.database.DatabaseReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code inspect} and {@code audit} say about a database around tables, after them and with their schema.
 *
 * @param file its directory
 * @param database whose it is; null if neither its MANIFEST nor names of files tell
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
        @Nullable String database,
        @Nullable String manifest,
        int liveTables,
        List<Found> findings,
        long findingsTotal,
        @Nullable String note)
        implements Document {
    static DatabaseDocument of(
            String verb, String directory, DatabaseReport report, Findings findings, List<String> notes, int limit) {
        return new DatabaseDocument(
                "filterblock." + verb + "/1",
                directory,
                (findings.isEmpty() ? TableStatus.OK : TableStatus.FINDINGS).id(),
                null,
                report.kind().map(DatabaseKind::words).orElse(null),
                report.manifest()
                        .map(file -> String.valueOf(file.getFileName()))
                        .orElse(null),
                report.tables().size(),
                Lists.transform(Formats.limited(findings.first(), limit), Found::of),
                findings.count(),
                notes.isEmpty() ? null : String.join("; ", notes));
    }

    /** Whose database it is, in words. */
    static String whose(@Nullable String database, boolean hasManifest) {
        return database != null
                ? database
                : "of an unknown program, since no "
                        + (hasManifest ? "version edit of its MANIFEST could be read" : "MANIFEST could be read");
    }

    /** The whole as text. */
    void print(Printer printer) {
        printer.heading(this);
        String tables = manifest == null ? "" : ", " + manifest + ", " + Formats.number(liveTables, "live table");
        printer.line("database", whose(database, manifest != null) + tables);
        printer.items(
                findings,
                findingsTotal,
                finding -> printer.item(finding.rule() + " at offset " + finding.offset() + ": " + finding.message()));
        if (note != null) {
            printer.line("note", note);
        }
    }
}
