// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Checks the metaindex and every block that it leads to, known or not. For one table. */
final class MetaindexCheck {
    /** Filters that are compressed may have this and the size of the file, together. */
    private static final long FREE_CONTENTS = 64 << 20;

    private final TableFile table;
    private final TableReport analysis;
    private final int limit;
    private final Findings.Collector findings;
    private final Set<BlockHandle> checked = new HashSet<>();
    private long bytesLeft;
    private long contentsLeft;

    MetaindexCheck(TableFile table, TableReport analysis, int limit) {
        this.table = table.ignoringChecksums().countingContents(made -> contentsLeft -= made);
        this.analysis = analysis;
        this.limit = limit;
        this.findings = new Findings.Collector(limit);
        this.bytesLeft = analysis.size();
        this.contentsLeft = FREE_CONTENTS + analysis.size();
    }

    /** The findings on the order of the entries, then on the blocks. */
    Findings findings() throws IOException {
        order();
        Optional<BlockHandle> filter = analysis.filter().flatMap(TableFilter::handle);
        filter.ifPresent(checked::add);
        for (MetaindexEntry entry : analysis.metaindex()) {
            Optional<BlockHandle> handle = entry.handle();
            boolean read = handle.flatMap(analysis.structure()::block).isPresent();
            if (handle.isPresent() && !read && checked.add(handle.get())) {
                block(entry, handle.get());
            }
        }
        return findings.findings();
    }

    private void order() {
        long offset = analysis.footer().metaindex().offset();
        String previous = "";
        Set<String> seen = new HashSet<>();
        for (MetaindexEntry entry : analysis.metaindex()) {
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

    /**
     * Blocks of a sound table do not overlap, so together they have no more bytes than the file; a
     * metaindex that leads to the same megabytes a thousand times is not followed further.
     */
    private void block(MetaindexEntry entry, BlockHandle handle) throws IOException {
        if (handle.liesInside(analysis.size()) && handle.size() > bytesLeft) {
            findings.add(
                    Rule.TF_8,
                    handle.offset(),
                    () -> "the blocks that the metaindex leads to overlap; that of " + entry.printableKey()
                            + " was not read");
            return;
        }
        try {
            StoredBlock stored = table.read(entry);
            bytesLeft -= handle.size();
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
        if (contentsLeft < 0) {
            findings.add(
                    Rule.TF_5,
                    stored.handle().offset(),
                    () -> "the filters that the metaindex leads to have too many bytes together; that of "
                            + entry.printableKey() + " was not looked at");
            return;
        }
        boolean bloom = entry.policyName().flatMap(FilterDialect::safeMatcher).isPresent();
        ByteBuffer contents = ByteBuffer.wrap(stored.contents());
        findings.addAll(TableFilter.findings(contents, bloom, stored, limit));
    }
}
