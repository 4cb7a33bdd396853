// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.rewrite.RetrofitReport;
import io.github.filterblock.rewrite.RetrofitReport.TableResult;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.retrofit/1}. */
record RetrofitJson(
        String schema,
        String file,
        String out,
        String status,
        @Nullable String reason,
        @Nullable String manifest,
        int versionEdits,
        @Nullable String comparator,
        List<Table> tables,
        int tablesTotal,
        long correctedSizes,
        List<String> copied,
        int copiedTotal,
        List<String> leftOut,
        int leftOutTotal) {

    private record Table(
            String table,
            String filter,
            @Nullable String policy,
            long keys,
            long manifestSize,
            long size,
            long newSize) {
        private static Table of(TableResult table) {
            return new Table(
                    table.file(),
                    table.change().id(),
                    table.filter()
                            .map(filter -> MetaindexEntry.printable(filter.policyName()))
                            .orElse(null),
                    table.keys(),
                    table.manifestSize(),
                    table.oldSize(),
                    table.newSize());
        }
    }

    static RetrofitJson of(Outcome<RetrofitReport> outcome, Path target, int limit) {
        Optional<RetrofitReport> report = outcome.found();
        List<TableResult> tables = report.map(RetrofitReport::tables).orElse(List.of());
        List<String> copied = report.map(RetrofitReport::copied).orElse(List.of());
        List<String> leftOut = report.map(RetrofitReport::leftOut).orElse(List.of());
        return new RetrofitJson(
                "filterblock.retrofit/1",
                outcome.name(),
                Names.of(target),
                outcome.status(),
                outcome.reason().orElse(null),
                report.map(RetrofitReport::manifest).orElse(null),
                report.map(RetrofitReport::versionEdits).orElse(0),
                report.map(found -> MetaindexEntry.printable(found.comparator()))
                        .orElse(null),
                Json.limited(tables, limit).stream().map(Table::of).toList(),
                tables.size(),
                tables.stream().filter(TableResult::hadWrongSize).count(),
                Json.limited(copied, limit),
                copied.size(),
                Json.limited(leftOut, limit),
                leftOut.size());
    }
}
