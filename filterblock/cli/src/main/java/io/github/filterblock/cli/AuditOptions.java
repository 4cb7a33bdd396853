// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.audit.Audit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how an audit asks. */
public final class AuditOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "100000",
            description = "random keys for each table, and at most as many one step from its keys;"
                    + " ${DEFAULT-VALUE} by default")
    private int samples;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "where random numbers start; ${DEFAULT-VALUE} by default")
    private long seed;

    /** Where random numbers start. */
    public long seed() {
        return seed;
    }

    /** How many keys of either kind to ask about. */
    public int samples() {
        if (samples < 1 || samples > Audit.MAX_SAMPLES) {
            throw new ParameterException(
                    spec.commandLine(), "--samples must be 1 to " + Audit.MAX_SAMPLES + ", not " + samples);
        }
        return samples;
    }
}
