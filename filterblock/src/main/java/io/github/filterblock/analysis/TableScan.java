// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableOrigin;
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
    private static final byte[] NO_KEY = {};
    private static final int ROCKSDB_ZLIB = 2;
    private static final int ROCKSDB_ZSTD = 7;

    /** Is shown every stored key in the order of the file; the array is reused. */
    interface KeyVisitor {
        void key(long blockOffset, byte[] key, int keyLength);
    }

    private final TableFile table;
    private final boolean dictionary;
    private final StoredKeys storedKeys;
    private final KeyVisitor visitor;
    private long previousEnd;

    private TableScan(TableFile table, TableOrigin origin, KeyVisitor visitor) {
        this.table = table;
        this.dictionary = origin.dictionary();
        this.storedKeys = new StoredKeys(origin);
        this.visitor = visitor;
    }

    static List<DataBlock> scan(TableFile table, TableStructure structure, KeyVisitor visitor) throws IOException {
        return scan(table, structure, structure.index(), visitor);
    }

    /** The same over some of the entries of the index, in their order. */
    static List<DataBlock> scan(TableFile table, TableStructure structure, List<IndexEntry> index, KeyVisitor visitor)
            throws IOException {
        TableScan scan = new TableScan(table, structure.origin(), visitor);
        List<DataBlock> blocks = new ArrayList<>(index.size());
        for (IndexEntry entry : index) {
            blocks.add(scan.block(entry));
        }
        return List.copyOf(blocks);
    }

    private DataBlock block(IndexEntry entry) throws IOException {
        int type = -1;
        try {
            checkPlace(entry.handle());
            StoredBlock stored = table.read(entry.handle());
            type = stored.type();
            return keys(entry, type, stored.entries());
        } catch (CorruptTableException e) {
            return new DataBlock(entry, type, 0, 0, NO_KEY, NO_KEY, List.of(), Optional.of(explained(e, type)));
        }
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

    private void checkPlace(BlockHandle handle) throws IOException {
        if (handle.liesInside(table.size())) {
            if (handle.offset() < previousEnd) {
                throw new CorruptTableException(
                        table.name(),
                        handle.offset(),
                        Reason.BAD_ORDER,
                        "the data block starts before the one before it ends at " + previousEnd);
            }
            previousEnd = handle.end();
        }
    }

    /** Walks over a block twice, so that no key of a block that turns out damaged is shown. */
    private DataBlock keys(IndexEntry entry, int type, KeyValueBlock block) throws CorruptTableException {
        List<Finding> findings = new ArrayList<>();
        int keyCount = checkEntries(entry.handle().offset(), block, findings);
        byte[] firstKey = NO_KEY;
        KeyValueBlock.Cursor cursor = block.cursor();
        for (int i = 0; i < keyCount; i++) {
            cursor.next();
            storedKeys.take(cursor.key(), cursor.keyLength());
            if (i == 0) {
                firstKey = storedKeys.copy();
            }
            visitor.key(entry.handle().offset(), storedKeys.key(), storedKeys.length());
        }
        byte[] lastKey = keyCount == 0 ? NO_KEY : storedKeys.copy();
        return new DataBlock(
                entry, type, keyCount, block.length(), firstKey, lastKey, List.copyOf(findings), Optional.empty());
    }

    /** Counts the entries and holds the restarts against them: each is the start of an entry that shares nothing. */
    static int checkEntries(long blockOffset, KeyValueBlock block, List<Finding> findings)
            throws CorruptTableException {
        int count = 0;
        int restart = 0;
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            if (restart < block.restartCount() && block.restart(restart) == cursor.entryIndex()) {
                if (cursor.sharedLength() != 0) {
                    findings.add(new Finding(
                            Rule.TF_7,
                            blockOffset,
                            "restart " + restart + " of the block points at an entry that shares "
                                    + cursor.sharedLength() + " bytes with the one before"));
                }
                restart++;
            }
            count++;
        }
        boolean emptyBlock = count == 0 && block.restartCount() == 1 && block.restart(0) == 0;
        if (restart < block.restartCount() && !emptyBlock) {
            findings.add(new Finding(
                    Rule.TF_7,
                    blockOffset,
                    "restart " + restart + " of the block points at " + block.restart(restart)
                            + ", where no entry starts"));
        }
        return count;
    }
}
