// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.tool.AuditOptions;
import io.github.filterblock.tool.FilterOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb {@code audit}. */
@Command(
        name = "audit",
        description =
                "Measures how many keys that are not there the filters let pass, beside what is to be expected, and"
                        + " says what other parameters would take and give.")
final class AuditVerb implements Callable<Integer> {
    @Mixin
    private JobOptions job;

    @Mixin
    private FilterOptions filters;

    @Mixin
    private AuditOptions asking;

    @Override
    public Integer call() throws IOException {
        return job.run(JobSettings.audit(filters.choice(), asking.settings()));
    }
}
