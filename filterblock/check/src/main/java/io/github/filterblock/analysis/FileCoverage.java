// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Whether every byte of a file belongs to a part that is known, so no data block can be left out. Where
 * {@linkplain StatedData properties} do not say that all was read, the parts are:
 * <ul>
 *   <li>the data blocks of the index, one behind the other from the start of the file;
 *   <li>metaindex, index and footer;
 *   <li>blocks without keys to which the metaindex leads, and a filter even if it is damaged, unless a data block
 *       starts there;
 *   <li>sound blocks without keys to which nothing leads, such as a filter whose handle is lost;
 *   <li>zeros, of which no sound block consists.
 * </ul>
 * Without checksums any stretch passes for a block, so such a table is not searched. For one table.
 */
final class FileCoverage {
    /** An entry and a restart, compressed as far as possible, and the trailer. */
    private static final int MIN_DATA_BLOCK = 11;

    private static final int PIECE = 1 << 16;

    /** How many times the bytes of the file are searched for data blocks that entries may hide. */
    private static final int MAX_SEARCHES = 4;

    private final TableFile table;
    private final TableStructure structure;
    private final NavigableMap<Long, SideBlock> sideBlocks = new TreeMap<>();
    private final ReadBudget budget;
    private long end;
    private long searched;

    /**
     * A block beside the data.
     *
     * @param entry of the metaindex that leads to it; empty for a part of the index
     */
    private record SideBlock(BlockHandle handle, Optional<MetaindexEntry> entry) {}

    private FileCoverage(TableFile table, TableStructure structure) throws IOException {
        this.budget = ReadBudget.besideData(table.name(), table.size());
        this.table = table.countingContents(budget::spendContents);
        this.structure = structure;
        for (MetaindexEntry entry : structure.metaindex()) {
            Optional<BlockHandle> handle = entry.handle();
            if (handle.isPresent() && handle.get().liesInside(table.size())) {
                sideBlocks.putIfAbsent(handle.get().offset(), new SideBlock(handle.get(), Optional.of(entry)));
            }
        }
        for (BlockHandle part : structure.indexParts()) {
            sideBlocks.putIfAbsent(part.offset(), new SideBlock(part, Optional.empty()));
        }
    }

    /**
     * The first place where a data block may lie that was not read.
     *
     * @param entries how many were read from all data blocks of the index
     * @return its offset; empty if there is none, or if the structure is damaged, which says more
     */
    static Optional<Long> gap(TableFile table, TableStructure structure, long entries) throws IOException {
        if (!structure.damage().isEmpty() || StatedData.isAllRead(table, structure, entries)) {
            return Optional.empty();
        }
        FileCoverage coverage = new FileCoverage(table, structure);
        return coverage.isComplete() ? Optional.empty() : Optional.of(coverage.end);
    }

    private boolean isComplete() throws IOException {
        if (!structure.footer().checksum().protects() || !pointsOutsideData()) {
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
                if (data.offset() != end || !append(data)) {
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
                if (handle.end() > start || mayBeDataBlock(beside, known, start)) {
                    return false;
                }
                end = handle.end();
                known = end;
            } else {
                if (limit - end >= MIN_DATA_BLOCK
                        && !StatedData.isZero(table, structure, end, limit)
                        && !isBlockWithoutKeys(end, limit)) {
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
            return false;
        }
        try {
            StoredBlock block = table.read(handle);
            if (block.checksum() != Status.BAD) {
                return hasEntries(block, 1) && !isUndecodedFilter(beside, block);
            }
        } catch (CorruptTableException e) {
            // as with a wrong checksum that is not looked at
        }
        return beside.entry().filter(entry -> entry.filterForm().isEmpty()).isPresent()
                || structure.footer().checksum() != BlockChecksum.CRC32C
                || isDataBlockAt(start, limit);
    }

    /**
     * Whether a data block of any length with the right checksum starts at a place, or too much was searched. It may
     * reach up to the next part that is known, since other entries of the metaindex may lead into its middle.
     */
    private boolean isDataBlockAt(long start, long limit) throws IOException {
        searched += limit - start;
        if (searched > MAX_SEARCHES * table.size()) {
            return true;
        }
        Optional<BlockHandle> block = blockAt(start, limit);
        return block.isPresent() && hasEntries(table.read(block.get()), 0);
    }

    /** The shortest block with the right checksum that starts at a place and ends before another. */
    private Optional<BlockHandle> blockAt(long start, long limit) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer piece =
                ByteBuffer.allocate((int) Math.min(PIECE, limit - start)).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = start; at + BlockHandle.TRAILER_LENGTH <= limit; at += piece.limit() - Integer.BYTES) {
            piece.clear().limit((int) Math.min(piece.capacity(), limit - at));
            structure.readBytes(table, at, piece.array(), 0, piece.limit());
            for (int i = 0; i + BlockHandle.TRAILER_LENGTH <= piece.limit(); i++) {
                crc.update(piece.get(i));
                if (piece.getInt(i + 1) == MaskedCrc32c.mask((int) crc.getValue())) {
                    return Optional.of(new BlockHandle(start, at - start + i));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a stretch is one sound block that nothing leads to, and that is not a data block: a filter. An empty
     * block is the metaindex or the index, in whose place another block was read.
     */
    private boolean isBlockWithoutKeys(long start, long limit) throws IOException {
        long size = limit - start - BlockHandle.TRAILER_LENGTH;
        try {
            StoredBlock block = size < 0 ? null : table.read(new BlockHandle(start, size));
            return block != null && block.checksum() == Status.OK && !hasEntries(block, 0);
        } catch (CorruptTableException e) {
            return false;
        }
    }

    /** A filter is stored as it is, so a type that is not decoded says nothing of its bytes. */
    private boolean isUndecodedFilter(SideBlock beside, StoredBlock block) throws IOException {
        if (beside.entry()
                .flatMap(MetaindexEntry::filterForm)
                .filter(FilterForm::isProbedByBlock)
                .isEmpty()) {
            return false;
        }
        try {
            structure.dataEntries(block);
            return false;
        } catch (CorruptTableException e) {
            byte[] stored = new byte[(int) block.handle().size()];
            structure.readBytes(table, block.handle().offset(), stored, 0, stored.length);
            return e.reason().isUndecoded()
                    && FilterBlockVerifier.verify(ByteBuffer.wrap(stored), 0).isEmpty();
        }
    }

    /** Whether a walk over a block finds this number of entries and ends at the restarts, or cannot show otherwise. */
    private boolean hasEntries(StoredBlock block, int least) {
        try {
            KeyValueBlock.Cursor cursor = structure.dataEntries(block).cursor();
            int count = 0;
            while (cursor.next()) {
                count++;
            }
            return count >= least;
        } catch (CorruptTableException e) {
            return budget.exceedsContents() || e.reason().isUndecoded();
        }
    }
}
