// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.tool.html.PageBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code inspect}. */
@Command(
        name = "inspect",
        description = "Shows the layout of tables and of their filters, and whose filters they are.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock inspect --filters 000005.ldb")
final class InspectCommand implements Callable<Integer> {
    @Mixin
    private TablePaths paths;

    @Option(names = "--filters", description = "a row for each filter")
    private boolean filters;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            description =
                    "write a page with pictures to OUT, which may be an older page, and instead of text print where it is")
    private @Nullable Path html;

    @Option(names = "--json", description = "one JSON object for each file, on one line")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Mixin
    private FilterOptions options;

    @Mixin
    private FileJobs jobs;

    @Override
    public Integer call() throws IOException {
        if (html == null) {
            return jobs.run(paths, this::inspect);
        }
        InspectPage page = InspectPage.to(html, spec.commandLine());
        int exitStatus = jobs.run(paths, (file, out) -> {
            page.refuseInput(file);
            return inspect(file, out, page.builder());
        });
        page.finish(json ? spec.commandLine().getErr() : spec.commandLine().getOut());
        return exitStatus;
    }

    private TableStatus inspect(Path file, PrintWriter out, PageBuilder page) {
        return TableExamination.examine(
                file,
                table -> {
                    TableAnalysis analysis = TableAnalysis.of(table, options.choice());
                    page.add(file, analysis);
                    return json ? inspected(out, file, analysis) : analysis.status();
                },
                (failed, reason, findings) -> {
                    page.addFailure(file, failed, reason);
                    return json ? failed(out, file, failed, reason) : failed;
                });
    }

    private TableStatus inspect(Path file, PrintWriter out) {
        return TableExamination.examine(
                file,
                table -> inspected(out, file, TableAnalysis.of(table, options.choice())),
                (failed, reason, findings) -> failed(out, file, failed, reason));
    }

    private TableStatus inspected(PrintWriter out, Path file, TableAnalysis analysis) {
        if (json) {
            InspectJson.print(out, file, analysis, filters);
        } else {
            InspectText.print(new Report(out), file, analysis, filters);
        }
        return analysis.status();
    }

    private TableStatus failed(PrintWriter out, Path file, TableStatus status, String reason) {
        if (json) {
            InspectJson.printFailure(out, file, status, reason);
        } else {
            Report report = new Report(out);
            report.heading(file, status);
            report.line("reason", reason);
        }
        return status;
    }
}
