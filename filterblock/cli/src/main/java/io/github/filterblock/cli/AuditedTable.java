// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.table.TableFile;
import java.io.IOException;

/** A table and what {@code audit} measured about it. */
record AuditedTable(TableReport analysis, Audit audit) {
    static AuditedTable of(TableFile table, FilterHints hints, long seed, int samples) throws IOException {
        TableReport analysis = TableReport.of(table, hints);
        return new AuditedTable(analysis, Audit.of(table, analysis, seed, samples));
    }

    TableVerdict verdict() {
        return analysis.verdict();
    }

    TableQuery.Search search() {
        return new TableQuery(analysis).search();
    }
}
