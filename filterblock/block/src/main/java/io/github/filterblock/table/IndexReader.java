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
    private static final int MAX_CONTENTS = Integer.MAX_VALUE - 16;

    /** So many data blocks are read at most to see that an index is what it is called. */
    private static final int MAX_TRIED = 64;

    private IndexReader() {}

    /** The entries of an index block, one after another; the first one is there after a call of {@link #next}. */
    interface Entries {
        /** Goes to the next entry; {@code false} after the last one. */
        boolean next() throws CorruptTableException;

        /** Holds the key from index 0 on; borrowed until the next entry. */
        byte[] key();

        int keyLength();

        /** How many bytes of the key are those of the key before. */
        int sharedLength();

        /** Index in the block of the bytes that the key does not share. */
        int unsharedIndex();

        BlockHandle handle();
    }

    /** Entries whose values are whole handles. */
    private static final class WholeHandles implements Entries {
        private final KeyValueBlock.Cursor cursor;
        private final IndexEntries.Place place;
        private int number;
        private BlockHandle handle = Footer.NO_INDEX;

        WholeHandles(KeyValueBlock block, IndexEntries.Place place) {
            this.cursor = block.cursor();
            this.place = place;
        }

        @Override
        public boolean next() throws CorruptTableException {
            if (!cursor.next()) {
                return false;
            }
            Optional<BlockHandle> found = cursor.handle();
            if (found.isEmpty()) {
                throw place.corrupt(
                        Reason.BAD_HANDLE, "the handle of data block " + number + " in the index does not end");
            }
            handle = found.get();
            number++;
            return true;
        }

        @Override
        public byte[] key() {
            return cursor.key();
        }

        @Override
        public int keyLength() {
            return cursor.keyLength();
        }

        @Override
        public int sharedLength() {
            return cursor.sharedLength();
        }

        @Override
        public int unsharedIndex() {
            return cursor.unsharedIndex();
        }

        @Override
        public BlockHandle handle() {
            return handle;
        }
    }

    /** Reads a block and keeps it. */
    interface Blocks {
        KeyValueBlock read(BlockHandle handle) throws IOException;
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
            if (contents > Math.min(TableBlocks.MAX_BESIDE_DATA + place.fileSize(), MAX_CONTENTS)) {
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
        long count = 0;
        long sharedKeyBytes = 0;
        int length = 0;
        for (KeyValueBlock part : parts) {
            length += part.entriesLimit();
            Entries each = entriesIn(part, properties, place);
            while (each.next()) {
                count++;
                sharedKeyBytes += each.sharedLength() == 0 ? 0 : each.keyLength();
            }
        }
        byte[] contents = parts.size() == 1 ? parts.get(0).contents() : new byte[length];
        int tagLength =
                properties.filter(RocksDbProperties::indexesUserKeys).isPresent() ? FilterMatcher.TAG_LENGTH : 0;
        IndexEntries entries = place.room(contents, count, sharedKeyBytes, tagLength);
        int base = 0;
        for (KeyValueBlock part : parts) {
            if (parts.size() > 1) {
                System.arraycopy(part.contents(), 0, contents, base, part.entriesLimit());
            }
            addAll(entriesIn(part, properties, place), base, entries);
            base += part.entriesLimit();
        }
        return entries;
    }

    private static void addAll(Entries part, int base, IndexEntries entries) throws CorruptTableException {
        while (part.next()) {
            BlockHandle handle = part.handle();
            entries.add(
                    part.key(),
                    part.keyLength(),
                    part.sharedLength(),
                    base + part.unsharedIndex(),
                    handle.offset(),
                    handle.size());
        }
    }

    private static Entries entriesIn(
            KeyValueBlock block, Optional<RocksDbProperties> properties, IndexEntries.Place place) {
        return properties.filter(RocksDbProperties::hasDeltaIndex).isPresent()
                ? new RocksDbIndex(block, properties.get().hasFirstKeys(), place)
                : new WholeHandles(block, place);
    }

    /**
     * Whether an index of RocksDB's newer forms is what the properties call it, so no key is overlooked: a
     * partitioned one leads to data at 0, one with first keys has the first key of the data there. If the data at 0 is
     * damaged, the first block that can be read tells.
     *
     * @param form of the data blocks
     * @param data the entries of the index, those of its parts together
     * @param filtered whether the metaindex names a filter: only a table without keys has neither filter nor data
     * @return {@code true} also if the data is of an unknown kind
     * @throws CorruptTableException about the data at 0, if its checksum is wrong, and so are those of the next blocks,
     *     which follow it without a gap
     */
    static boolean leadsToData(
            TableBlocks table,
            TableForm form,
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
                    : data.offset(0) == 0 && leadsToKeys(table, form, data, 0);
        } catch (CorruptTableException e) {
            return e.reason().isUndecoded() || e.reason() == Reason.CHECKSUM && confirmed(table, form, data, e);
        }
    }

    private static boolean leadsToKeys(TableBlocks table, TableForm form, IndexEntries data, int entry)
            throws IOException {
        return form.data(table.read(data.get(entry).handle())).cursor().next();
    }

    /** Whether another data block is where the index says, or else the first two follow each other. */
    private static boolean confirmed(TableBlocks table, TableForm form, IndexEntries data, CorruptTableException damage)
            throws IOException {
        for (int entry = 1; entry < Math.min(data.size(), MAX_TRIED); entry++) {
            try {
                return leadsToKeys(table, form, data, entry);
            } catch (CorruptTableException e) {
                if (e.reason() != Reason.CHECKSUM) {
                    return e.reason().isUndecoded();
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
