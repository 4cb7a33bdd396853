// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the entries of an index, LevelDB's or RocksDB's. */
final class IndexReader {
    private static final int MOST_CONTENTS = Integer.MAX_VALUE - 16;

    /** So many data blocks are read at most to see that an index is what it is called. */
    private static final int MOST_TRIED = 64;

    private IndexReader() {}

    /** Receives one entry after another. */
    interface Visitor {
        /**
         * An entry.
         *
         * @param key holds the key from index 0 on; borrowed
         * @param length number of its bytes
         * @param shared how many of them it shares with the key before
         * @param unsharedAt index in the block of the bytes that it does not share
         */
        void entry(byte[] key, int length, int shared, int unsharedAt, BlockHandle handle);
    }

    /** Reads a block and keeps it. */
    interface Blocks {
        KeyValueBlock read(BlockHandle handle) throws IOException;
    }

    /** What the entries of several blocks take together. */
    private static final class Sum {
        long entries;
        long sharedKeyBytes;
    }

    /**
     * All entries of an index, in the order of the block; of a partitioned one, those of its parts (RF-11).
     *
     * @param properties what RocksDB says of the table; empty for LevelDB's. Keys without a tag get one, the last of
     *     their user key
     * @param blocks reads the parts
     * @param place where the index lies
     */
    static IndexEntries readAll(
            KeyValueBlock index, Optional<RocksDbProperties> properties, Blocks blocks, IndexEntries.Place place)
            throws IOException {
        return properties.filter(RocksDbProperties::hasPartitionedIndex).isPresent()
                ? concatenated(parts(index, properties, blocks, place), properties, place)
                : concatenated(List.of(index), properties, place);
    }

    /** The parts lie in the file one after the other, so together they are not larger than it. */
    private static List<KeyValueBlock> parts(
            KeyValueBlock index, Optional<RocksDbProperties> properties, Blocks blocks, IndexEntries.Place place)
            throws IOException {
        List<KeyValueBlock> parts = new ArrayList<>();
        long contents = 0;
        long end = 0;
        for (IndexEntry entry : concatenated(List.of(index), properties, place)) {
            if (entry.handle().offset() < end) {
                throw place.corrupt(Reason.BAD_ORDER, "the parts of the index do not follow one another");
            }
            end = entry.handle().end();
            KeyValueBlock part = blocks.read(entry.handle());
            contents += part.length();
            if (contents > Math.min(TableFile.MOST_BESIDE_DATA + place.fileSize(), MOST_CONTENTS)) {
                throw place.corrupt(Reason.TOO_LARGE, "the parts of the index have more than " + contents + " bytes");
            }
            parts.add(part);
        }
        return parts;
    }

    /**
     * The entries of one block in the form that the properties give.
     *
     * @return entries whose keys have a tag, of zeros if the block has none
     */
    static IndexEntries entriesOf(KeyValueBlock index, Optional<RocksDbProperties> properties, IndexEntries.Place place)
            throws CorruptTableException {
        return concatenated(List.of(index), properties, place);
    }

    private static IndexEntries concatenated(
            List<KeyValueBlock> parts, Optional<RocksDbProperties> properties, IndexEntries.Place place)
            throws CorruptTableException {
        Sum sum = new Sum();
        int length = 0;
        for (KeyValueBlock part : parts) {
            length += part.entriesLimit();
            walk(part, properties, place, (key, keyLength, shared, unsharedAt, handle) -> {
                sum.entries++;
                sum.sharedKeyBytes += shared == 0 ? 0 : keyLength;
            });
        }
        byte[] contents = parts.size() == 1 ? parts.get(0).contents() : new byte[length];
        int tagLength =
                properties.filter(RocksDbProperties::indexesUserKeys).isPresent() ? FilterMatcher.TAG_LENGTH : 0;
        IndexEntries entries = place.room(contents, sum.entries, sum.sharedKeyBytes, tagLength);
        int base = 0;
        for (KeyValueBlock part : parts) {
            int before = base;
            if (parts.size() > 1) {
                System.arraycopy(part.contents(), 0, contents, before, part.entriesLimit());
            }
            walk(
                    part,
                    properties,
                    place,
                    (key, keyLength, shared, unsharedAt, handle) ->
                            entries.add(key, keyLength, shared, before + unsharedAt, handle.offset(), handle.size()));
            base += part.entriesLimit();
        }
        return entries;
    }

    private static void walk(
            KeyValueBlock block, Optional<RocksDbProperties> properties, IndexEntries.Place place, Visitor visitor)
            throws CorruptTableException {
        if (properties.filter(RocksDbProperties::hasDeltaIndex).isPresent()) {
            RocksDbIndex.walk(block, properties.get().hasFirstKeys(), place, visitor);
            return;
        }
        int number = 0;
        KeyValueBlock.Cursor cursor = block.cursor();
        for (; cursor.next(); number++) {
            Optional<BlockHandle> handle = cursor.handle();
            if (handle.isEmpty()) {
                throw place.corrupt(
                        Reason.BAD_HANDLE, "the handle of data block " + number + " in the index does not end");
            }
            visitor.entry(
                    cursor.key(), cursor.keyLength(), cursor.sharedLength(), cursor.unsharedIndex(), handle.get());
        }
    }

    /**
     * Whether an index of RocksDB's newer forms is what the properties call it, so no key is overlooked: a
     * partitioned one leads to data at 0, one with first keys has the first key of the data there. If the data at 0 is
     * damaged, the first block that can be read tells.
     *
     * @param structure says what form data blocks have
     * @param data the entries of the index, those of its parts together
     * @param filtered whether the metaindex names a filter: only a table without keys has neither filter nor data
     * @return {@code true} also if the data is of an unknown kind
     * @throws CorruptTableException about the data at 0, if its checksum is wrong, and so are those of the next blocks,
     *     which follow it without a gap
     */
    static boolean leadsToData(
            TableFile table,
            TableStructure structure,
            KeyValueBlock index,
            IndexEntries data,
            RocksDbProperties properties,
            boolean filtered)
            throws IOException {
        if (data.isEmpty()) {
            return !filtered;
        }
        try {
            return properties.hasFirstKeys()
                    ? RocksDbIndex.holdsFirstKey(table, index, properties.hasDeltaIndex())
                    : data.offset(0) == 0 && leadsToKeys(table, structure, data, 0);
        } catch (CorruptTableException e) {
            return e.reason().isUnsupported() || e.reason() == Reason.CHECKSUM && confirmed(table, structure, data, e);
        }
    }

    private static boolean leadsToKeys(TableFile table, TableStructure structure, IndexEntries data, int entry)
            throws IOException {
        return structure
                .dataEntries(table.read(data.get(entry).handle()))
                .cursor()
                .next();
    }

    /** Whether another data block is where the index says, or else the first two follow each other. */
    private static boolean confirmed(
            TableFile table, TableStructure structure, IndexEntries data, CorruptTableException damage)
            throws IOException {
        for (int entry = 1; entry < Math.min(data.size(), MOST_TRIED); entry++) {
            try {
                return leadsToKeys(table, structure, data, entry);
            } catch (CorruptTableException e) {
                if (e.reason() != Reason.CHECKSUM) {
                    return e.reason().isUnsupported();
                }
            }
        }
        BlockHandle first = data.get(0).handle();
        if (first.size() > 0 && data.size() > 1 && data.offset(1) == first.end()) {
            throw damage;
        }
        return false;
    }
}
