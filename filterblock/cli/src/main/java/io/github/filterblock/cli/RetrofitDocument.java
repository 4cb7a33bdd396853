// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.retrofit/1}. Lists are as long as they were asked for; their true lengths stand beside them.
 *
 * @param keys of all tables; {@code oldSize} and {@code newSize} are their bytes before and after
 * @param changes how many tables were changed in which way
 * @param reason what was not looked at, if the status is {@code incomplete}, although the database was copied, or a
 *     note; null if there is nothing to say
 * @param corrected tables whose size was wrong in the MANIFEST; {@code correctedSizes} is their number
 */
record RetrofitDocument(
        String schema,
        String file,
        String out,
        String status,
        @Nullable String reason,
        String manifest,
        int versionEdits,
        String comparator,
        long keys,
        long oldSize,
        long newSize,
        Map<String, Long> changes,
        List<Table> tables,
        int tablesTotal,
        List<Table> corrected,
        long correctedSizes,
        List<String> copied,
        int copiedTotal,
        List<String> leftOut,
        int leftOutTotal)
        implements Document {
    /** A table, what was done to its filter, and its size in the MANIFEST, in truth and now. */
    record Table(
            String table,
            String filter,
            @Nullable String policy,
            long keys,
            long manifestSize,
            long size,
            long newSize,
            String status,
            @Nullable String reason) {
        private static Table of(TableResult table) {
            return new Table(
                    table.file(),
                    table.change().id(),
                    table.filter()
                            .map(filter -> MetaindexEntry.printable(filter.policyName()))
                            .orElse(null),
                    table.keys(),
                    table.manifestSize().orElseThrow(),
                    table.oldSize(),
                    table.newSize(),
                    RebuildDocument.status(table).id(),
                    InspectDocument.reason(table.incomplete()));
        }
    }

    /** What was not looked at, in the first table with such blocks. */
    private static String reason(List<TableResult> incomplete) {
        TableResult first = incomplete.get(0);
        String others = incomplete.size() == 1 ? "" : " (and " + (incomplete.size() - 1) + " more such tables)";
        return first.file() + ": " + InspectDocument.reason(first.incomplete()) + others;
    }

    /** What is said about a database that was copied. */
    static RetrofitDocument of(
            String file, Path out, DatabaseRetrofit.Report report, Optional<String> note, int limit) {
        List<TableResult> tables = report.tables();
        List<TableResult> incomplete =
                tables.stream().filter(table -> table.incomplete().isPresent()).toList();
        List<TableResult> corrected = report.correctedSizes();
        Map<String, Long> changes = new LinkedHashMap<>();
        Stream.of(TableResult.Change.values())
                .filter(change -> report.count(change) > 0)
                .forEach(change -> changes.put(change.id(), report.count(change)));
        return new RetrofitDocument(
                Document.schema(RetrofitDocument.class),
                file,
                TerminalText.name(out),
                (incomplete.isEmpty() ? TableStatus.OK : TableStatus.INCOMPLETE).id(),
                incomplete.isEmpty() ? note.orElse(null) : reason(incomplete),
                report.manifest(),
                report.versionEdits(),
                MetaindexEntry.printable(report.comparator()),
                tables.stream().mapToLong(TableResult::keys).sum(),
                tables.stream().mapToLong(TableResult::oldSize).sum(),
                tables.stream().mapToLong(TableResult::newSize).sum(),
                changes,
                Formats.limited(tables, limit).stream().map(Table::of).toList(),
                tables.size(),
                Formats.limited(corrected, limit).stream().map(Table::of).toList(),
                corrected.size(),
                Formats.limited(report.copied(), limit),
                report.copied().size(),
                Formats.limited(report.leftOut(), limit),
                report.leftOut().size());
    }
}
