// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Checks a table against every rule of FORMAT.md: each checksum, each block, the layout of the filter block, and each
 * key of each data block against the filter of its window.
 *
 * <p>For one table and one thread; {@link #verify} is its only entry.
 */
public final class TableVerifier {
    /** RocksDB's format version from which on the index is no ordinary block. */
    private static final int FIRST_DELTA_INDEX_VERSION = 4;

    private final TableFile table;
    private final TableReport analysis;
    private final Findings.Collector findings;
    private final int limit;

    TableVerifier(TableFile table, TableReport analysis, int limit) {
        this.table = table;
        this.analysis = analysis;
        this.findings = new Findings.Collector(limit);
        this.limit = limit;
    }

    /**
     * Verifies a table, as {@link #verify(TableFile, FilterHints, int)} does.
     *
     * @param table the table; stays open
     * @param hints what the caller knows of its filter
     * @return the findings, the first {@value Findings#USUAL_LIMIT} of them; damage is among them
     * @throws IOException if the file cannot be read
     */
    public static VerifyReport verify(TableFile table, FilterHints hints) throws IOException {
        return verify(table, hints, Findings.USUAL_LIMIT);
    }

    /**
     * Verifies a table.
     *
     * @param table the table; stays open
     * @param hints what the caller knows of its filter
     * @param limit how many findings to keep, 0 or more; all are counted
     * @return the findings; damage is among them
     * @throws IOException if the file cannot be read
     */
    public static VerifyReport verify(TableFile table, FilterHints hints, int limit) throws IOException {
        return VerifyReport.of(TableReport.of(table, hints, limit));
    }

    Findings findings() throws IOException {
        damage();
        restarts(table.footer().metaindex());
        if (table.footer().formatVersion() < FIRST_DELTA_INDEX_VERSION) {
            restarts(table.footer().index());
        }
        findings.addAll(new MetaindexCheck(table, analysis, limit).findings());
        findings.addAll(analysis.scanned().restarts());
        analysis.identification()
                .keyFormat()
                .filter(analysis::ascending)
                .ifPresent(domain -> findings.addAll(analysis.scanned().fit().separators(domain)));
        leftOut();
        analysis.filter().ifPresent(this::filter);
        findings.addAll(analysis.deniedKeys());
        Findings found = findings.findings();
        return new Findings(found.first().stream().limit(limit).toList(), found.count());
    }

    private void damage() {
        Findings.Collector damage = new Findings.Collector(limit);
        for (CorruptTableException each : analysis.damage()) {
            damage.add(each.rule(), each.offset(), each::detail);
        }
        Findings kept = damage.findings();
        findings.addAll(new Findings(kept.first(), Math.max(kept.first().size(), analysis.damageCount())));
    }

    /** An index that another sound block replaces, if only an empty one, may leave out data blocks. */
    private void leftOut() {
        if (analysis.damageCount() == 0 && TableKeys.hasGaps(analysis.dataBlocks(), analysis.structure())) {
            findings.add(
                    Rule.TF_11,
                    table.footer().index().offset(),
                    () -> "the index leaves room for other data blocks, so that keys may be missing");
        }
    }

    /** Restarts of metaindex and index, where they could be read. */
    private void restarts(BlockHandle handle) {
        try {
            Optional<KeyValueBlock> block = analysis.structure().block(handle);
            if (block.isPresent()) {
                TableScan.checkEntries(handle.offset(), block.get(), findings);
            }
        } catch (CorruptTableException e) {
            // is among the damage already
        }
    }

    private void filter(TableFilter filter) {
        long offset = filter.handle().map(BlockHandle::offset).orElse(0L);
        if (filter.damage().isEmpty() && filter.checksum() == Status.BAD) {
            findings.add(Rule.TF_4, offset, () -> "the checksum of the filter block is wrong");
        }
        findings.addAll(filter.findings());
        if (filter.damage().isEmpty() && filter.findings().isEmpty() && analysis.damageCount() == 0) {
            windows(filter, offset);
        }
    }

    /** Number of filters against the extent of the data (FB-17), and filters where no block starts (FB-12). */
    private void windows(TableFilter filter, long offset) {
        Windows windows = filter.layout().windows().orElseThrow();
        int count = filter.layout().filterCount();
        long expected = expectedFilters(windows);
        // RocksDB may pad its data blocks, and need not put a prefix of every block into its filter.
        boolean padded = count == Math.max(expected, windows.of(offset));
        boolean fewer =
                count < expected && analysis.identification().trust() == FilterIdentification.Trust.PREFIXES_ONLY;
        if (count != expected && !padded && !fewer) {
            findings.add(
                    Rule.FB_17, offset, () -> "the block has " + count + " filters, but the data takes " + expected);
        }
        WindowKeys keys = new WindowKeys(analysis.dataBlocks(), Optional.of(windows));
        for (int i = 0; i < count; i++) {
            int filterLength = filter.layout().filterLength(i);
            if (filterLength > 0 && keys.in(i) == 0) {
                int number = i;
                findings.add(
                        Rule.FB_12,
                        offset,
                        () -> "filter " + number + " has " + filterLength
                                + " bytes, but no data block with keys starts in its window");
            }
        }
    }

    private long expectedFilters(Windows windows) {
        OptionalLong lastStart = OptionalLong.empty();
        long end = 0;
        for (DataBlock block : analysis.dataBlocks()) {
            if (block.keyCount() > 0) {
                lastStart = OptionalLong.of(block.offset());
            }
            end = block.handle().end();
        }
        return windows.filterCount(lastStart, end);
    }
}
