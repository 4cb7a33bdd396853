// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.analysis.FilterChoice;
import io.github.filterblock.analysis.KeyDomain;
import io.github.filterblock.audit.AuditSettings;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.cli.TableLines;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a job does with each table. A job can be resumed only with the same settings: lines with different settings do
 * not add up.
 *
 * @param schema the name of this form
 * @param verb {@code verify} or {@code audit}
 * @param dialect the dialect in which filters are read; null if the tables decide
 * @param keyDomain the part of a stored key in the filters; null if the tables decide
 * @param limit most findings of a line of {@code verify}; 0 for {@code audit}
 * @param seed where random numbers of {@code audit} start; 0 for {@code verify}
 * @param probes keys of either kind for each table; 0 for {@code verify}
 */
record JobSettings(
        String schema,
        String verb,
        @Nullable FilterDialect dialect,
        @Nullable KeyDomain keyDomain,
        int limit,
        long seed,
        int probes)
        implements Serializable {
    static final String VERIFY = "verify";
    static final String AUDIT = "audit";
    private static final String SCHEMA = "filterblock.spark.job/1";

    static JobSettings verify(FilterChoice choice, int limit) {
        return new JobSettings(
                SCHEMA,
                VERIFY,
                choice.dialect().orElse(null),
                choice.keyDomain().orElse(null),
                limit,
                0,
                0);
    }

    static JobSettings audit(FilterChoice choice, AuditSettings settings) {
        return new JobSettings(
                SCHEMA,
                AUDIT,
                choice.dialect().orElse(null),
                choice.keyDomain().orElse(null),
                0,
                settings.seed(),
                settings.probes());
    }

    /** The lines of the verb. */
    TableLines<?> lines() {
        FilterChoice choice = new FilterChoice(Optional.ofNullable(dialect), Optional.ofNullable(keyDomain));
        return verb.equals(VERIFY)
                ? TableLines.verify(choice, limit)
                : TableLines.audit(choice, new AuditSettings(seed, probes));
    }
}
