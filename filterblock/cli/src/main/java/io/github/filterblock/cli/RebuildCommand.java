// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.RebuildReport;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code rebuild}. */
@Command(
        name = "rebuild",
        description = "Writes the same table with a new filter block: data blocks stay byte for byte the same.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock rebuild --bits-per-key 14 000005.ldb 000005-14.ldb")
final class RebuildCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", converter = PathConverter.class, description = "the table; only read")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            converter = PathConverter.class,
            description = "the new table; must not exist yet")
    private Path out;

    @Mixin
    private FilterPlanOptions planOptions;

    @Mixin
    private FilterOptions options;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        FilterPlan plan = planOptions.plan();
        return output.print(
                file,
                path -> Examination.of(path, table -> rebuild(table, plan)),
                output.ofOneFile(new RebuildText(out), outcome -> RebuildJson.of(outcome, out)));
    }

    private Outcome<RebuildReport> rebuild(TableFile table, FilterPlan plan) throws IOException {
        try {
            RebuildReport report = TableRebuild.rebuild(table, file, out, plan, options.hints());
            return Outcome.ok(file, report);
        } catch (FileAlreadyExistsException | NoSuchFileException | NotDirectoryException e) {
            throw new ParameterException(spec.commandLine(), FailureReason.withFile(e));
        } catch (UnwritableFilterException e) {
            return refused(e.detail() + "; " + FilterPlanOptions.advice(e), ExitStatus.USAGE);
        } catch (FileSystemException e) {
            return refused(FailureReason.withFile(e), ExitStatus.UNREADABLE);
        }
    }

    private Outcome<RebuildReport> refused(String reason, int exitStatus) {
        return Outcome.failed(Subject.of(file), "refused", reason, exitStatus);
    }
}
