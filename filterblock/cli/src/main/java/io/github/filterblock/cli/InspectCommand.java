// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code inspect}. */
@Command(
        name = "inspect",
        description = "Shows the layout of tables and of their filters, and whose filters they are.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock inspect --filters 000005.ldb")
final class InspectCommand extends TablesVerb<InspectDocument> {
    @Option(names = "--filters", description = "a row for each filter")
    private boolean filters;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            converter = OutputFile.class,
            description = "write a page with pictures to OUT, which may be an older page, and print where it is"
                    + " instead of text")
    private @Nullable Path html;

    @Mixin
    private ListOptions lists;

    @Mixin
    private FilterOptions options;

    private @Nullable InspectPage page;

    InspectCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        if (html != null) {
            page = new InspectPage(html, spec().commandLine());
        }
        int exitStatus = super.call();
        int limit = Math.min(lists.limit(json()), Findings.USUAL_LIMIT);
        if (page == null || json()) {
            exitStatus = Math.max(exitStatus, printDatabases(limit));
        }
        if (page != null) {
            for (DatabaseDocument document : databasesOfTables().documents(spec().name(), paths(), limit)) {
                page.addDatabase(document);
                exitStatus = Math.max(exitStatus, document.exitStatus());
            }
            page.write(json() ? spec().commandLine().getErr() : out());
        }
        return exitStatus;
    }

    @Override
    InspectDocument examine(Path file) throws Failure {
        int limit = lists.limit(json());
        return read(file, table -> {
            TableReport report = TableReport.of(table, options.hints());
            databasesOfTables().add(file, table, report);
            if (page != null) {
                page.add(
                        file,
                        withHint(file, document(file, report, ListOptions.USUAL_LIMIT, -1)),
                        withHint(file, document(file, report, ListOptions.USUAL_LIMIT, InspectPage.mostRows(report))));
            }
            InspectDocument document = document(file, report, limit, filters ? limit : -1);
            return json() ? document : withHint(file, document);
        });
    }

    private InspectDocument document(Path file, TableReport report, int limit, int mostRows) {
        boolean digest = json() || page != null; // which the text has not
        return InspectDocument.of(TerminalText.name(file), report, limit, mostRows, isObsolete(file), digest);
    }

    /** What a damaged file may be is for people: a line of JSON has only what is known. */
    private static InspectDocument withHint(Path file, InspectDocument document) {
        boolean damaged = document.status().equals(TableStatus.CORRUPT.id())
                || document.status().equals(TableStatus.INCOMPLETE.id());
        return damaged ? document.with(hint(file)) : document;
    }

    @Override
    InspectDocument failed(Path file, Failure failure) {
        InspectDocument document = InspectDocument.of(failure, size(file), isObsolete(file));
        if (page != null) {
            page.addFailure(document);
        }
        return document;
    }

    private static @Nullable Long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    boolean isPrinted(InspectDocument document) {
        return page == null || json();
    }

    @Override
    void print(InspectDocument table, Printer printer) {
        new InspectText(table, printer).print();
    }
}
