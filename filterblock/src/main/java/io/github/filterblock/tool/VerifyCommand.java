// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterReading;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerifier;
import io.github.filterblock.analysis.VerifyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code verify}. */
@Command(
        name = "verify",
        description = "Checks every checksum, every rule of FORMAT.md, and every key against its filter.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock verify ~/.bitcoin/chainstate")
final class VerifyCommand implements Callable<Integer> {
    @Mixin
    private TablePaths paths;

    @Option(names = "--json", description = "one JSON object for each file, on one line")
    private boolean json;

    @Mixin
    private FilterOptions options;

    @Mixin
    private FileJobs jobs;

    @Override
    public Integer call() throws IOException {
        return jobs.run(paths, this::verify);
    }

    private TableStatus verify(Path file, PrintWriter out) {
        return TableExamination.examine(
                file,
                table -> verified(out, file, TableVerifier.verify(table, options.choice())),
                (failed, reason, findings) -> failed(out, file, failed, reason, findings));
    }

    private TableStatus verified(PrintWriter out, Path file, VerifyReport verified) {
        if (json) {
            printJson(
                    out,
                    file,
                    verified.status(),
                    verified.keys(),
                    verified.falseNegatives(),
                    verified.blocks(),
                    verified.findings(),
                    verified.analysis().reason().orElse(null));
        } else {
            printText(new Report(out), file, verified);
        }
        return verified.status();
    }

    private TableStatus failed(PrintWriter out, Path file, TableStatus status, String reason, List<Finding> findings) {
        if (json) {
            printJson(out, file, status, 0, 0, 0, findings, reason);
        } else {
            Report report = new Report(out);
            report.heading(file, status);
            report.line("reason", reason);
        }
        return status;
    }

    private static void printText(Report report, Path file, VerifyReport verified) {
        report.heading(file, verified.status());
        FilterReading reading = verified.analysis().reading();
        String asked = reading.candidates().isEmpty() || reading.trust() == FilterReading.Trust.PREFIXES_ONLY
                ? "; no filter that could be asked"
                : ", " + Report.number(verified.falseNegatives()) + " denied by the filter";
        report.line(
                "keys checked",
                Report.number(verified.keys()) + " in " + Report.number(verified.blocks(), "data block") + asked);
        verified.findings().forEach(finding -> report.item(finding.toString()));
        if (verified.findings().isEmpty()) {
            verified.analysis().reason().ifPresent(reason -> report.line("note", reason));
        }
    }

    private static void printJson(
            PrintWriter out,
            Path file,
            TableStatus status,
            long keys,
            long falseNegatives,
            int blocks,
            List<Finding> findings,
            String reason) {
        JsonLine.print(out, "verify", file, json -> {
            json.name("status").value(status.id());
            json.name("reason").value(reason);
            json.name("keys").value(keys);
            json.name("falseNegatives").value(falseNegatives);
            json.name("blocks").value(blocks);
            json.name("findings").beginArray();
            for (Finding finding : findings) {
                json.beginObject();
                json.name("rule").value(finding.rule().id());
                json.name("offset");
                JsonLine.unsigned(json, finding.offset());
                json.name("message").value(finding.message());
                json.endObject();
            }
            json.endArray();
        });
    }
}
