// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.audit.Audit;

/** A table and what {@code audit} measured about it. */
record AuditedTable(TableAnalysis analysis, Audit audit) {
    TableQuery.Search search() {
        return new TableQuery(analysis).search();
    }
}
