// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.database.Database.LiveTable;
import io.github.filterblock.durable.AtomicDirectory;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes the tables of a database with the filters of a plan. Its keys are internal keys, whatever a single table looks
 * like.
 *
 * <p>{@link FilterPlan#KEEP} does not change a table that has a filter: it is copied, not built anew, so that a filter
 * of an unknown policy stays. It must nevertheless be sound.
 */
record TableRetrofit(FilterPlan plan, AtomicDirectory output) {
    TableResult retrofit(LiveTable live) throws IOException {
        Path in = live.file();
        try (TableFile table = TableFile.open(in)) {
            Optional<TableReport> kept = kept(table);
            if (kept.isPresent()) {
                checkSound(kept.get());
                output.copy(in, WriteCheck.same(in, kept.get())::check);
                return new TableResult(
                        in.getFileName().toString(),
                        Change.KEPT,
                        kept.get().entries(),
                        live.manifestSize(),
                        table.size(),
                        table.size(),
                        Optional.empty());
            }
            TableRebuild rebuild =
                    TableRebuild.of(table, plan, new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY)));
            output.write(in, rebuild::writeTo, rebuild.asWritten(in)::check);
            return TableResult.of(live, rebuild.report());
        }
    }

    /** Looks at a table that is to keep its filter; nothing if it has none, or if it is to get another. */
    private Optional<TableReport> kept(TableFile table) throws IOException {
        if (!plan.keepsFilter()) {
            return Optional.empty();
        }
        TableStructure structure = table.structure().orThrow();
        if (structure.metaindex().stream().allMatch(entry -> entry.policyName().isEmpty())) {
            return Optional.empty();
        }
        WriteCheck.checkBlocks(table, structure, structure.metaindex());
        return Optional.of(TableReport.of(table, structure, FilterHints.NONE));
    }

    /** A part that is only of an unknown kind stays as it is. */
    private static void checkSound(TableReport analysis) throws CorruptTableException {
        for (CorruptTableException damage : analysis.damage()) {
            if (!damage.reason().isUnsupported()) {
                throw damage;
            }
        }
        if (analysis.status() == TableStatus.CORRUPT) {
            throw new CorruptTableException(
                    analysis.name(),
                    analysis.filter()
                            .flatMap(TableFilter::handle)
                            .map(BlockHandle::offset)
                            .orElse(0L),
                    Reason.BAD_ENTRIES,
                    analysis.verdict().reason().map(TableVerdict.Reason::detail).orElse("the filter is damaged")
                            + "; a filter of a named policy would be built anew");
        }
    }
}
