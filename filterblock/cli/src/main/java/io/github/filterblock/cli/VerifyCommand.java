// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.number;

import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb {@code verify}. */
@Command(
        name = "verify",
        description = "Checks every checksum, every rule of FORMAT.md, and every key against its filter.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock verify ~/.bitcoin/chainstate")
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private TablePaths paths;

    @Mixin
    private ListOptions output;

    @Mixin
    private FilterOptions options;

    @Mixin
    private FileJobs jobs;

    @Override
    public Integer call() throws IOException {
        int limit = output.limit();
        return jobs.run(
                paths,
                this::verify,
                output.ofManyFiles(VerifyCommand::print, outcome -> VerifyJson.of(outcome, limit)));
    }

    private Outcome<TableReport> verify(Path file) {
        return Examination.of(file, table -> {
            TableReport report = TableReport.of(table, options.hints(), output.kept());
            return Outcome.of(file, report.verifiedVerdict(), report);
        });
    }

    private static void print(Report report, Outcome<TableReport> outcome, TableReport verified) {
        report.heading(outcome);
        FilterIdentification reading = verified.identification();
        String asked =
                reading.interpretations().isEmpty() || reading.trust() == FilterIdentification.Trust.PREFIXES_ONLY
                        ? "; no filter that could be asked"
                        : ", " + number(verified.falseNegatives()) + " denied by the filter";
        report.line(
                "keys checked",
                number(verified.entries()) + " in "
                        + number(verified.dataBlocks().size(), "data block") + asked);
        report.items(
                verified.findings().first(), verified.findings().count(), finding -> report.item(finding.toString()));
        if (verified.findings().first().isEmpty()) {
            outcome.reason().ifPresent(reason -> report.line("note", reason));
        }
    }
}
