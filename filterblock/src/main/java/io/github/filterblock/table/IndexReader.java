// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.InternalKeyFilterPolicy;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.List;
import java.util.Optional;

/** Reads the entries of an index, LevelDB's or RocksDB's. */
final class IndexReader {
    private IndexReader() {}

    /**
     * All entries of an index, in the order of the block.
     *
     * @param place where it lies
     * @param properties what RocksDB says of the table; nothing for LevelDB's. Keys without a tag get one, the last of
     *     their user key
     */
    static List<IndexEntry> readAll(
            KeyValueBlock index, Optional<RocksDbProperties> properties, IndexEntries.Place place)
            throws CorruptTableException {
        if (properties.filter(RocksDbProperties::hasUnknownIndex).isPresent()) {
            throw place.corrupt(
                    Reason.UNKNOWN_INDEX,
                    "RocksDB's index is partitioned or holds first keys; the data blocks are not found through it");
        }
        int tagLength = properties.filter(RocksDbProperties::indexesUserKeys).isPresent()
                ? InternalKeyFilterPolicy.TAG_LENGTH
                : 0;
        return properties.filter(RocksDbProperties::hasDeltaIndex).isPresent()
                ? RocksDbIndex.readAll(index, tagLength, place)
                : readAll(index, tagLength, place);
    }

    private static List<IndexEntry> readAll(KeyValueBlock index, int tagLength, IndexEntries.Place place)
            throws CorruptTableException {
        IndexEntries entries = new IndexEntries(index.contents(), count(index, place), tagLength);
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

    /** The number of entries, if a sound table may have them. */
    private static int count(KeyValueBlock index, IndexEntries.Place place) throws CorruptTableException {
        int entries = 0;
        long sharedKeyBytes = 0;
        KeyValueBlock.Cursor cursor = index.cursor();
        while (cursor.next()) {
            entries++;
            sharedKeyBytes += cursor.sharedLength() == 0 ? 0 : cursor.keyLength();
        }
        place.checkSize(entries, sharedKeyBytes);
        return entries;
    }
}
