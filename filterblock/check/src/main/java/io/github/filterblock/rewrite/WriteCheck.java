// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
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
 */
final class WriteCheck {
    private final Path original;
    private final TableReport before;
    private final Optional<NewFilter> filter;
    private final Optional<TableStatus> status;

    /**
     * A copy of a table.
     *
     * @param original the table's file, for messages
     * @param before its analysis
     * @param filter the filter that was built, if one was
     * @param status the status that the copy must have, if it is to be the table's
     */
    private WriteCheck(Path original, TableReport before, Optional<NewFilter> filter, Optional<TableStatus> status) {
        this.original = original;
        this.before = before;
        this.filter = filter;
        this.status = status;
    }

    /** A copy that does not differ from the table. */
    static WriteCheck same(Path original, TableReport before) {
        return new WriteCheck(original, before, Optional.empty(), Optional.of(before.status()));
    }

    /** A copy with another filter, or with none. */
    static WriteCheck with(Optional<NewFilter> filter, Path original, TableReport before) {
        return new WriteCheck(original, before, filter, Optional.empty());
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
            if (filter.isPresent()) {
                checkKeys(table, structure, filter.get());
            } else {
                checkSame(TableReport.of(table, structure, FilterHints.NONE));
            }
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
            if (entry.handle().isPresent() && !structure.propertiesEntry().equals(Optional.of(entry))) {
                table.read(entry.handle().get());
            }
        }
        if (structure.propertiesDamage().isPresent()) {
            throw structure.propertiesDamage().get();
        }
    }

    private void checkKeys(TableFile table, TableStructure structure, NewFilter built) throws IOException {
        Asked filter = built.recipe() instanceof FilterRecipe.Block recipe
                ? asked(open(table, structure, built, recipe))
                : asked(openFull(table, structure));
        long[] counts = {0, 0};
        TableKeys.visit(table, structure, built.recipe().keyFormat(), (blockOffset, key, length) -> {
            counts[0]++;
            counts[1] += filter.keyMayMatch(blockOffset, key, length) ? 0 : 1;
        });
        if (counts[0] != before.entries()) {
            throw changed("has " + counts[0] + " keys, " + before.entries() + " were read before");
        }
        if (counts[1] > 0) {
            throw changed("has a filter that denies " + counts[1] + " of its keys");
        }
    }

    /** A filter that is asked about a key of a data block. */
    private interface Asked {
        boolean keyMayMatch(long blockOffset, byte[] key, int length);
    }

    private static Asked asked(FilterBlockReader reader) {
        return (blockOffset, key, length) -> reader.keyMayMatch(blockOffset, key, 0, length);
    }

    private static Asked asked(RocksDbFilter filter) {
        return (blockOffset, key, length) -> filter.tableMayMatch(key, 0, length);
    }

    private RocksDbFilter openFull(TableFile table, TableStructure structure) throws IOException {
        RocksDbFilter filter = table.keyFilter(structure).orElseThrow(() -> changed("has no filter"));
        Optional<String> obstacle = filter.contents().obstacle();
        if (obstacle.isPresent()) {
            throw changed("has a filter that denies no key: " + obstacle.get());
        }
        return filter;
    }

    private FilterBlockReader open(
            TableFile table, TableStructure structure, NewFilter built, FilterRecipe.Block recipe) throws IOException {
        for (MetaindexEntry entry : structure.metaindex()) {
            boolean isNew =
                    entry.policyName().filter(built.policyName()::equals).isPresent();
            if (isNew && entry.handle().isPresent()) {
                byte[] block = table.read(entry.handle().get()).contents();
                return FilterBlockReader.wrap(block, 0, block.length, recipe.policy());
            }
        }
        throw changed("has no filter");
    }

    private void checkSame(TableReport after) throws IOException {
        if (after.entries() != before.entries() || unreadable(after) != unreadable(before)) {
            throw changed("has " + after.entries() + " readable keys, " + before.entries() + " were read before");
        }
        if (status.isPresent() && after.status() != status.get()) {
            throw changed("is " + after.status().id() + ", the table was "
                    + status.get().id());
        }
    }

    private static long unreadable(TableReport report) {
        return report.facts().blocks().stream()
                .filter(block -> block.damage().isPresent())
                .count();
    }

    private FileSystemException changed(String how) {
        return new FileSystemException(
                original.toString(), null, "another program changed the table while it was copied: the copy " + how);
    }
}
