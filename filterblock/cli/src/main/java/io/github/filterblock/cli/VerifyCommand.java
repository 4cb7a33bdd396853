// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.TableReport;
import java.io.IOException;
import java.io.PrintWriter;
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
final class VerifyCommand implements Callable<Integer>, TablePaths.Verb<VerifyDocument> {
    @Mixin
    private TablePaths paths;

    @Mixin
    private ListOptions output;

    @Mixin
    private FilterOptions options;

    @Override
    public Integer call() throws IOException {
        output.limit();
        return paths.run(this);
    }

    @Override
    public VerifyDocument examine(Path file) throws Failure {
        return Failure.orResult(file, table -> {
            int limit = output.json() ? output.limit() : Integer.MAX_VALUE;
            return VerifyDocument.of(Names.of(file), TableReport.of(table, options.hints(), output.kept()), limit);
        });
    }

    @Override
    public VerifyDocument failed(Path file, Failure failure) {
        return VerifyDocument.of(failure);
    }

    @Override
    public void print(VerifyDocument document, boolean failed, PrintWriter out, PrintWriter err) {
        output.print(document, failed ? (shown, to) -> to.heading(shown) : VerifyCommand::print, out, err);
    }

    private static void print(VerifyDocument document, Printer printer) {
        printer.title(document);
        String asked = document.asked()
                ? ", " + number(document.falseNegatives()) + " denied by the filter"
                : "; no filter that could be asked";
        printer.line(
                "keys checked", number(document.keys()) + " in " + number(document.blocks(), "data block") + asked);
        printer.items(
                document.findings(),
                document.findingsTotal(),
                finding -> printer.item(finding.rule() + " at offset " + finding.offset() + ": " + finding.message()));
        if (document.findings().isEmpty() && document.reason() != null) {
            printer.line("note", document.reason());
        }
    }
}
