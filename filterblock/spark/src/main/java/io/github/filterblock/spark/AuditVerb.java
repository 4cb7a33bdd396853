// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.AuditOptions;
import io.github.filterblock.cli.FilterOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb {@code audit}. */
@Command(
        name = "audit",
        description =
                "Measures how many absent keys the filters let pass, compares this with the expected rate, and shows"
                        + " the size and rate with other parameters.")
final class AuditVerb implements Callable<Integer> {
    @Mixin
    private JobOptions job;

    @Mixin
    private FilterOptions filters;

    @Mixin
    private AuditOptions asking;

    @Override
    public Integer call() throws IOException {
        return job.run(JobSettings.audit(filters.hints(), asking.seed(), asking.samples()));
    }
}
