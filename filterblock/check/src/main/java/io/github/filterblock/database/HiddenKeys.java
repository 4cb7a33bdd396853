// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Keys that a database has and its program does not find (DB-6, DB-11). What is found here, {@code verify} reports, and
 * whoever copies the database or shows its keys refuses.
 */
final class HiddenKeys {
    private HiddenKeys() {}

    /**
     * What a table shows.
     *
     * @param report what was read of it
     * @param limit what sequence numbers its keys may have
     * @return that keys have no tags, lie outside the range that the MANIFEST gives, or are too new
     * @throws IOException if its first or last data block cannot be read
     */
    static Findings of(LiveTable live, TableFile table, TableReport report, SequenceLimit limit) throws IOException {
        Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
        if (!report.facts().keysMayHaveTags()) {
            findings.add(
                    Rule.DB_6,
                    live.recordOffset(),
                    () -> "the table has a key without the 8-byte tag that every key of a database has");
        } else if (!report.facts().blocks().isEmpty()
                && report.facts().firstUnreadableBlock().isEmpty()) {
            List<DataBlock> blocks = report.facts().blocks();
            Optional<byte[]> first =
                    TableEnds.first(table, report.structure(), blocks.get(0).handle());
            Optional<byte[]> last = TableEnds.last(
                    table, report.structure(), blocks.get(blocks.size() - 1).handle());
            if (first.isPresent() && last.isPresent()) {
                add(outside(live, first.get(), last.get()), findings);
            }
        }
        add(limit.check(live, report.facts().largestSequence()), findings);
        return findings.findings();
    }

    static void add(Optional<Finding> found, Findings.Collector findings) {
        found.ifPresent(finding -> findings.add(finding.rule(), finding.offset(), finding::message));
    }

    /**
     * Compares the first and the last key of a table with the range that the MANIFEST gives.
     *
     * @param table a live table
     * @param first its first user key
     * @param last its last user key
     * @return that a key lies outside the range, where the database's program does not look for it
     */
    static Optional<Finding> outside(LiveTable table, byte[] first, byte[] last) {
        if (table.keys().isEmpty()) {
            return Optional.empty();
        }
        LiveTable.KeyRange range = table.keys().get();
        String wrong = !range.contains(first) ? "first" : !range.contains(last) ? "last" : "";
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        Rule.DB_11,
                        table.recordOffset(),
                        "the " + wrong + " key of the table lies outside the range that the MANIFEST gives; the"
                                + " database's program does not look for it here"));
    }

    /**
     * Whether a table may have keys outside the range that the MANIFEST gives; its first and its last data block are
     * read.
     *
     * @return whether its first or last key lies outside, or is not known; false if there is no range
     */
    static boolean mayBeOutside(LiveTable live, TableFile table, TableStructure structure) throws IOException {
        List<BlockHandle> blocks =
                structure.index().stream().map(each -> each.handle()).toList();
        if (live.keys().isEmpty() || blocks.isEmpty()) {
            return false;
        }
        try {
            Optional<byte[]> first = TableEnds.first(table, structure, blocks.get(0));
            Optional<byte[]> last = TableEnds.last(table, structure, blocks.get(blocks.size() - 1));
            return first.isEmpty()
                    || last.isEmpty()
                    || outside(live, first.get(), last.get()).isPresent();
        } catch (CorruptTableException e) {
            return true;
        }
    }
}
