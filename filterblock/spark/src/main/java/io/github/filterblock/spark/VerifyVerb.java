// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.FilterOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code verify}. */
@Command(
        name = "verify",
        description = "Checks every checksum, every rule of FORMAT.md, and every key against its filter.")
final class VerifyVerb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JobOptions job;

    @Mixin
    private FilterOptions filters;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "most findings of a table; ${DEFAULT-VALUE} by default")
    private int limit;

    @Override
    public Integer call() throws IOException {
        if (limit < 0) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 0, not " + limit);
        }
        return job.run(JobSettings.verify(filters.hints(), limit));
    }
}
