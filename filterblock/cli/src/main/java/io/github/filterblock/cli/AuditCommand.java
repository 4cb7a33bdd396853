// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code audit}. */
@Command(
        name = "audit",
        description = {
            "Measures how many absent keys the filters let pass, compares this with the expected rate, and shows the"
                    + " size and rate with other parameters.",
            "With --merge: adds up results that --json printed earlier, on this machine or others. A path that is named"
                    + " twice is refused; copies of a table count as often as they were audited."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  filterblock audit ~/.bitcoin/chainstate",
            "  filterblock audit --json db1 > 1.json; filterblock audit --merge 1.json 2.json"
        })
final class AuditCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TablePaths paths;

    @Option(names = "--merge", description = "add up earlier results: each PATH is a file that --json printed")
    private boolean merge;

    @Option(names = "--plans", description = "a row for every plan, not only for the cheapest of each base lg")
    private boolean plans;

    @Mixin
    private OutputOptions output;

    @Mixin
    private AuditOptions asking;

    @Mixin
    private FilterOptions options;

    @Mixin
    private FileJobs jobs;

    @Override
    public Integer call() throws IOException {
        AuditText text = new AuditText(plans);
        if (merge) {
            return merge(text);
        }
        long seed = asking.seed();
        int samples = asking.samples();
        return jobs.run(
                paths,
                file -> audit(file, seed, samples),
                output.ofManyFiles(text, outcome -> AuditJson.of(outcome, seed, samples)));
    }

    private Outcome<AuditedTable> audit(Path file, long seed, int samples) {
        return Examination.of(file, table -> {
            AuditedTable audited = AuditedTable.of(table, options.hints(), seed, samples);
            return Outcome.of(file, audited.verdict(), audited);
        });
    }

    private int merge(AuditText text) throws IOException {
        if (paths.named().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no PATH is given to --merge");
        }
        output.<MergedAudits>form(text::printTotal, AuditJson::of)
                .print(
                        MergedAudits.of(paths.named()),
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
        return ExitStatus.WELL;
    }
}
