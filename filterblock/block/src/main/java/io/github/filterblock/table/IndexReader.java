// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Optional;

/** Reads the entries of an index, LevelDB's or RocksDB's. */
final class IndexReader {
    private IndexReader() {}

    /**
     * All entries of an index, in the order of the block.
     *
     * @param place where it lies
     * @param properties what RocksDB says of the table; empty for LevelDB's. Keys without a tag get one, the last of
     *     their user key
     */
    static IndexEntries readAll(KeyValueBlock index, Optional<RocksDbProperties> properties, IndexEntries.Place place)
            throws CorruptTableException {
        if (properties.filter(RocksDbProperties::hasUnknownIndex).isPresent()) {
            throw place.corrupt(
                    Reason.UNKNOWN_INDEX,
                    "RocksDB's index is partitioned or holds first keys; the data blocks are not found through it");
        }
        int tagLength =
                properties.filter(RocksDbProperties::indexesUserKeys).isPresent() ? FilterMatcher.TAG_LENGTH : 0;
        return properties.filter(RocksDbProperties::hasDeltaIndex).isPresent()
                ? RocksDbIndex.readAll(index, tagLength, place)
                : readAll(index, tagLength, place);
    }

    private static IndexEntries readAll(KeyValueBlock index, int tagLength, IndexEntries.Place place)
            throws CorruptTableException {
        IndexEntries entries = room(index, tagLength, place);
        KeyValueBlock.Cursor cursor = index.cursor();
        while (cursor.next()) {
            BlockHandle handle = cursor.handle()
                    .orElseThrow(() -> place.corrupt(
                            Reason.BAD_HANDLE,
                            "the handle of data block " + entries.size() + " in the index does not end"));
            entries.add(
                    cursor.key(),
                    cursor.keyLength(),
                    cursor.sharedLength(),
                    cursor.unsharedIndex(),
                    handle.offset(),
                    handle.size());
        }
        return entries;
    }

    /** Counts the entries. */
    private static IndexEntries room(KeyValueBlock index, int tagLength, IndexEntries.Place place)
            throws CorruptTableException {
        int entries = 0;
        long sharedKeyBytes = 0;
        KeyValueBlock.Cursor cursor = index.cursor();
        while (cursor.next()) {
            entries++;
            sharedKeyBytes += cursor.sharedLength() == 0 ? 0 : cursor.keyLength();
        }
        return place.room(index.contents(), entries, sharedKeyBytes, tagLength);
    }
}
