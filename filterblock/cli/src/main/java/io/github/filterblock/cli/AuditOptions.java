// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.audit.AuditSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how an audit asks. */
public final class AuditOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--probes-per-file",
            paramLabel = "N",
            defaultValue = "100000",
            description = "random keys for each table, and at most as many neighbours; ${DEFAULT-VALUE} by default")
    private int probes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "where random numbers start; ${DEFAULT-VALUE} by default")
    private long seed;

    /** How to ask. */
    public AuditSettings settings() {
        if (probes < 1) {
            throw new ParameterException(spec.commandLine(), "--probes-per-file must be at least 1, not " + probes);
        }
        try {
            return new AuditSettings(seed, probes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--probes-per-file: " + e.getMessage(), e);
        }
    }
}
