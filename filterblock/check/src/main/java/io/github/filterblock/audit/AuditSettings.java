// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static io.github.filterblock.audit.Arguments.checkArgument;

/**
 * The settings of an audit. The same settings on the same file give the same result.
 *
 * @param seed start of the random numbers
 * @param probes how many random keys are asked about in each table, and at most how many neighbours; 0 to
 *     {@value #MAX_PROBES}. Each takes some 30 bytes of memory while a table is audited
 */
public record AuditSettings(long seed, int probes) {
    /** The most keys of either kind. */
    public static final int MAX_PROBES = 10_000_000;

    /** Seed 1 and 100,000 keys of either kind. */
    public static final AuditSettings DEFAULT = new AuditSettings(1, 100_000);

    /** Checks the range. */
    public AuditSettings {
        checkArgument(
                probes >= 0 && probes <= MAX_PROBES,
                "the number of probes must be 0 to %s, not %s",
                MAX_PROBES,
                probes);
    }
}
