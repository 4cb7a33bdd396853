// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.DatabaseInUseException;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.RetrofitReport;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.CorruptTableException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code retrofit}. */
@Command(
        name = "retrofit",
        description = {
            "Copies a whole database directory and gives its tables filters; MANIFEST and write-ahead logs are copied,"
                    + " so that the database's own program opens the copy and uses them.",
            "Tables that have a filter keep it, unless an option says otherwise. A database that is in use is refused.",
            "OUTDIR appears complete or not at all. A run that is killed leaves .OUTDIR.filterblock-XXXXXXXX beside it,"
                    + " which the next run to OUTDIR removes."
        },
        footerHeading = "%nExample:%n",
        footer = "  filterblock retrofit --jobs 4 chainstate chainstate-with-filters")
final class RetrofitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "DB",
            converter = PathConverter.class,
            description = "the database's directory; only read")
    private Path database;

    @Parameters(
            index = "1",
            paramLabel = "OUTDIR",
            converter = PathConverter.class,
            description = "the new directory; must not exist yet")
    private Path target;

    @Mixin
    private FilterPlanOptions planOptions;

    @Option(names = "--jobs", paramLabel = "N", description = "tables at once; by default one for each processor")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Mixin
    private ListOptions output;

    @Override
    public Integer call() throws IOException {
        FilterPlan plan = planOptions.plan();
        if (jobs < 1) {
            throw wrongUsage("--jobs must be at least 1, not " + jobs);
        }
        int limit = output.limit();
        return output.print(
                database,
                path -> outcome(plan),
                output.ofOneFile(new RetrofitText(target), outcome -> RetrofitJson.of(outcome, target, limit)));
    }

    private Outcome<RetrofitReport> outcome(FilterPlan plan) {
        try {
            return Outcome.ok(database, retrofit(plan));
        } catch (DatabaseInUseException e) {
            return failed("in-use", e.getMessage(), ExitStatus.UNREADABLE);
        } catch (CorruptDatabaseException e) {
            return e.reason() == Reason.NO_DATABASE
                    ? failed("not-a-database", e.detail(), ExitStatus.UNREADABLE)
                    : failed(TableStatus.CORRUPT.id(), e.getMessage(), ExitStatus.FOUND);
        } catch (CorruptTableException e) {
            TableStatus status = Examination.statusOf(e);
            return failed(status.id(), e.getMessage(), ExitStatus.of(status));
        } catch (UnwritableFilterException e) {
            return failed("refused", e.getMessage() + "; " + FilterPlanOptions.advice(e), ExitStatus.USAGE);
        } catch (IllegalArgumentException | FileAlreadyExistsException e) {
            throw wrongUsage(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    private RetrofitReport retrofit(FilterPlan plan) throws IOException {
        AtomicLong tables = new AtomicLong();
        Terminals terminals = FilterBlockTool.of(spec).terminals();
        try (Progress progress =
                new Progress(spec.commandLine().getErr(), terminals, () -> OptionalLong.of(tables.get()))) {
            return DatabaseRetrofit.of(database, target)
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

    private Outcome<RetrofitReport> unreadable(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            if (missing.getReason() != null) {
                throw wrongUsage(String.valueOf(missing.getMessage()));
            }
            if (!Files.exists(database)) {
                return failed(TableStatus.UNREADABLE.id(), "no such directory", ExitStatus.UNREADABLE);
            }
        }
        String status = isAboutTarget(e) ? "refused" : TableStatus.UNREADABLE.id();
        return failed(status, FailureReason.of(database, e), ExitStatus.UNREADABLE);
    }

    private boolean isAboutTarget(IOException e) {
        Path absolute = target.toAbsolutePath().normalize();
        return e instanceof FileSystemException failure
                && failure.getFile() != null
                && (failure.getFile().startsWith(absolute.toString())
                        || failure.getFile().equals(String.valueOf(absolute.getParent())));
    }

    private Outcome<RetrofitReport> failed(String status, @Nullable String reason, int exitStatus) {
        return Outcome.failed(Subject.of(database), status, String.valueOf(reason), exitStatus);
    }

    private ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
