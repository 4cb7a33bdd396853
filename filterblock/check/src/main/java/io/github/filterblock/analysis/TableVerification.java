// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Optional;

/**
 * Everything that is wrong with a table, beyond what its report needs in order to answer for keys: each deviation from
 * FORMAT.md, damage and denied keys among them, and full filters that differ from those that the keys give (RF-21).
 * Immutable.
 */
public final class TableVerification {
    private final TableReport report;
    private final Findings findings;
    private final Optional<FilterProof> proof;
    private final TableStatus status;

    private TableVerification(TableReport report, Findings findings, Optional<FilterProof> proof, TableStatus status) {
        this.report = report;
        this.findings = findings;
        this.proof = proof;
        this.status = status;
    }

    /**
     * Examines and verifies a table without any knowledge about it.
     *
     * @param table the table; stays open
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableVerification of(TableFile table) throws IOException {
        return of(table, TableReport.of(table));
    }

    /**
     * Verifies a table. It reads the blocks that the metaindex names and the report did not read, and, for a full or
     * partitioned filter, the data blocks once more, with as much memory as there is.
     *
     * @param table the table; stays open
     * @param report the report on it
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableVerification of(TableFile table, TableReport report) throws IOException {
        return of(table, report, Findings.NONE, Runtime.getRuntime().maxMemory());
    }

    /**
     * Verifies a table of which more is known than the file shows.
     *
     * @param table the table; stays open
     * @param report the report on it
     * @param known findings from elsewhere, such as those of its database; they come first
     * @param memoryForBits the bytes of memory that building full filters again may take; 0 to leave that out, so that
     *     the data blocks are read only for the report
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableVerification of(TableFile table, TableReport report, Findings known, long memoryForBits)
            throws IOException {
        Optional<FilterProof> proof =
                memoryForBits == 0 ? Optional.empty() : FilterProof.of(table, report, memoryForBits);
        Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
        findings.addAll(known);
        findings.addAll(new TableChecks(table, report).findings());
        proof.ifPresent(each -> findings.addAll(each.findings()));
        Findings all = findings.findings();
        return new TableVerification(report, all, proof, status(report.status(), all));
    }

    private static TableStatus status(TableStatus ofReport, Findings findings) {
        boolean graver = ofReport == TableStatus.CORRUPT || ofReport == TableStatus.INCOMPLETE;
        return graver || findings.isEmpty() ? ofReport : TableStatus.FINDINGS;
    }

    /** {@return the report that was verified} */
    public TableReport report() {
        return report;
    }

    /** {@return the first {@value Findings#USUAL_LIMIT} findings in the order of the checks, and their number} */
    public Findings findings() {
        return findings;
    }

    /**
     * {@return what came of building the filters again, whose findings are among {@link #findings()}; empty if that was
     * left out, and as for {@link FilterProof#of}}
     */
    public Optional<FilterProof> proof() {
        return proof;
    }

    /**
     * {@return {@link TableReport#status()}, but {@link TableStatus#FINDINGS} if something was found, nothing is
     * damaged, and everything could be decoded}
     */
    public TableStatus status() {
        return status;
    }
}
