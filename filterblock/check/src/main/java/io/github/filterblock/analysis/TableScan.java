// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the data blocks of a table. A damaged block is recorded and skipped.
 *
 * <p>A block that starts before the end of the one before it is not read: an index that points at the same megabytes a
 * thousand times would otherwise cost a thousand times the file.
 */
final class TableScan {
    /** The types of blocks for which RocksDB uses a dictionary. */
    private static final Map<Integer, String> ROCKSDB_DICTIONARY_TYPES =
            Map.of(2, "zlib", 4, "LZ4", 5, "LZ4HC", 7, "zstd");

    /** An entry has three lengths of at least a byte each. */
    private static final int LEAST_ENTRY = 3;

    private final TableFile table;
    private final long fileSize;
    private final boolean dictionary;
    private final StoredKeys storedKeys;
    private final TableKeyVisitor visitor;
    private final IndexConsistency fit;
    private final Findings.Collector restarts;
    private final ScannedBlocks.Damage damage;
    private final List<IndexEntry> index;
    private final BlockColumns blocks;
    private final ReadBudget budget;
    private @Nullable CorruptTableException exhausted;

    private TableScan(
            TableFile table,
            ReadBudget budget,
            TableStructure structure,
            List<IndexEntry> index,
            int limit,
            TableKeyVisitor visitor)
            throws IOException {
        this.table = table;
        this.budget = budget;
        this.fileSize = table.size();
        this.dictionary = structure.origin().dictionary();
        this.storedKeys = new StoredKeys(structure.origin());
        this.visitor = visitor;
        this.fit = new IndexConsistency(structure.footer().index().offset(), limit);
        this.restarts = new Findings.Collector(limit);
        this.damage = new ScannedBlocks.Damage(limit);
        this.index = index;
        this.blocks = new BlockColumns(index);
    }

    /** Shows every stored key in the order of the file. Up to a limit each damaged block has its reason. */
    static ScannedBlocks scan(TableFile table, TableStructure structure, int limit, TableKeyVisitor visitor)
            throws IOException {
        ReadBudget budget = ReadBudget.ofData(table.name(), table.size());
        TableFile sequential = table.sequentially(structure, budget::spendContents);
        return new TableScan(sequential, budget, structure, structure.index(), limit, visitor).scan();
    }

    /** The same over some of the entries of the index, in their order. */
    static ScannedBlocks sample(
            TableFile table, TableStructure structure, List<IndexEntry> sample, TableKeyVisitor visitor)
            throws IOException {
        ReadBudget budget = ReadBudget.ofData(table.name(), table.size());
        TableFile counting = table.countingContents(budget::spendContents);
        return new TableScan(counting, budget, structure, sample, 0, visitor).scan();
    }

    private ScannedBlocks scan() throws IOException {
        for (IndexEntry entry : index) {
            if (exhausted != null) {
                CorruptTableException why = exhausted;
                passOver(Reason.TOO_LARGE, () -> why);
            } else {
                block(entry);
            }
        }
        return new ScannedBlocks(blocks, damage, restarts.findings(), fit);
    }

    private void block(IndexEntry entry) throws IOException {
        BlockHandle handle = entry.handle();
        boolean inside = handle.liesInside(fileSize);
        if (inside && handle.offset() < fit.end()) {
            passOver(Reason.BAD_ORDER, () -> overlap(handle));
        } else if (!inside && !damage.wants(Reason.OUTSIDE_FILE)) {
            passOver(Reason.OUTSIDE_FILE, () -> overlap(handle)); // only counted: an exception takes a microsecond
        } else {
            read(entry, inside);
        }
    }

    private void passOver(Reason reason, Supplier<CorruptTableException> why) {
        fit.damaged();
        damage.add(reason, why);
        blocks.addUnreadable(-1, reason);
    }

    private CorruptTableException overlap(BlockHandle handle) {
        return new CorruptTableException(
                table.name(),
                handle.offset(),
                Reason.BAD_ORDER,
                "the data block starts before the one before it ends at " + fit.end());
    }

    private void read(IndexEntry entry, boolean inside) throws IOException {
        if (inside) {
            fit.place(entry.handle());
        }
        int type = -1;
        try {
            StoredBlock stored = table.read(entry.handle());
            type = stored.type();
            keys(entry, type, stored.entries());
        } catch (CorruptTableException e) {
            unreadable(type, e);
            budget.spendDamage();
            exhausted = budget.exceededAt(entry.handle().offset()).orElse(null);
        }
    }

    private void unreadable(int type, CorruptTableException e) {
        if (e.reason().isUnsupported()) {
            fit.unknown();
        } else {
            fit.damaged();
        }
        damage.add(e.reason(), () -> explained(e, type));
        blocks.addUnreadable(type, e.reason());
    }

    /**
     * RocksDB's dictionary serves several compressions; a block that cannot be decompressed without it is not of
     * another format.
     */
    private CorruptTableException explained(CorruptTableException e, int type) {
        boolean needsDictionary =
                dictionary && e.reason() == Reason.UNKNOWN_COMPRESSION && ROCKSDB_DICTIONARY_TYPES.containsKey(type);
        return needsDictionary
                ? new CorruptTableException(
                        e.file(),
                        e.offset(),
                        e.reason(),
                        "block type " + type + " (" + ROCKSDB_DICTIONARY_TYPES.get(type) + ")"
                                + " is not decoded: it needs RocksDB's dictionary, the block"
                                + " rocksdb.compression_dict of the table")
                : e;
    }

    /** Walks over a block twice, so that no key of a damaged block is shown. */
    private void keys(IndexEntry entry, int type, KeyValueBlock block) throws CorruptTableException {
        long offset = entry.handle().offset();
        Findings.Collector ofBlock = new Findings.Collector(1);
        Entries entries = counted(offset, block, ofBlock);
        Optional<CorruptTableException> exceeded = budget.exceededAt(offset);
        if (exceeded.isPresent()) {
            throw exceeded.get();
        }
        restarts.addAll(ofBlock.findings());
        KeyValueBlock.Cursor cursor = block.cursor();
        for (int i = 0; i < entries.count(); i++) {
            cursor.next();
            storedKeys.take(cursor.key(), cursor.keyLength());
            if (i == 0) {
                fit.firstKey(storedKeys.key(), storedKeys.length());
            }
            visitor.key(offset, storedKeys.key(), storedKeys.length());
        }
        if (entries.count() == 0) {
            fit.empty();
        } else {
            fit.lastKey(entry, storedKeys.key(), storedKeys.length());
        }
        blocks.add(type, entries.count(), block.length());
    }

    /** What a walk over the entries of a damaged block takes counts as well. */
    private Entries counted(long offset, KeyValueBlock block, Findings.Collector findings)
            throws CorruptTableException {
        try {
            Entries entries = checkEntries(offset, block, findings);
            budget.spendKeys(entries.count(), entries.keyBytes());
            return entries;
        } catch (CorruptTableException e) {
            budget.spendKeys(block.length() / LEAST_ENTRY, 0);
            throw e;
        }
    }

    /**
     * The result of a walk over the entries of a block.
     *
     * @param count number of entries
     * @param keyBytes number of bytes of their keys, each written out in full
     */
    record Entries(int count, long keyBytes) {}

    /** Counts the entries and compares the restarts with them: each is the start of an entry that shares nothing. */
    static Entries checkEntries(long blockOffset, KeyValueBlock block, Findings.Collector findings)
            throws CorruptTableException {
        int count = 0;
        int restart = 0;
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            if (restart < block.restartCount() && block.restart(restart) == cursor.entryIndex()) {
                if (cursor.sharedLength() != 0) {
                    int number = restart;
                    findings.add(
                            Rule.TF_7,
                            blockOffset,
                            () -> "restart " + number + " of the block points at an entry that shares "
                                    + cursor.sharedLength() + " bytes with the one before");
                }
                restart++;
            }
            count++;
        }
        boolean emptyBlock = count == 0 && block.restartCount() == 1 && block.restart(0) == 0;
        if (restart < block.restartCount() && !emptyBlock) {
            int number = restart;
            findings.add(
                    Rule.TF_7,
                    blockOffset,
                    () -> "restart " + number + " of the block points at " + block.restart(number)
                            + ", where no entry starts");
        }
        return new Entries(count, cursor.keyBytes());
    }
}
