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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One pass over the data blocks of a table. A damaged block is noted and passed over.
 *
 * <p>A block that starts before the end of the one before it is not read: an index that points at the same megabytes a
 * thousand times would otherwise cost a thousand times the file.
 */
final class TableScan {
    private static final int ROCKSDB_ZLIB = 2;
    private static final int ROCKSDB_ZSTD = 7;

    private final TableFile table;
    private final boolean dictionary;
    private final StoredKeys storedKeys;
    private final TableKeys.Visitor visitor;
    private final IndexFit fit;
    private final Findings.Collector restarts;
    private final ScannedBlocks.Damage damage;
    private final List<DataBlock> blocks;

    private TableScan(
            TableFile table, TableStructure structure, IndexFit fit, int blocks, int limit, TableKeys.Visitor visitor) {
        this.table = table;
        this.dictionary = structure.origin().dictionary();
        this.storedKeys = new StoredKeys(structure.origin());
        this.visitor = visitor;
        this.fit = fit;
        this.restarts = new Findings.Collector(limit);
        this.damage = new ScannedBlocks.Damage(limit);
        this.blocks = new ArrayList<>(blocks);
    }

    /** Shows every stored key in the order of the file. Up to a limit each damaged block has its reason. */
    static ScannedBlocks scan(TableFile table, TableStructure structure, int limit, TableKeys.Visitor visitor)
            throws IOException {
        IndexFit fit = new IndexFit(
                structure.footer().index().offset(), structure.origin().rocksDb(), limit);
        return new TableScan(table, structure, fit, structure.index().size(), limit, visitor).scan(structure.index());
    }

    /** The same over some of the entries of the index, in their order; what lies between is not missed. */
    static ScannedBlocks sample(
            TableFile table, TableStructure structure, List<IndexEntry> sample, TableKeys.Visitor visitor)
            throws IOException {
        IndexFit fit = new IndexFit(structure.footer().index().offset(), true, 0);
        return new TableScan(table, structure, fit, sample.size(), 0, visitor).scan(sample);
    }

    private ScannedBlocks scan(List<IndexEntry> index) throws IOException {
        for (IndexEntry entry : index) {
            blocks.add(block(entry));
        }
        return new ScannedBlocks(blocks, damage, restarts.findings(), fit);
    }

    private DataBlock block(IndexEntry entry) throws IOException {
        BlockHandle handle = entry.handle();
        if (handle.liesInside(table.size()) && handle.offset() < fit.end()) {
            return overlapping(entry);
        }
        int type = -1;
        try {
            StoredBlock stored = table.read(handle);
            type = stored.type();
            fit.place(handle);
            return keys(entry, type, stored.entries());
        } catch (CorruptTableException e) {
            return unreadable(entry, type, e);
        }
    }

    private DataBlock overlapping(IndexEntry entry) {
        fit.damaged();
        damage.add(
                Reason.BAD_ORDER,
                () -> new CorruptTableException(
                        table.name(),
                        entry.handle().offset(),
                        Reason.BAD_ORDER,
                        "the data block starts before the one before it ends at " + fit.end()));
        return DataBlock.unreadable(entry, -1, Reason.BAD_ORDER);
    }

    private DataBlock unreadable(IndexEntry entry, int type, CorruptTableException e) throws IOException {
        if (entry.handle().liesInside(table.size()) && type < 0) {
            fit.place(entry.handle());
        }
        if (e.reason().meansUnknown()) {
            fit.unknown();
        } else {
            fit.damaged();
        }
        damage.add(e.reason(), () -> explained(e, type));
        return DataBlock.unreadable(entry, type, e.reason());
    }

    /** RocksDB's dictionary shortens zlib and zstd; what cannot be decompressed then is no other format. */
    private CorruptTableException explained(CorruptTableException e, int type) {
        boolean needsDictionary = dictionary
                && e.reason() == Reason.UNKNOWN_COMPRESSION
                && (type == ROCKSDB_ZLIB || type == ROCKSDB_ZSTD);
        return needsDictionary
                ? new CorruptTableException(
                        e.file(),
                        e.offset(),
                        e.reason(),
                        "block type " + type + (type == ROCKSDB_ZLIB ? " (zlib)" : " (zstd)")
                                + " is not decoded: it needs RocksDB's dictionary, the block"
                                + " rocksdb.compression_dict of the table")
                : e;
    }

    /** Walks over a block twice, so that no key of a block that turns out damaged is shown. */
    private DataBlock keys(IndexEntry entry, int type, KeyValueBlock block) throws CorruptTableException {
        long offset = entry.handle().offset();
        Findings.Collector ofBlock = new Findings.Collector(1);
        int keyCount = checkEntries(offset, block, ofBlock);
        restarts.addAll(ofBlock.findings());
        KeyValueBlock.Cursor cursor = block.cursor();
        for (int i = 0; i < keyCount; i++) {
            cursor.next();
            storedKeys.take(cursor.key(), cursor.keyLength());
            if (i == 0) {
                fit.firstKey(storedKeys.key(), storedKeys.length());
            }
            visitor.key(offset, storedKeys.key(), storedKeys.length());
        }
        if (keyCount == 0) {
            fit.empty();
        } else {
            fit.lastKey(entry, storedKeys.key(), storedKeys.length());
        }
        return new DataBlock(entry, type, keyCount, block.length(), Optional.empty());
    }

    /** Counts the entries and compares the restarts with them: each is the start of an entry that shares nothing. */
    static int checkEntries(long blockOffset, KeyValueBlock block, Findings.Collector findings)
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
        return count;
    }
}
