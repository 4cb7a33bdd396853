// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockChecksum.Verdict;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Checks a table against every rule of FORMAT.md: each checksum, each block, the layout of the filter block, and each
 * key of each data block against the filter of its window.
 *
 * <p>For one table and one thread; {@link #verify} is all there is to call.
 */
public final class TableVerifier {
    /** How many false negatives are listed one by one; all are counted. */
    public static final int MAX_LISTED_FALSE_NEGATIVES = 10_000;

    /** RocksDB's format version from which on the index is no ordinary block. */
    private static final int FIRST_DELTA_INDEX_VERSION = 4;

    private final TableFile table;
    private final TableAnalysis analysis;
    private final List<Finding> findings = new ArrayList<>();

    private TableVerifier(TableFile table, TableAnalysis analysis) {
        this.table = table;
        this.analysis = analysis;
    }

    /**
     * Verifies a table.
     *
     * @param table the table; stays open
     * @param choice what the caller knows of its filter
     * @return the findings; damage is among them
     * @throws IOException if the file cannot be read
     */
    public static VerifyReport verify(TableFile table, FilterChoice choice) throws IOException {
        return new TableVerifier(table, TableAnalysis.of(table, choice)).report();
    }

    private VerifyReport report() throws IOException {
        for (CorruptTableException damage : analysis.damage()) {
            findings.add(new Finding(damage.reason().rule(), damage.offset(), damage.detail()));
        }
        entriesFindings(table.footer().metaindex());
        if (table.footer().formatVersion() < FIRST_DELTA_INDEX_VERSION) {
            entriesFindings(table.footer().index());
        }
        metaindexOrder();
        analysis.dataBlocks().forEach(block -> findings.addAll(block.findings()));
        indexKeys();
        analysis.filter().ifPresent(this::filterFindings);
        return new VerifyReport(analysis, falseNegatives(), List.copyOf(findings));
    }

    /** Restarts of metaindex and index; that they can be read at all was found out before. */
    private void entriesFindings(BlockHandle handle) throws IOException {
        try {
            TableScan.checkEntries(handle.offset(), table.readEntries(handle), findings);
        } catch (CorruptTableException e) {
            // is among the damage already
        }
    }

    private void metaindexOrder() {
        long offset = table.footer().metaindex().offset();
        String previous = "";
        Set<String> seen = new HashSet<>();
        for (MetaindexEntry entry : analysis.metaindex()) {
            if (!seen.add(entry.key())) {
                findings.add(new Finding(
                        Rule.TF_9, offset, "the metaindex has more than one entry " + entry.printableKey()));
            } else if (entry.key().compareTo(previous) < 0) {
                findings.add(new Finding(
                        Rule.TF_9,
                        offset,
                        "the metaindex entry " + entry.printableKey() + " stands behind "
                                + MetaindexEntry.printable(previous)
                                + ": readers that search by order do not find it"));
            }
            previous = entry.key();
        }
    }

    /** Holds the keys of the index against those of the blocks, where the order of keys is known. */
    private void indexKeys() {
        KeyDomain domain = analysis.reading().keyDomain().orElse(null);
        if (domain == null || !analysis.ascending(domain)) {
            return;
        }
        for (DataBlock block : analysis.dataBlocks()) {
            byte[] key = block.entry().key();
            if (block.keyCount() > 0
                    && domain.allows(key.length)
                    && KeyOrder.compare(domain, key, block.lastKey()) < 0) {
                findings.add(new Finding(
                        Rule.TF_11,
                        table.footer().index().offset(),
                        "the index key of the data block at " + block.offset() + " is below the block's last key"));
            }
        }
    }

    private void filterFindings(TableFilter filter) {
        long offset = filter.handle().map(BlockHandle::offset).orElse(0L);
        if (filter.damage().isEmpty() && filter.checksum() == Verdict.BAD) {
            findings.add(new Finding(Rule.TF_4, offset, "the checksum of the filter block is wrong"));
        }
        findings.addAll(filter.findings());
        if (filter.damage().isEmpty() && filter.findings().isEmpty() && dataIsComplete()) {
            windows(filter, offset);
        }
    }

    private boolean dataIsComplete() {
        return analysis.damage().isEmpty();
    }

    /** Number of filters against the extent of the data (FB-17), and filters where no block starts (FB-12). */
    private void windows(TableFilter filter, long offset) {
        Windows windows = filter.layout().windows().orElseThrow();
        int count = filter.layout().filterCount();
        long expected = expectedFilters(windows);
        // RocksDB may pad its data blocks, and need not put a prefix of every block into its filter.
        boolean padded = count == Math.max(expected, windows.of(offset));
        boolean fewer = count < expected && analysis.reading().trust() == FilterReading.Trust.PREFIXES_ONLY;
        if (count != expected && !padded && !fewer) {
            findings.add(new Finding(
                    Rule.FB_17, offset, "the block has " + count + " filters, but the data takes " + expected));
        }
        Set<Long> used = new HashSet<>();
        for (DataBlock block : analysis.dataBlocks()) {
            if (block.keyCount() > 0) {
                used.add(windows.of(block.offset()));
            }
        }
        for (int i = 0; i < count; i++) {
            if (filter.layout().filterLength(i) > 0 && !used.contains((long) i)) {
                findings.add(new Finding(
                        Rule.FB_12,
                        offset,
                        "filter " + i + " has " + filter.layout().filterLength(i)
                                + " bytes, but no data block with keys starts in its window"));
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

    /** Asks for every key again only if the first pass showed that some are denied. */
    private long falseNegatives() throws IOException {
        if (!analysis.reading().contradicted()) {
            return 0;
        }
        FalseNegatives listed = new FalseNegatives(
                analysis.filter().orElseThrow(), analysis.reading().remaining().get(0), MAX_LISTED_FALSE_NEGATIVES);
        TableScan.scan(table, analysis.structure(), listed::key);
        findings.addAll(listed.listed());
        return listed.count();
    }
}
