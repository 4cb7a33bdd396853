// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.table.ValueBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Whether every byte of a file belongs to a part that is known, so no data block can be left out: to a data block
 * of the index, metaindex, index and footer, and between them to blocks that the metaindex leads to, to sound blocks
 * that hold no keys, as a filter whose handle is lost, or to zeros, with which RocksDB aligns blocks and of which no
 * sound block consists. The data blocks of all other writers follow one another. For one table.
 */
final class FileCoverage {
    private static final int PIECE = 1 << 16;

    /** An entry and a restart, compressed as far as possible, and the trailer. */
    private static final int LEAST_DATA_BLOCK = 11;

    /** A longer stretch is not searched for blocks. */
    private static final int MOST_OF_PARTITIONS = 1 << 28;

    /** How many times the bytes of the file are searched for data blocks that entries may hide. */
    private static final int MOST_SEARCHES = 4;

    /** The blocks of deleted ranges and of Pebble's range keys, and the kinds of their entries. */
    private static final Map<String, Set<Byte>> RANGES = Map.of(
            "rocksdb.range_del", Set.of((byte) 0x0f),
            "rocksdb.range_del2", Set.of((byte) 0x0f),
            "pebble.range_key", Set.of((byte) 0x13, (byte) 0x14, (byte) 0x15));

    private final TableFile table;
    private final TableStructure structure;
    private final FormOfBlocks form;

    private final NavigableMap<Long, SideBlock> sideBlocks = new TreeMap<>();
    private final Set<BlockHandle> valueBlocks;
    private final ReadBudget budget;
    private final boolean dataEndsAsSaid;
    private long end;
    private long searched;

    /**
     * A block beside the data.
     *
     * @param entry of the metaindex that leads to it; empty for a filter partition, or a part of the index
     */
    private record SideBlock(BlockHandle handle, Optional<MetaindexEntry> entry) {}

    private FileCoverage(TableFile table, TableStructure structure, Optional<RocksDbFilter> filter) throws IOException {
        // Pebble's values may lie in blocks of their own.
        this.budget = structure.footer().pebbleFormat() > 0
                ? ReadBudget.ofData(table.name(), table.size())
                : ReadBudget.besideData(table.name(), table.size());
        this.table = table.countingContents(budget::spendContents);
        this.structure = structure;
        this.form = new FormOfBlocks(this.table, structure, filter);
        this.dataEndsAsSaid = isUnprotected() && dataEndsAsSaid();
        for (MetaindexEntry entry : structure.metaindex()) {
            Optional<BlockHandle> handle = entry.handle();
            if (handle.isPresent() && handle.get().liesInside(table.size())) {
                sideBlocks.putIfAbsent(handle.get().offset(), new SideBlock(handle.get(), Optional.of(entry)));
            }
        }
        this.valueBlocks = new HashSet<>(ValueBlocks.of(this.table, structure));
        for (BlockHandle part : valueBlocks) {
            sideBlocks.putIfAbsent(part.offset(), new SideBlock(part, Optional.empty()));
        }
        for (BlockHandle part : structure.indexParts()) {
            sideBlocks.putIfAbsent(part.offset(), new SideBlock(part, Optional.empty()));
        }
        filter.map(RocksDbFilter::partitions)
                .orElse(List.of())
                .forEach(each ->
                        sideBlocks.putIfAbsent(each.handle().offset(), new SideBlock(each.handle(), Optional.empty())));
    }

    /**
     * The first place that no known part covers.
     *
     * @return its offset; empty if every byte is accounted for, or if the structure is damaged, which says more
     */
    static Optional<Long> gap(TableFile table, TableStructure structure, Optional<RocksDbFilter> filter)
            throws IOException {
        if (!structure.damage().isEmpty()) {
            return Optional.empty();
        }
        FileCoverage coverage = new FileCoverage(table, structure, filter);
        return coverage.isComplete() ? Optional.empty() : Optional.of(coverage.end);
    }

    private boolean isComplete() throws IOException {
        if (!pointsOutsideData()) {
            end = structure.footer().metaindex().offset();
            return false;
        }
        BlockHandle metaindex = structure.footer().metaindex();
        BlockHandle index = structure.footer().index();
        List<IndexEntry> blocks = structure.index();
        int block = 0;
        for (BlockHandle part :
                metaindex.offset() <= index.offset() ? List.of(metaindex, index) : List.of(index, metaindex)) {
            for (; block < blocks.size() && structure.indexOffset(block) < part.offset(); block++) {
                BlockHandle data = blocks.get(block).handle();
                if (!structure.origin().rocksDb() && data.offset() != end || !append(data)) {
                    return false;
                }
            }
            if (!append(part)) {
                return false;
            }
        }
        return block == blocks.size() && reach(table.footerOffset());
    }

    /**
     * Whether the metaindex can be one: a data block in its place has no handles of blocks that lie beside the data.
     * The handle of a filter may be damaged, since a filter can be built again.
     */
    private boolean pointsOutsideData() throws IOException {
        List<IndexEntry> blocks = structure.index();
        long dataEnd =
                blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).handle().end();
        boolean beside = structure.metaindex().isEmpty();
        for (MetaindexEntry entry : structure.metaindex()) {
            Optional<BlockHandle> handle = entry.handle();
            boolean filter = entry.filterForm().isPresent();
            if (!filter && (handle.isEmpty() || !handle.get().liesInside(table.size()))) {
                return false;
            }
            beside |= filter || handle.get().offset() >= dataEnd;
        }
        return beside;
    }

    /** Adds the next part in the order of the file, if all in front of it is accounted for. */
    private boolean append(BlockHandle part) throws IOException {
        boolean follows = part.liesInside(table.size()) && reach(part.offset());
        end = follows ? part.end() : end;
        return follows;
    }

    /** Accounts for the bytes up to the start of a part: blocks of the metaindex, and zeros. */
    private boolean reach(long start) throws IOException {
        long known = end;
        while (end < start) {
            SideBlock beside = sideBlocks.get(end);
            Long next = sideBlocks.higherKey(end);
            long limit = next == null ? start : Math.min(next, start);
            if (beside != null) {
                BlockHandle handle = beside.handle();
                if (handle.end() > start || !handle.liesInside(table.size()) || mayBeDataBlock(beside, known, start)) {
                    return false;
                }
                end = handle.end();
                known = end;
            } else {
                if (limit - end >= LEAST_DATA_BLOCK
                        && !isZero(end, limit)
                        && !isBlockWithoutKeys(end, limit)
                        && !arePartitionsOfAnotherPolicy(end, limit)) {
                    return false;
                }
                end = limit;
            }
        }
        return end == start;
    }

    /**
     * A mixed-up metaindex may lead to a data block; only RocksDB's properties are known to look like one. A filter may
     * be damaged, but not hide a data block between the parts that are known.
     */
    private boolean mayBeDataBlock(SideBlock beside, long start, long limit) throws IOException {
        BlockHandle handle = beside.handle();
        boolean read = structure.block(handle).isPresent()
                && (structure.origin().hasInternalKeys() || beside.entry().isEmpty());
        if (read
                || handle.equals(structure.footer().index())
                || handle.equals(structure.footer().metaindex())) {
            return read && beside.entry().isPresent() && isUnprotected() && !form.isOfProperties(handle);
        }
        Set<Byte> ranges = structure.origin().hasInternalKeys()
                ? RANGES.getOrDefault(beside.entry().map(MetaindexEntry::key).orElse(""), Set.of())
                : Set.of();
        if (isUnprotected()) {
            return !isExplained(beside) && mayHaveKeys(handle, ranges);
        }
        if (form.isIndexOfPartitions(handle)) {
            return false;
        }
        try {
            StoredBlock block = table.read(handle);
            if (block.checksum() != Status.BAD) {
                return hasKeys(beside, block, ranges);
            }
        } catch (CorruptTableException e) {
            // as with a wrong checksum that is not looked at
        }
        boolean hides = structure.footer().checksum() != BlockChecksum.CRC32C
                || isDataBlockAt(start, searchLimit(start, limit, handle));
        return beside.entry().filter(entry -> entry.filterForm().isEmpty()).isPresent() || hides;
    }

    /** Without a checksum any stretch of the file passes for a block, also two data blocks and what lies between. */
    private boolean isUnprotected() {
        return !structure.footer().checksum().protects();
    }

    /**
     * Whether a block without a checksum lies behind all data: the properties say where data ends, or else the block
     * has the form of what its name says.
     */
    private boolean isExplained(SideBlock beside) throws IOException {
        BlockHandle handle = beside.handle();
        if (handle.offset() < form.dataEnd()) {
            return false;
        }
        OptionalLong said = structure.dataSize();
        if (said.isPresent()) {
            return dataEndsAsSaid && said.getAsLong() <= handle.offset();
        }
        return form.isIndexOfPartitions(handle) || form.isFilter(handle, beside.entry());
    }

    /** Whether nothing but padding lies between the last data block of the index and the end that properties give. */
    private boolean dataEndsAsSaid() throws IOException {
        long end = form.dataEnd();
        long said = structure.dataSize().orElse(-1);
        return 0 <= end && end <= said && said <= table.footerOffset() && isZero(end, said);
    }

    /** Whether a walk over all entries of a block does not show that none is a key of the data. */
    private boolean mayHaveKeys(BlockHandle handle, Set<Byte> ranges) throws IOException {
        try {
            KeyValueBlock.Cursor cursor =
                    structure.dataEntries(table.read(handle)).cursor();
            while (cursor.next()) {
                if (!isOfKind(cursor, ranges)) {
                    return true;
                }
            }
            return budget.exceedsContents();
        } catch (CorruptTableException e) {
            return true;
        }
    }

    /**
     * Where the search for a data block ends: before the next part that is known, since other entries of the metaindex
     * may lead into the middle of the block; in a very long stretch where the block beside the data ends.
     */
    private static long searchLimit(long start, long limit, BlockHandle handle) {
        return limit - start <= MOST_OF_PARTITIONS ? limit : Math.min(limit, handle.end() + LEAST_DATA_BLOCK);
    }

    /** Whether a data block of any length with the right checksum starts at a place, or too much was searched. */
    private boolean isDataBlockAt(long start, long limit) throws IOException {
        searched += limit - start;
        if (limit - start > Integer.MAX_VALUE - LEAST_DATA_BLOCK || searched > MOST_SEARCHES * table.size()) {
            return true;
        }
        Optional<BlockHandle> block = blockIn(bytes(start, limit), 0, start);
        return block.isPresent() && isOfEntries(table.read(block.get()));
    }

    private ByteBuffer bytes(long start, long limit) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) (limit - start)).order(ByteOrder.LITTLE_ENDIAN);
        structure.readBytes(table, start, bytes.array(), 0, bytes.limit());
        return bytes;
    }

    /** The block of any length with the right checksum that starts at an index of bytes from a place of the file. */
    private static Optional<BlockHandle> blockIn(ByteBuffer bytes, int index, long start) {
        CRC32C crc = new CRC32C();
        for (int at = index; at + BlockHandle.TRAILER_LENGTH <= bytes.limit(); at++) {
            crc.update(bytes.get(at));
            if (bytes.getInt(at + 1) == MaskedCrc32c.mask((int) crc.getValue())) {
                return Optional.of(new BlockHandle(start + index, at - index));
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a stretch consists of sound blocks that are not data blocks, and the metaindex names partitions of a
     * filter whose policy is not known: only a reader of that policy knows where they lie.
     */
    private boolean arePartitionsOfAnotherPolicy(long start, long limit) throws IOException {
        boolean isNamed = structure.metaindex().stream()
                .anyMatch(entry -> entry.filterForm().equals(Optional.of(FilterForm.PARTITIONED)));
        if (!isNamed || structure.footer().checksum() != BlockChecksum.CRC32C || limit - start > MOST_OF_PARTITIONS) {
            return false;
        }
        ByteBuffer bytes = bytes(start, limit);
        try {
            for (long at = start; at < limit; ) {
                Optional<BlockHandle> block = blockIn(bytes, (int) (at - start), start);
                if (block.isEmpty() || isOfEntries(table.read(block.get()))) {
                    return false;
                }
                at = block.get().end();
            }
            return true;
        } catch (CorruptTableException e) {
            return false;
        }
    }

    /**
     * Whether a stretch is one sound block that nothing leads to, and that is not a data block: a filter. An empty
     * block is the metaindex or the index, in whose place another block was read.
     */
    private boolean isBlockWithoutKeys(long start, long limit) throws IOException {
        if (isUnprotected()) {
            return false;
        }
        long size = limit - start - BlockHandle.TRAILER_LENGTH;
        try {
            StoredBlock block = size < 0 ? null : table.read(new BlockHandle(start, size));
            return block != null && block.checksum() == Status.OK && !isOfEntries(block);
        } catch (CorruptTableException e) {
            return false;
        }
    }

    private boolean hasKeys(SideBlock beside, StoredBlock block, Set<Byte> ranges) throws IOException {
        try {
            KeyValueBlock keys = structure.dataEntries(block);
            boolean tagged = structure.origin().hasInternalKeys();
            if (tagged && keys.restartCount() > 0 && keys.restart(0) > 0) {
                return false; // the bits of a filter, which can be read as entries
            }
            KeyValueBlock.Cursor cursor = keys.cursor();
            boolean entries = false;
            boolean roomForTags = true;
            while (cursor.next()) {
                roomForTags &= KeyFormat.USER_KEY.allows(cursor.keyLength());
                entries |= !isOfKind(cursor, ranges);
            }
            boolean known = form.isFilter(block.handle(), beside.entry()) || valueBlocks.contains(block.handle());
            boolean bits = tagged && !roomForTags && known;
            return entries && !bits || budget.exceedsContents();
        } catch (CorruptTableException e) {
            return budget.exceedsContents()
                    || e.reason().isUnsupported() && !form.isFilter(block.handle(), beside.entry());
        }
    }

    private boolean isOfEntries(StoredBlock block) {
        try {
            KeyValueBlock.Cursor cursor = structure.dataEntries(block).cursor();
            boolean more = true;
            while (more) {
                more = cursor.next();
            }
            return true;
        } catch (CorruptTableException e) {
            return budget.exceedsContents() || e.reason().isUnsupported();
        }
    }

    private static boolean isOfKind(KeyValueBlock.Cursor cursor, Set<Byte> kinds) {
        int length = cursor.keyLength();
        return !kinds.isEmpty()
                && KeyFormat.USER_KEY.allows(length)
                && kinds.contains(cursor.key()[KeyFormat.USER_KEY.filterKeyLength(length)]);
    }

    /** Reads as much as the file has at most: stretches do not overlap. */
    private boolean isZero(long start, long limit) throws IOException {
        byte[] piece = new byte[(int) Math.min(PIECE, limit - start)];
        for (long at = start; at < limit; at += piece.length) {
            int length = (int) Math.min(piece.length, limit - at);
            structure.readBytes(table, at, piece, 0, length);
            for (int i = 0; i < length; i++) {
                if (piece[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }
}
