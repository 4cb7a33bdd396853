// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import java.util.List;

/**
 * The result of verifying a table. Immutable.
 *
 * @param analysis the analysis of the table
 * @param falseNegatives how many keys of the table the filter denies
 * @param findingCount how many deviations from FORMAT.md there are, each denied key counted
 * @param findings the first of them in the order of the checks, as many as were asked for
 */
public record VerifyReport(TableReport analysis, long falseNegatives, long findingCount, List<Finding> findings) {
    static VerifyReport of(TableReport report) {
        return new VerifyReport(
                report,
                report.falseNegatives(),
                report.findings().count(),
                report.findings().first());
    }

    /** Copies the list. */
    public VerifyReport {
        findings = List.copyOf(findings);
    }

    /** {@return the outcome; {@link TableStatus#OK} only if nothing at all was found} */
    public TableStatus status() {
        TableStatus status = analysis.status();
        return status == TableStatus.CORRUPT || findingCount == 0 ? status : TableStatus.FINDINGS;
    }

    /** {@return the outcome with the reason that the analysis gives} */
    public TableVerdict verdict() {
        return new TableVerdict(status(), analysis.verdict().reason());
    }

    /**
     * {@return the number of keys that were checked against the filter: all entries of all data blocks that could be
     * read, every version counted}
     */
    public long keys() {
        return analysis.entries();
    }

    /** {@return the number of data blocks, damaged ones included} */
    public int blocks() {
        return analysis.dataBlocks().size();
    }
}
