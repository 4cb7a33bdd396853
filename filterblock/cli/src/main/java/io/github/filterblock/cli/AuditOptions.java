// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import picocli.CommandLine.Option;

/** The options that say how an audit asks. */
public final class AuditOptions {
    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "100000",
            converter = Range.Samples.class,
            description = "random keys for each table, and at most as many neighbours of its keys;"
                    + " ${DEFAULT-VALUE} by default")
    private int samples;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "seed of the random numbers; ${DEFAULT-VALUE} by default")
    private long seed;

    /** Where random numbers start. */
    public long seed() {
        return seed;
    }

    /** How many keys of either kind to ask about. */
    public int samples() {
        return samples;
    }
}
