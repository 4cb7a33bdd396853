// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
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
            converter = PathConverter.class,
            description = "write a page with pictures to OUT, which may be an older page, and print where it is"
                    + " instead of text")
    private @Nullable Path html;

    @Mixin
    private ListOptions output;

    @Spec
    private CommandSpec spec;

    @Mixin
    private FilterOptions options;

    @Mixin
    private FileJobs jobs;

    @Override
    public Integer call() throws IOException {
        int limit = output.limit();
        Form<Outcome<TableReport>> form =
                output.ofManyFiles(new InspectText(filters), outcome -> InspectJson.of(outcome, filters, limit));
        if (html == null) {
            return jobs.run(paths, this::inspect, form);
        }
        InspectPage page = InspectPage.to(html, spec.commandLine(), output.json() ? form : (result, out, err) -> {});
        int exitStatus = jobs.run(
                paths,
                file -> {
                    page.refuseInput(file);
                    return inspect(file);
                },
                page);
        page.finish(
                output.json() ? spec.commandLine().getErr() : spec.commandLine().getOut());
        return exitStatus;
    }

    private Outcome<TableReport> inspect(Path file) {
        return Examination.of(file, table -> {
            TableReport analysis = TableReport.of(table, options.hints());
            return Outcome.of(file, analysis.verdict(), analysis);
        });
    }
}
