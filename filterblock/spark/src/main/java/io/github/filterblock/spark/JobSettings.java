// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.cli.TableLines;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a job does with each table, as its tasks are told.
 *
 * @param verb {@code verify} or {@code audit}
 * @param dialect the dialect in which filters are read; null if the tables decide
 * @param keyFormat the part of a stored key in the filters; null if the tables decide
 * @param limit most findings of a line of {@code verify}; 0 for {@code audit}
 * @param seed where random numbers of {@code audit} start; 0 for {@code verify}
 * @param samples keys of either kind for each table; 0 for {@code verify}
 */
record JobSettings(
        String verb,
        @Nullable FilterDialect dialect,
        @Nullable KeyFormat keyFormat,
        int limit,
        long seed,
        int samples) implements Serializable {
    private static final String VERIFY = "verify";

    static JobSettings verify(FilterHints hints, int limit) {
        return new JobSettings(
                VERIFY, hints.dialect().orElse(null), hints.keyFormat().orElse(null), limit, 0, 0);
    }

    static JobSettings audit(FilterHints hints, long seed, int samples) {
        return new JobSettings(
                "audit", hints.dialect().orElse(null), hints.keyFormat().orElse(null), 0, seed, samples);
    }

    /** The lines of the verb. */
    TableLines<?> lines() {
        FilterHints hints = new FilterHints(Optional.ofNullable(dialect), Optional.ofNullable(keyFormat));
        return verb.equals(VERIFY) ? TableLines.verify(hints, limit) : TableLines.audit(hints, seed, samples);
    }
}
