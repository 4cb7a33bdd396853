// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.QuickFacts;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code inspect}. */
@Command(
        name = "inspect",
        description =
                "Shows the layout of tables and of their filters, and which program wrote them; of several tables a"
                        + " line each, and an overview.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock inspect --filters 000005.ldb")
final class InspectCommand extends TablesVerb<Document> {
    @Option(names = "--filters", description = "list every filter")
    private boolean filters;

    @Option(
            names = "--quick",
            description = "read no data block, and of a filter only its last bytes: a line for each table, and an"
                    + " overview; nothing is checked")
    private boolean quick;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            converter = OutputFile.class,
            description = "write an HTML report to OUT (replacing an earlier one) instead of text")
    private @Nullable Path html;

    @Mixin
    private ListOptions lists;

    @Mixin
    private FilterOptions options;

    private @Nullable InspectPage page;

    InspectCommand(Session session) {
        super(session);
    }

    private final Overview overview = new Overview();

    @Override
    public Integer call() throws IOException {
        if (quick && (filters || html != null)) {
            throw wrongUsage("--quick reads no filters; give it without --filters and --html");
        }
        if (html != null) {
            page = new InspectPage(html, spec().commandLine());
        }
        int exitStatus = super.call();
        int limit = Math.min(lists.limit(json()), Findings.USUAL_LIMIT);
        OverviewDocument all = overview.document(!quick, unreadLogs());
        if (page == null && !json() && (areMany() || quick)) {
            if (!isVerbose() && !all.groups().isEmpty()) {
                out().println(); // after a whole report there is one
            }
            all.print(printer(out()));
        }
        if (page == null || json()) {
            exitStatus = Math.max(exitStatus, printDatabases(databasesOfTables().documents(paths(), limit)));
        }
        if (json()) {
            out().println(Json.line(all));
        }
        if (page != null) {
            for (DatabaseDocument document : databasesOfTables().documents(paths(), limit)) {
                page.addDatabase(document);
                exitStatus = Math.max(exitStatus, document.exitStatus());
            }
            page.write(all, json() ? spec().commandLine().getErr() : out());
        }
        return exitStatus;
    }

    /** The write-ahead logs of all databases in the directories that were named. */
    private List<String> unreadLogs() {
        return databases().below(paths()).stream()
                .flatMap(database -> database.logs().stream()
                        .map(log -> NearbyDatabases.name(database, paths()) + "/"
                                + log.file().getFileName()))
                .toList();
    }

    @Override
    Document examine(Path file) throws IOException, Failure {
        return quick ? summary(file) : whole(file);
    }

    private TableSummary summary(Path file) throws Failure {
        try (TableSource source = TableSource.of(file)) {
            TableSummary summary =
                    TableSummary.of(TerminalText.name(file), QuickFacts.of(source), live(file), isObsolete(file));
            add(summary, file);
            return summary;
        } catch (CorruptTableException e) {
            throw Failure.of(TerminalText.name(file), e);
        } catch (IOException e) {
            throw Failure.of(file, e);
        }
    }

    private Optional<LiveTable> live(Path file) {
        return databases().around(file).flatMap(database -> database.liveTable(file));
    }

    private void add(TableSummary table, Path file) {
        Optional<DatabaseReport> database = databases().around(file);
        overview.add(
                table, database.map(each -> NearbyDatabases.name(each, paths())).orElse(null), database);
    }

    private InspectDocument whole(Path file) throws Failure {
        int limit = lists.limit(json());
        return read(file, table -> {
            TableReport report = TableReport.of(table, options.hints());
            databasesOfTables().add(file, table, report);
            int rows = filters ? limit : -1;
            int most = page == null ? rows : Math.max(rows, InspectPage.mostRows(report));
            int listed = page == null || json() ? limit : ListOptions.USUAL_LIMIT;
            InspectDocument made = InspectDocument.of(
                    TerminalText.name(file),
                    report,
                    listed,
                    most,
                    isObsolete(file),
                    digest(table, report),
                    KeyEnds.of(table, report, databases().place(file)));
            add(TableSummary.of(made, live(file)), file);
            if (page != null) {
                page.add(file, withHint(file, made));
            }
            return json() ? made.withRows(rows) : withHint(file, made.withRows(rows));
        });
    }

    /** The text has none. */
    private @Nullable String digest(TableFile table, TableReport report) throws IOException {
        return json() || page != null ? InspectedFilter.digest(table, report).orElse(null) : null;
    }

    /** What a damaged file may be is for people: a line of JSON has only what is known. */
    private static InspectDocument withHint(Path file, InspectDocument document) {
        boolean damaged = document.status().equals(TableStatus.CORRUPT.id())
                || document.status().equals(TableStatus.INCOMPLETE.id());
        return damaged ? document.with(hint(file)) : document;
    }

    @Override
    void noteFailure(Path file, FailureDocument failure) {
        add(TableSummary.of(failure, size(file)), file);
        if (page != null) {
            page.addFailure(failure);
        }
    }

    private static @Nullable Long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    boolean isPrinted(Document document) {
        return (page == null || json()) && super.isPrinted(document);
    }

    @Override
    void print(Document document, Printer printer) {
        if (document instanceof InspectDocument table && isWhole(table)) {
            new InspectText(table, printer, isVerbose()).print();
            return;
        }
        TableSummary table = document instanceof TableSummary summary
                ? summary
                : TableSummary.of((InspectDocument) document, Optional.empty());
        printer.row(table.file() + ": " + table.words());
    }
}
