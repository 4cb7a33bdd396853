// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/** Something prepared that can be checked once and timed again and again. For one thread at a time. */
public interface Work {

    /** Checksums of what was made and of what was answered. */
    record Check(long bytes, long answers) {}

    /** The checksums; empty if this side makes other bytes by design. */
    Optional<Check> check();

    /** Works for about that much CPU time of the working thread. Returns the CPU time of one operation. */
    double nanosPerOperation(long cpuNanos);
}
