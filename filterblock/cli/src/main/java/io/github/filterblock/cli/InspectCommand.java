// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableReport;
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
final class InspectCommand implements Callable<Integer>, TablePaths.Verb<InspectDocument> {
    @Mixin
    private TablePaths paths;

    @Option(names = "--filters", description = "a row for each filter")
    private boolean filters;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            converter = FilterBlockTool.OutputFile.class,
            description = "write a page with pictures to OUT, which may be an older page, and print where it is"
                    + " instead of text")
    private @Nullable Path html;

    @Mixin
    private ListOptions output;

    @Spec
    private CommandSpec spec;

    @Mixin
    private FilterOptions options;

    private @Nullable InspectPage page;

    @Override
    public Integer call() throws IOException {
        output.limit();
        if (html != null) {
            page = new InspectPage(html, spec.commandLine());
        }
        int exitStatus = paths.run(this);
        if (page != null) {
            page.write(
                    output.json()
                            ? spec.commandLine().getErr()
                            : spec.commandLine().getOut());
        }
        return exitStatus;
    }

    @Override
    public InspectDocument examine(Path file) throws Failure {
        if (page != null) {
            page.refuseInput(file);
        }
        int limit = output.json() ? output.limit() : Integer.MAX_VALUE;
        return Failure.orResult(file, table -> {
            TableReport report = TableReport.of(table, options.hints());
            if (page != null) {
                page.add(
                        file,
                        document(file, report, ListOptions.USUAL_LIMIT, -1),
                        document(file, report, ListOptions.USUAL_LIMIT, InspectPage.MOST_ROWS));
            }
            return document(file, report, limit, filters ? limit : -1);
        });
    }

    private static InspectDocument document(Path file, TableReport report, int limit, int mostRows) {
        return InspectDocument.of(Names.of(file), report, limit, mostRows);
    }

    @Override
    public InspectDocument failed(Path file, Failure failure) {
        InspectDocument document = InspectDocument.of(file, failure);
        if (page != null) {
            page.addFailure(document);
        }
        return document;
    }

    @Override
    public void print(InspectDocument document, boolean failed, PrintWriter out, PrintWriter err) {
        if (page == null || output.json()) {
            output.print(document, failed ? (shown, to) -> to.heading(shown) : InspectText::print, out, err);
        }
    }
}
