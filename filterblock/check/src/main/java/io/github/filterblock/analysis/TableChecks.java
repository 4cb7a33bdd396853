// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The findings on a table: each deviation from FORMAT.md that the pass over its data, its metaindex, and every block
 * that the metaindex leads to show. For one table.
 */
final class TableChecks {
    /** RocksDB's format version from which on the index is not an ordinary block. */
    private static final int FIRST_DELTA_INDEX_VERSION = 4;

    private static final int LIMIT = Findings.USUAL_LIMIT;

    private final TableFile table;
    private final TableReport report;
    private final TableFacts facts;
    private final Optional<ExaminedFilter> filter;
    private final Findings.Collector findings;
    private final Set<BlockHandle> checked = new HashSet<>();
    private final ReadBudget budget;

    TableChecks(TableFile table, TableReport report) {
        this.budget = ReadBudget.besideData(table.name(), report.size());
        this.table = table.ignoringChecksums().countingContents(budget::spendContents);
        this.report = report;
        this.facts = report.facts();
        this.filter = report.filter();
        this.findings = new Findings.Collector(LIMIT);
    }

    /** All findings, in the order of the checks. */
    Findings findings() throws IOException {
        damage();
        Footer footer = facts.structure().footer();
        restarts(footer.metaindex());
        if (footer.formatVersion() < FIRST_DELTA_INDEX_VERSION) {
            restarts(footer.index());
        }
        metaindexOrder();
        metaindexBlocks();
        findings.addAll(facts.scanned().restarts());
        findings.addAll(facts.scanned().hashIndexes());
        keyOrder();
        gaps();
        filter.ifPresent(found -> findings.addAll(found.findings()));
        untaggedKeys();
        if (report.facts().hasAllKeys() && facts.origin().hasInternalKeys()) {
            findings.addAll(StatedEntries.findings(table, facts));
        }
        return findings.findings();
    }

    /** The order of keys in the data blocks, and that of the keys which separate the blocks. */
    private void keyOrder() {
        Optional<String> comparator = facts.structure().comparator();
        comparator
                .flatMap(facts::outOfOrder)
                .ifPresent(each -> findings.add(each.rule(), each.offset(), each::message));
        boolean bytewise =
                comparator.map(Order::of).filter(Order.BYTEWISE::equals).isPresent();
        Optional<KeyFormat> likely =
                filter.flatMap(found -> found.identification().keyFormat()).or(facts::likelyFormat);
        Optional<KeyFormat> format = bytewise && facts.isComplete()
                ? Optional.of(KeyFormat.USER_KEY)
                : likely.filter(facts::ascending).filter(known -> !hasOrderOfItsOwn());
        format.ifPresent(each -> findings.addAll(facts.scanned().consistency().separators(each)));
    }

    /** Keys of a comparer of Pebble's may ascend in byte order by chance; its separators need not. */
    private boolean hasOrderOfItsOwn() {
        return facts.structure().footer().pebbleFormat() > 0 && facts.origin().transformsKeys();
    }

    private void damage() {
        List<CorruptTableException> ofStructure = facts.structure().damage();
        add(ofStructure);
        filter.map(ExaminedFilter::damage).orElse(List.of()).stream()
                .filter(each -> !ofStructure.contains(each))
                .forEach(this::add);
        TableScan.Damage blocks = facts.scanned().damage();
        Findings.Collector first = new Findings.Collector(LIMIT);
        blocks.reasons().forEach(each -> first.add(each.rule(), each.offset(), each::detail));
        findings.addAll(
                new Findings(first.findings().first(), Math.max(first.findings().count(), blocks.count())));
    }

    private void add(List<CorruptTableException> damage) {
        damage.forEach(this::add);
    }

    private void add(CorruptTableException damage) {
        findings.add(damage.rule(), damage.offset(), damage::detail);
    }

    /** Restarts of metaindex and index, where they could be read. */
    private void restarts(BlockHandle handle) {
        try {
            Optional<KeyValueBlock> block = facts.structure().block(handle);
            if (block.isPresent()) {
                TableScan.checkEntries(handle.offset(), block.get(), findings);
            }
        } catch (CorruptTableException e) {
            // is among the damage already
        }
    }

    private void metaindexOrder() {
        long offset = facts.structure().footer().metaindex().offset();
        String previous = "";
        Set<String> seen = new HashSet<>();
        for (MetaindexEntry entry : facts.structure().metaindex()) {
            String before = previous;
            if (!seen.add(entry.key())) {
                findings.add(Rule.TF_9, offset, () -> "the metaindex has more than one entry " + entry.printableKey());
            } else if (entry.key().compareTo(before) < 0) {
                findings.add(
                        Rule.TF_9,
                        offset,
                        () -> "the metaindex entry " + entry.printableKey() + " comes after "
                                + MetaindexEntry.printable(before) + ": readers that bisect may not find it");
            }
            previous = entry.key();
        }
    }

    /** Every block that the metaindex leads to, but for the filter and for those that were read as its structure. */
    private void metaindexBlocks() throws IOException {
        filter.flatMap(found -> found.entry().handle()).ifPresent(checked::add);
        damagedProperties().flatMap(MetaindexEntry::handle).ifPresent(checked::add);
        for (MetaindexEntry entry : facts.structure().metaindex()) {
            Optional<BlockHandle> handle = entry.handle();
            boolean read = handle.flatMap(facts.structure()::block).isPresent();
            if (handle.isPresent() && !read && checked.add(handle.get())) {
                metaindexBlock(entry, handle.get());
            }
        }
    }

    /** The entry of RocksDB's properties, if what is wrong with them is among the damage. */
    private Optional<MetaindexEntry> damagedProperties() {
        TableStructure structure = facts.structure();
        boolean damaged = structure
                .propertiesDamage()
                .filter(structure.damage()::contains)
                .isPresent();
        return structure.propertiesEntry().filter(entry -> damaged);
    }

    /**
     * Blocks of a sound table do not overlap, so together they have no more bytes than the file; a metaindex that leads
     * to the same megabytes a thousand times is not followed further.
     */
    private void metaindexBlock(MetaindexEntry entry, BlockHandle handle) throws IOException {
        if (handle.liesInside(facts.size()) && budget.lacksStored(handle.size())) {
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
            if (!e.reason().isUndecoded()) {
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
        findings.addAll(LocatedFilterBlock.findings(contents, bloom, stored));
    }

    /** Keys that a filter was asked for are among its findings. */
    private void untaggedKeys() {
        boolean known = filter.stream()
                .flatMap(found -> found.findings().first().stream())
                .anyMatch(each -> each.rule() == Rule.TF_12);
        if (!known) {
            facts.untaggedBlock()
                    .ifPresent(block -> findings.add(
                            Rule.TF_12,
                            block,
                            () -> "a key of the data block is too short for the 8-byte tag that all keys of RocksDB"
                                    + " have"));
        }
    }

    private void gaps() {
        report.gap().ifPresent(gap -> findings.add(gap.rule(), gap.offset(), gap::message));
    }
}
