// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The findings on a table: each deviation from FORMAT.md that the pass over its data, its metaindex, and every block
 * that the metaindex leads to show. For one table.
 */
final class TableChecks {
    /** RocksDB's format version from which on the index is not an ordinary block. */
    private static final int FIRST_DELTA_INDEX_VERSION = 4;

    private final TableFile table;
    private final TableReport report;
    private final Findings.Collector findings;
    private final int limit;
    private final Set<BlockHandle> checked = new HashSet<>();
    private final ReadBudget budget;

    TableChecks(TableFile table, TableReport report, int limit) {
        this.budget = ReadBudget.besideData(table.name(), report.size());
        this.table = table.ignoringChecksums().countingContents(budget::spendContents);
        this.report = report;
        this.findings = new Findings.Collector(limit);
        this.limit = limit;
    }

    /** All findings, in the order of the checks. */
    Findings findings() throws IOException {
        damage();
        restarts(report.footer().metaindex());
        if (report.footer().formatVersion() < FIRST_DELTA_INDEX_VERSION) {
            restarts(report.footer().index());
        }
        metaindexOrder();
        metaindexBlocks();
        findings.addAll(report.scanned().restarts());
        keyOrder();
        gaps();
        if (report.filter().isPresent()) {
            filter(report.filter().get());
        }
        findings.addAll(report.identification().deniedKeys());
        report.userKeyFilter().ifPresent(each -> findings.addAll(each.findings()));
        Findings found = findings.findings();
        return new Findings(found.first().stream().limit(limit).toList(), found.count());
    }

    /** The order of keys in the data blocks, and that of the keys which separate the blocks. */
    private void keyOrder() {
        Optional<String> comparator = report.structure().comparator();
        comparator
                .flatMap(report::outOfOrder)
                .ifPresent(each -> findings.add(each.rule(), each.offset(), each::message));
        boolean bytewise =
                comparator.map(Order::of).filter(Order.BYTEWISE::equals).isPresent();
        Optional<KeyFormat> format = bytewise && !report.isDamaged()
                ? Optional.of(KeyFormat.USER_KEY)
                : report.likelyFormat().filter(report::ascending).filter(known -> !hasOrderOfItsOwn());
        format.ifPresent(each -> findings.addAll(report.scanned().consistency().separators(each)));
    }

    /** Keys of a comparer of Pebble's may ascend in byte order by chance; its separators need not. */
    private boolean hasOrderOfItsOwn() {
        return report.footer().pebbleFormat() > 0 && report.structure().origin().transformsKeys();
    }

    private void damage() {
        Findings.Collector damage = new Findings.Collector(limit);
        for (CorruptTableException each : report.damage()) {
            damage.add(each.rule(), each.offset(), each::detail);
        }
        Findings kept = damage.findings();
        findings.addAll(new Findings(kept.first(), Math.max(kept.first().size(), report.damageCount())));
    }

    /** Restarts of metaindex and index, where they could be read. */
    private void restarts(BlockHandle handle) {
        try {
            Optional<KeyValueBlock> block = report.structure().block(handle);
            if (block.isPresent()) {
                TableScan.checkEntries(handle.offset(), block.get(), findings);
            }
        } catch (CorruptTableException e) {
            // is among the damage already
        }
    }

    private void metaindexOrder() {
        long offset = report.footer().metaindex().offset();
        String previous = "";
        Set<String> seen = new HashSet<>();
        for (MetaindexEntry entry : report.metaindex()) {
            String before = previous;
            if (!seen.add(entry.key())) {
                findings.add(Rule.TF_9, offset, () -> "the metaindex has more than one entry " + entry.printableKey());
            } else if (entry.key().compareTo(before) < 0) {
                findings.add(
                        Rule.TF_9,
                        offset,
                        () -> "the metaindex entry " + entry.printableKey() + " comes after "
                                + MetaindexEntry.printable(before) + ": readers that search by order do not find it");
            }
            previous = entry.key();
        }
    }

    /** Every block that the metaindex leads to, but for the filter and for those that were read as its structure. */
    private void metaindexBlocks() throws IOException {
        report.filter().flatMap(TableFilter::handle).ifPresent(checked::add);
        report.userKeyFilter().flatMap(found -> found.filter().entry().handle()).ifPresent(checked::add);
        for (MetaindexEntry entry : report.metaindex()) {
            Optional<BlockHandle> handle = entry.handle();
            boolean read = handle.flatMap(report.structure()::block).isPresent();
            if (handle.isPresent() && !read && checked.add(handle.get())) {
                metaindexBlock(entry, handle.get());
            }
        }
    }

    /**
     * Blocks of a sound table do not overlap, so together they have no more bytes than the file; a metaindex that leads
     * to the same megabytes a thousand times is not followed further.
     */
    private void metaindexBlock(MetaindexEntry entry, BlockHandle handle) throws IOException {
        if (handle.liesInside(report.size()) && budget.lacksStored(handle.size())) {
            findings.add(
                    Rule.TF_8,
                    handle.offset(),
                    () -> "blocks named in the metaindex overlap; " + entry.printableKey() + " was not read");
            return;
        }
        try {
            StoredBlock stored = table.read(entry);
            budget.spendStored(handle.size());
            if (stored.checksum() == Status.BAD) {
                findings.add(
                        Rule.TF_4,
                        handle.offset(),
                        () -> "the checksum of the block " + entry.printableKey() + " is wrong");
            } else if (entry.policyName().isPresent()) {
                anotherFilter(entry, stored);
            }
        } catch (CorruptTableException e) {
            if (!e.reason().isUnsupported()) {
                findings.add(e.rule(), e.offset(), () -> entry.printableKey() + ": " + e.detail());
            }
        }
    }

    /** A filter that a reader of the built-in policies does not use; another reader may. */
    private void anotherFilter(MetaindexEntry entry, StoredBlock stored) throws CorruptTableException {
        if (budget.exceedsContents()) {
            findings.add(
                    Rule.TF_5,
                    stored.handle().offset(),
                    () -> "the filters are too large in total; " + entry.printableKey() + " was not checked");
            return;
        }
        boolean bloom = entry.policyName().flatMap(FilterDialect::safeMatcher).isPresent();
        ByteBuffer contents = ByteBuffer.wrap(stored.contents());
        findings.addAll(TableFilter.findings(contents, bloom, stored, limit));
    }

    /** An index that another sound block replaces, if only an empty one, may leave out data blocks. */
    private void gaps() {
        if (report.damageCount() == 0 && report.gap().isPresent()) {
            findings.add(
                    Rule.TF_11,
                    report.footer().index().offset(),
                    () -> "the index leaves a gap, so keys may be missing");
        }
    }

    private void filter(TableFilter filter) {
        long offset = filter.handle().map(BlockHandle::offset).orElse(0L);
        if (filter.damage().isEmpty() && filter.checksum() == Status.BAD) {
            findings.add(Rule.TF_4, offset, () -> "the checksum of the filter block is wrong");
        }
        findings.addAll(filter.findings());
        if (filter.damage().isEmpty() && filter.findings().isEmpty() && report.damageCount() == 0) {
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
        boolean fewer = count < expected && report.identification().trust() == FilterIdentification.Trust.PREFIXES_ONLY;
        if (count != expected && !padded && !fewer) {
            findings.add(
                    Rule.FB_17, offset, () -> "the block has " + count + " filters, but the data needs " + expected);
        }
        for (FilterSummary.Row row : FilterSummary.rows(filter, report)) {
            if (row.hasBytes() && row.keys() == 0) {
                findings.add(
                        Rule.FB_12,
                        offset,
                        () -> "filter " + row.index() + " has " + row.length()
                                + " bytes, but no data block with keys starts in its window");
            }
        }
    }

    private long expectedFilters(Windows windows) {
        OptionalLong lastStart = OptionalLong.empty();
        long end = 0;
        for (DataBlock block : report.dataBlocks()) {
            if (block.keyCount() > 0) {
                lastStart = OptionalLong.of(block.offset());
            }
            end = block.handle().end();
        }
        return windows.filterCount(lastStart, end);
    }
}
