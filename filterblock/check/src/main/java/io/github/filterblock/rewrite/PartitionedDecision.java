// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.RebuiltPartitions;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.rewrite.FilterChange.NewBlock;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which filters a table of RocksDB gets whose filter is in partitions: each is written in the place of the one
 * before, and everything else in the file stays. For one table.
 */
final class PartitionedDecision {
    private final TableFile table;
    private final TableReport report;
    private final Optional<FullFilterPolicy> policy;

    /**
     * A decision.
     *
     * @param policy what is wanted; empty if each partition keeps its form
     */
    PartitionedDecision(TableFile table, TableReport report, Optional<FullFilterPolicy> policy) {
        this.table = table;
        this.report = report;
        this.policy = policy;
    }

    /** Builds the filters and finds out which of them are others. */
    Decision decide() throws IOException {
        RocksDbFilter filter = report.rocksDbFilter()
                .filter(stored -> stored.form().hasPartitions())
                .orElseThrow(() -> refused("RocksDB does not ask it"));
        RebuiltPartitions rebuilt = policy.isPresent()
                ? RebuiltPartitions.by(policy.get(), table, report)
                : RebuiltPartitions.inStoredForms(table, report);
        if (rebuilt.obstacle().isPresent()) {
            throw refused(rebuilt.obstacle().get());
        }
        Map<BlockHandle, NewBlock> replaced = new HashMap<>();
        for (int i = 0; i < filter.partitions().size(); i++) {
            BlockHandle handle = filter.partitions().get(i).handle();
            byte[] contents = rebuilt.contents().get(i);
            if (!Arrays.equals(table.read(handle).contents(), contents)) {
                replaced.put(handle, new NewBlock(contents, contents));
            }
        }
        return new Decision(
                Optional.of(described(filter)),
                FilterChange.inPlace(report.metaindex(), replaced),
                replaced.isEmpty(),
                List.of());
    }

    private NewFilter described(RocksDbFilter filter) {
        PartitionedRecipe recipe = new PartitionedRecipe(
                policy,
                filter.contents().wholeKeys() || filter.contents().extractor().isEmpty(),
                filter.contents().extractor());
        int filters = filter.partitions().size();
        return new NewFilter(FullFilterPolicy.NAME, recipe, Optional.empty(), filters, filter.contentBytes());
    }

    /** Says why the filter stays. */
    CorruptTableException refused(String reason) {
        MetaindexEntry entry = report.partitionedFilter().orElseThrow();
        return new CorruptTableException(
                table.name(),
                entry.handle()
                        .map(BlockHandle::offset)
                        .orElse(report.footer().metaindex().offset()),
                Reason.FOREIGN_FILTER,
                "the partitioned filter " + entry.printableKey() + " is not rewritten: " + reason);
    }
}
