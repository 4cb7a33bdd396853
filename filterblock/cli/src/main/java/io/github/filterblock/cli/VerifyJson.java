// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableReport;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.verify/1}. */
record VerifyJson(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        long keys,
        long falseNegatives,
        int blocks,
        List<Found> findings,
        long findingsTotal) {
    static final String SCHEMA = "filterblock.verify/1";

    private record Found(String rule, BigInteger offset, String message) {
        private static Found of(Finding finding) {
            return new Found(finding.rule().id(), Json.unsigned(finding.offset()), finding.message());
        }
    }

    static VerifyJson of(Outcome<TableReport> outcome, int limit) {
        Optional<TableReport> report = outcome.found();
        List<Finding> findings = report.map(found -> found.findings().first()).orElse(outcome.findings());
        return new VerifyJson(
                SCHEMA,
                outcome.name(),
                outcome.status(),
                outcome.reason().orElse(null),
                report.map(TableReport::entries).orElse(0L),
                report.map(TableReport::falseNegatives).orElse(0L),
                report.map(found -> found.dataBlocks().size()).orElse(0),
                Json.limited(findings, limit).stream().map(Found::of).toList(),
                report.map(found -> found.findings().count()).orElse((long) findings.size()));
    }
}
