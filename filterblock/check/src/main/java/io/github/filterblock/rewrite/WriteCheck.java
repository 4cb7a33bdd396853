// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.rewrite.RebuildReport.FilterInfo;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableOrigin;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * The state that a table must have once it is written. A table is read in several passes; if another program changes it
 * between them, the filter may deny keys of the copy, or the copy may be damaged. So the written file is read again:
 * all its blocks are sound, it has as many keys, and the filter that was built denies none of them.
 *
 * @param original the table's file, for messages
 * @param before its report
 * @param filter the filter that was built, if one was
 * @param same whether the copy is to have the same status
 */
record WriteCheck(Path original, TableReport before, Optional<FilterInfo> filter, boolean same) {

    /** A copy that does not differ from the table. */
    static WriteCheck same(Path original, TableReport before) {
        return new WriteCheck(original, before, Optional.empty(), true);
    }

    /** A copy with another filter, or with none. */
    static WriteCheck with(Optional<FilterInfo> filter, Path original, TableReport before) {
        return new WriteCheck(original, before, filter, false);
    }

    /**
     * Reads the written file.
     *
     * @throws FileSystemException of the original if it was changed meanwhile
     */
    void check(Path written) throws IOException {
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.READ)) {
            TableFile table = TableFile.open(TableSource.of(channel, written.toString()));
            TableStructure structure = table.structure().orThrow();
            checkBlocks(table, structure, structure.metaindex());
            FilterHints hints = filter.map(
                            built -> new FilterHints(Optional.of(built.dialect()), Optional.of(built.keyFormat())))
                    .orElse(FilterHints.NONE);
            compare(TableReport.of(table, structure, hints));
        } catch (CorruptTableException e) {
            throw changed("is damaged at offset " + Long.toUnsignedString(e.offset()) + ": " + e.detail());
        }
    }

    /**
     * Reads the blocks that metaindex entries lead to, except the properties, which the structure was read from.
     *
     * @throws CorruptTableException if one is damaged
     */
    static void checkBlocks(TableFile table, TableStructure structure, List<MetaindexEntry> entries)
            throws IOException {
        for (MetaindexEntry entry : entries) {
            if (entry.handle().isPresent() && !entry.key().equals(TableOrigin.ROCKSDB_PROPERTIES)) {
                table.read(entry.handle().get());
            }
        }
        if (structure.propertiesDamage().isPresent()) {
            throw structure.propertiesDamage().get();
        }
    }

    private void compare(TableReport after) throws IOException {
        if (filter.isPresent() && after.firstUnreadableBlock().isPresent()) {
            throw after.firstUnreadableBlock().get();
        }
        if (after.entries() != before.entries() || unreadable(after) != unreadable(before)) {
            String what = filter.isPresent() ? " keys, " : " readable keys, ";
            throw changed("has " + after.entries() + what + before.entries() + " were read before");
        }
        if (filter.isPresent()) {
            checkFilter(after, filter.get().policyName());
        } else if (same && after.status() != before.status()) {
            throw changed("is " + after.status().id() + ", the table was "
                    + before.status().id());
        }
    }

    private void checkFilter(TableReport after, String policyName) throws FileSystemException {
        if (after.filter()
                .filter(found -> found.policyName().equals(policyName))
                .isEmpty()) {
            throw changed("has no filter");
        }
        if (after.falseNegatives() > 0 || after.identification().trust() != Trust.TRUSTED) {
            throw changed("has a filter that denies " + after.falseNegatives() + " of its keys");
        }
    }

    private static long unreadable(TableReport report) {
        return report.dataBlocks().stream()
                .map(DataBlock::damage)
                .filter(Optional::isPresent)
                .count();
    }

    private FileSystemException changed(String how) {
        return new FileSystemException(
                original.toString(), null, "another program changed the table while it was copied: the copy " + how);
    }
}
