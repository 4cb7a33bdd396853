// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.audit.Audit;
import java.util.Map;

/**
 * Results of {@code audit}, added up.
 *
 * @param audit all tables together; results without a table, of files that are not one or cannot be read, add nothing
 */
record AuditSum(Map<TableStatus, Long> statuses, Audit audit) implements TableSum {
    static final AuditSum NONE = new AuditSum(Map.of(), Audit.NONE);

    @Override
    public AuditSum plus(TableSum added) {
        AuditSum other = (AuditSum) added;
        return new AuditSum(TableSum.statuses(this, other), audit.plus(other.audit));
    }

    /** How many files were not audited. */
    long withoutTable() {
        return results() - audit.tables();
    }

    @Override
    public String line() {
        return Json.line(AuditDocument.of(this));
    }
}
