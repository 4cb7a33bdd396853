// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
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
        return read(index, properties, place);
    }

    /**
     * Whether an index can have the form that the properties give it, if this is not read. A partitioned one leads to
     * index blocks behind the data, the first of which leads to the first data block, at 0; one with first keys leads
     * there itself, and has the first key of that block. A table without keys has no entry, and no filter.
     *
     * @param table where to read the first index block and the first data block
     * @param filtered whether the metaindex names a filter
     * @return {@code true} also if one of these blocks is of an unknown kind
     */
    static boolean mayHaveUnknownForm(
            TableFile table, KeyValueBlock index, RocksDbProperties properties, boolean filtered) throws IOException {
        try {
            if (index.entriesLimit() == 0) {
                return !filtered;
            }
            return properties.hasPartitionedIndex()
                    ? leadsToData(table, index, Optional.of(properties))
                    : RocksDbIndex.holdsFirstKey(table, index, properties.hasDeltaIndex());
        } catch (CorruptTableException e) {
            return e.reason().isUnsupported();
        }
    }

    private static boolean leadsToData(TableFile table, KeyValueBlock index, Optional<RocksDbProperties> properties)
            throws IOException {
        IndexEntries parts = read(index, properties, table.indexPlace());
        KeyValueBlock part = table.readEntries(parts.get(0).handle());
        IndexEntries data = read(part, properties, table.indexPlace());
        return !data.isEmpty()
                && data.offset(0) == 0
                && table.readEntries(data.get(0).handle()).cursor().next();
    }

    private static IndexEntries read(
            KeyValueBlock index, Optional<RocksDbProperties> properties, IndexEntries.Place place)
            throws CorruptTableException {
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
