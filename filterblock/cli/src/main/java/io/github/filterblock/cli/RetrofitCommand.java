// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code retrofit}. */
@Command(
        name = "retrofit",
        description = {
            "Copies a whole database directory and gives its tables filters; MANIFEST and write-ahead logs are copied,"
                    + " so that the database's own program opens the copy and uses them.",
            "Tables that have a filter keep it, unless an option says otherwise. A database that is in use is refused.",
            "OUTDIR appears complete or not at all. A run that is killed leaves .OUTDIR.filterblock-XXXXXXXX beside it,"
                    + " which may be removed."
        },
        footerHeading = "%nExample:%n",
        footer = "  filterblock retrofit --jobs 4 chainstate chainstate-with-filters")
final class RetrofitCommand extends Verb<RetrofitDocument> {
    @Parameters(index = "0", paramLabel = "DB", description = "the database's directory; only read")
    private Path database;

    @Parameters(index = "1", paramLabel = "OUTDIR", description = "the new directory; must not exist yet")
    private Path target;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            converter = FilterPlanOptions.OfDatabases.class,
            completionCandidates = FilterPlanOptions.OfDatabases.class,
            description = "write filters as POLICY does: ${COMPLETION-CANDIDATES}; by default as a table's is, or"
                    + " leveldb if it has none")
    private FilterPlanOptions.@Nullable Policy policy;

    @Mixin
    private FilterPlanOptions planOptions;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            converter = Range.Count.class,
            description = "process N tables in parallel (default: number of CPUs)")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Mixin
    private ListOptions lists;

    RetrofitCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        planOptions.plan(policy);
        if (OutputFile.isRefused(target)) {
            throw wrongUsage(OutputFile.refusal(target));
        }
        return run(database);
    }

    @Override
    RetrofitDocument examine(Path source) throws IOException, Failure {
        try {
            DatabaseRetrofit.Report report = retrofit(planOptions.plan(policy));
            return RetrofitDocument.of(
                    TerminalText.name(source), target, report, noteOnHashes(report), lists.limit(json()));
        } catch (IllegalArgumentException | FileAlreadyExistsException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Kept filters of a name that two hashes share are read once more. */
    private Optional<String> noteOnHashes(DatabaseRetrofit.Report report) throws IOException {
        HashesOfDatabases hashes = new HashesOfDatabases();
        for (TableResult result : report.tables()) {
            boolean isAmbiguous = result.oldPolicyName()
                    .filter(HashesOfDatabases.SHARED_NAME::equals)
                    .isPresent();
            if (isAmbiguous && result.change() == TableResult.Change.KEPT) {
                Path file = target.resolve(String.valueOf(Path.of(result.file()).getFileName()));
                try (TableFile table = TableFile.open(file)) {
                    hashes.add(target, file, TableReport.of(table, FilterHints.NONE));
                }
            }
        }
        return hashes.note(target);
    }

    private DatabaseRetrofit.Report retrofit(FilterPlan plan) throws IOException {
        AtomicLong tables = new AtomicLong();
        try (Progress progress = Progress.of(this, () -> OptionalLong.of(tables.get()))) {
            DatabaseRetrofit retrofit = DatabaseRetrofit.of(database, target);
            return (planOptions.equalBytes() ? retrofit.withEqualBytes() : retrofit)
                    .withPlan(plan)
                    .withThreads(jobs)
                    .withListener((table, done, all) -> {
                        tables.set(all);
                        progress.fileDone();
                        progress.show();
                    })
                    .run();
        }
    }

    private Failure unreadable(IOException e) throws IOException {
        if (e instanceof NoSuchFileException missing) {
            if (missing.getReason() != null) {
                throw wrongUsage(String.valueOf(missing.getMessage()));
            }
            if (!Files.exists(database)) {
                return failure(TableStatus.UNREADABLE.id(), "no such directory");
            }
        }
        if (e instanceof UnwritableFilterException filter) {
            return Failure.of(database, e).advising(planOptions.advice(filter, databases()));
        }
        return isAboutTarget(e) ? failure("refused", FailureReason.of(database, e)) : Failure.of(database, e);
    }

    private boolean isAboutTarget(IOException e) {
        Path absolute = target.toAbsolutePath().normalize();
        return e instanceof FileSystemException failure
                && failure.getFile() != null
                && (failure.getFile().startsWith(absolute.toString())
                        || failure.getFile().equals(String.valueOf(absolute.getParent())));
    }

    private Failure failure(String status, String reason) {
        return new Failure(TerminalText.name(database), status, reason, ExitStatus.UNREADABLE);
    }

    @Override
    void print(RetrofitDocument document, Printer printer) {
        printer.heading(document.out(), document.status(), ExitStatus.isWell(document.status()));
        if (document.reason() != null) {
            printer.line("reason", document.reason());
        }
        printer.line(
                "manifest",
                document.manifest() + ", " + number(document.versionEdits(), "version edit") + ", comparator "
                        + document.comparator());
        printer.line("tables", number(document.tablesTotal(), "table") + " with " + number(document.keys(), "key"));
        printer.line(
                "filters",
                document.changes().isEmpty()
                        ? "none"
                        : document.changes().entrySet().stream()
                                .map(change -> number(change.getValue()) + " " + change.getKey())
                                .collect(Collectors.joining(", ")));
        printer.line("size of tables", number(document.newSize(), "byte") + ", before " + number(document.oldSize()));
        if (!document.corrected().isEmpty()) {
            names(
                    printer,
                    "sizes corrected",
                    document.corrected().stream()
                            .map(table -> table.table() + " has " + number(table.size()) + ", not "
                                    + number(table.manifestSize()))
                            .toList());
        }
        names(printer, "copied", document.copied());
        if (!document.leftOut().isEmpty()) {
            names(printer, "left out", document.leftOut());
        }
    }

    private static void names(Printer printer, String label, List<String> names) {
        int shown = (int) printer.shown(names.size());
        String more = shown == names.size() ? "" : " and " + number(names.size() - shown) + " more";
        printer.line(label, String.join(", ", names.subList(0, shown)) + more);
    }
}
