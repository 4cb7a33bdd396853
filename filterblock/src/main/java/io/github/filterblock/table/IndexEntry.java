// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.InternalKeyFilterPolicy;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One entry of a table's index: a data block, and a key that parts it from the next one (TF-11). Immutable.
 *
 * @param key not below the last key of the block and below the first key of the next; not to be changed
 * @param handle where the block lies
 */
public record IndexEntry(byte[] key, BlockHandle handle) {
    /** Keys of RocksDB's index may share with those before them; LevelDB's do not. */
    static final int ROCKSDB_SHARING = 16;

    /** All entries of an index, in the order of the block. */
    static List<IndexEntry> readAll(KeyValueBlock index, String file, long indexOffset) throws CorruptTableException {
        return readAll(index, 1, file, indexOffset);
    }

    private static List<IndexEntry> readAll(KeyValueBlock index, int mostSharing, String file, long indexOffset)
            throws CorruptTableException {
        List<IndexEntry> entries = new ArrayList<>();
        KeyValueBlock.Cursor cursor = index.cursor(mostSharing);
        while (cursor.next()) {
            byte[] value = cursor.copyOfValue();
            int number = entries.size();
            BlockHandle handle = BlockHandle.decode(value, 0, value.length)
                    .orElseThrow(() -> new CorruptTableException(
                            file,
                            indexOffset,
                            Reason.BAD_HANDLE,
                            "the handle of data block " + number + " in the index does not end"));
            entries.add(new IndexEntry(cursor.copyOfKey(), handle));
        }
        return List.copyOf(entries);
    }

    /** All entries of an index of RocksDB's. Keys get the tag that they lack, the last one of their user key. */
    static List<IndexEntry> readAll(KeyValueBlock index, RocksDbProperties properties, String file, long indexOffset)
            throws CorruptTableException {
        if (properties.hasPartitionedIndex() || properties.hasFirstKeysInIndex()) {
            throw new CorruptTableException(
                    file,
                    indexOffset,
                    Reason.UNKNOWN_INDEX,
                    "RocksDB's index is partitioned or holds first keys; the data blocks are not found through it");
        }
        List<IndexEntry> entries = properties.hasDeltaIndex()
                ? RocksDbIndex.readAll(index, file, indexOffset)
                : readAll(index, ROCKSDB_SHARING, file, indexOffset);
        return properties.indexesUserKeys()
                ? entries.stream()
                        .map(entry -> new IndexEntry(
                                Arrays.copyOf(entry.key, entry.key.length + InternalKeyFilterPolicy.TAG_LENGTH),
                                entry.handle))
                        .toList()
                : entries;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexEntry that && Arrays.equals(key, that.key) && handle.equals(that.handle);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(key) + handle.hashCode();
    }
}
