// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads the full or partitioned filter of a table, and keeps what is damaged as a partition that always matches. */
final class RocksDbFilterReader {
    /** A partition takes as much of a file with its entry in the index of partitions, and with its index and data. */
    private static final int MIN_OF_FILE = 64;

    /** So many damaged partitions are kept with their reasons; a filter with more is not read. */
    private static final int MAX_DAMAGED = 100;

    /** RocksDB's kinds of entries are well below, apart from the highest one ({@code db/dbformat.h}). */
    private static final int MAX_KIND = 0x1f;

    private static final byte SEEK_KIND = 0x7f;

    /** From this size on a filter has an array that takes a region or more of G1's, if regions have a megabyte. */
    private static final int OWN_REGION = 1 << 19;

    /** With the header of an array, 16 bytes, one line of a processor's cache. */
    private static final int REST_OF_LINE = 48;

    private static final byte[] NO_BYTES = {};

    private RocksDbFilterReader() {}

    /**
     * Reads the filter of a metaindex entry; damage is part of the result.
     *
     * @param kept what was read already, into which nothing is read ahead
     */
    static RocksDbFilter read(TableBlocks table, Metaindex metaindex, MetaindexEntry entry, KeptBlocks kept)
            throws IOException {
        FilterForm form = entry.filterForm().orElseThrow();
        Footer footer = metaindex.footer();
        boolean known = footer.pebbleFormat() > 0 || entry.leadsToBinaryFuse();
        LegacyHash hash = known || !footer.mayBePebbles() ? LegacyHash.SIGNED : LegacyHash.EITHER;
        List<FilterPartition> partitions = List.of();
        Optional<CorruptTableException> damage = Optional.empty();
        try {
            BlockHandle handle = table.handleOf(entry);
            partitions = form == FilterForm.FULL
                    ? List.of(partition(table, entry, NO_BYTES, 0, handle, hash))
                    : partitions(table, entry, handle, metaindex, kept, hash);
        } catch (CorruptTableException e) {
            damage = Optional.of(e);
        }
        boolean mayBePebbles = footer.mayBePebbles()
                && form == FilterForm.FULL
                && partitions.stream().allMatch(RocksDbFilterReader::mayBePebbles);
        FilterContents contents = metaindex.contents(form, mayBePebbles);
        return new RocksDbFilter(entry, form, contents, hash, partitions, damage, metaindex.propertiesDamage());
    }

    /** Reads a full filter that the reader's own policy wrote, over whole user keys, in a table without properties. */
    static RocksDbFilter own(TableBlocks table, MetaindexEntry entry) throws IOException {
        BlockHandle handle = table.handleOf(entry);
        FilterPartition filter = new FilterPartition(
                NO_BYTES, 0, handle, filter(table, entry, handle, LegacyHash.SIGNED), Optional.empty());
        return new RocksDbFilter(
                entry,
                FilterForm.FULL,
                FilterContents.OWN,
                LegacyHash.SIGNED,
                List.of(filter),
                Optional.empty(),
                Optional.empty());
    }

    /** Pebble writes none of RocksDB's newer kinds. */
    private static boolean mayBePebbles(FilterPartition partition) {
        FullFilterKind kind = partition.filter().geometry().kind();
        return kind != FullFilterKind.FAST_LOCAL_BLOOM && kind != FullFilterKind.RIBBON;
    }

    /**
     * Partitions do not overlap, so together they are not larger than the file. Each has its entry in the index of
     * partitions, and its part of the table's index and data, so there are not more than the file has room for.
     *
     * @throws CorruptTableException also the one of the properties, if they cannot be read and give the form of the
     *     index of partitions
     */
    private static List<FilterPartition> partitions(
            TableBlocks table,
            MetaindexEntry entry,
            BlockHandle handle,
            Metaindex metaindex,
            KeptBlocks kept,
            LegacyHash hash)
            throws IOException {
        Optional<CorruptTableException> lost = metaindex.propertiesDamage();
        if (lost.isPresent()
                && RocksDbProperties.giveFormOfIndex(metaindex.footer().formatVersion())) {
            throw lost.get();
        }
        Optional<RocksDbProperties> properties = metaindex.properties();
        FilterContents contents = metaindex.contents(FilterForm.PARTITIONED, false);
        boolean tagged = !properties.map(RocksDbProperties::indexesUserKeys).orElse(false);
        IndexEntries.Place place = table.place(handle);
        KeyValueBlock index = table.besideData().read(handle).entries();
        IndexEntries entries = IndexReader.entriesOf(index, properties, place);
        if (entries.size() > place.fileSize() / MIN_OF_FILE) {
            throw place.corrupt(
                    Reason.TOO_LARGE,
                    entries.size() + " filter partitions are too many for a file of " + place.fileSize() + " bytes");
        }
        TableBlocks sequential = table.sequentially(kept::next);
        List<FilterPartition> partitions = new ArrayList<>();
        long end = 0;
        int damaged = 0;
        for (IndexEntry each : entries) {
            byte[] separator = separator(each.key(), contents, tagged, place);
            if (each.handle().offset() < end) {
                throw place.corrupt(Reason.BAD_ORDER, "the filter partitions do not follow one another");
            }
            end = each.handle().end();
            long tag = LittleEndian.longAt(each.key(), each.key().length - FilterMatcher.TAG_LENGTH);
            FilterPartition partition = partition(sequential, entry, separator, tag, each.handle(), hash);
            damaged += partition.damage().isPresent() ? 1 : 0;
            if (damaged > MAX_DAMAGED) {
                throw partition.damage().get();
            }
            partitions.add(partition);
        }
        return partitions;
    }

    /** A user key without timestamp. A key without a tag where one should be shows that the properties are wrong. */
    private static byte[] separator(byte[] key, FilterContents contents, boolean tagged, IndexEntries.Place place)
            throws CorruptTableException {
        int tag = key.length - FilterMatcher.TAG_LENGTH;
        int length = tag - contents.timestampLength();
        if (length < 0) {
            throw place.corrupt(Reason.BAD_ENTRIES, "a separator of filter partitions is too short for its tag");
        }
        if (tagged && key[tag] != SEEK_KIND && (key[tag] & 0xff) > MAX_KIND) {
            throw place.corrupt(
                    Reason.BAD_ENTRIES,
                    "a separator of filter partitions has a tag of kind " + (key[tag] & 0xff)
                            + ", which RocksDB does not have");
        }
        return Arrays.copyOf(key, length);
    }

    private static FilterPartition partition(
            TableBlocks table, MetaindexEntry entry, byte[] separator, long tag, BlockHandle handle, LegacyHash hash)
            throws IOException {
        try {
            return new FilterPartition(separator, tag, handle, filter(table, entry, handle, hash), Optional.empty());
        } catch (CorruptTableException e) {
            return new FilterPartition(
                    separator, tag, handle, FullFilter.matchingAlways("not readable"), Optional.of(e));
        }
    }

    private static FullFilter filter(TableBlocks table, MetaindexEntry entry, BlockHandle handle, LegacyHash hash)
            throws IOException {
        StoredBlock block = table.read(handle);
        if (block.type() != 0) {
            throw new CorruptTableException(
                    table.name(),
                    handle.offset(),
                    Reason.UNKNOWN_COMPRESSION,
                    "a filter with the type byte " + block.type() + "; RocksDB stores filters with type 0");
        }
        byte[] stored = block.storedBytes();
        int length = stored.length - BlockHandle.TRAILER_LENGTH;
        return length < OWN_REGION || entry.leadsToBinaryFuse()
                ? entry.fullFilter(block.contents(), hash)
                : FullFilter.wrap(alongLines(stored, length), REST_OF_LINE, length, hash);
    }

    /**
     * A Bloom filter's lines of 64 bytes are lines of the cache if the filter begins at a multiple of 64. That of a
     * large filter does so under G1, where a region begins with its array.
     */
    private static byte[] alongLines(byte[] stored, int length) {
        byte[] memory = new byte[REST_OF_LINE + length];
        System.arraycopy(stored, 0, memory, REST_OF_LINE, length);
        return memory;
    }
}
