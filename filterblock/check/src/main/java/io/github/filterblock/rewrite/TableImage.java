// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A new table file as a row of pieces, some copied from the old one. Made by one thread; not changed afterwards. */
final class TableImage {
    private static final int COPY_LENGTH = 1 << 18;

    /** Bytes of the old file, or new ones. */
    private sealed interface Piece {
        record Copy(long from, long length) implements Piece {}

        record Bytes(byte[] bytes) implements Piece {}
    }

    private final TableFile table;
    private final TableStructure structure;
    private final List<Piece> pieces = new ArrayList<>();
    private long size;

    TableImage(TableFile table, TableStructure structure) {
        this.table = table;
        this.structure = structure;
    }

    /** The old file as it is. */
    static TableImage copyOf(TableFile table, TableStructure structure) throws IOException {
        TableImage copy = new TableImage(table, structure);
        copy.copy(0, table.size());
        return copy;
    }

    /**
     * The table with another filter. Everything after the data keeps its order and is copied, bytes between the blocks
     * included. The new filter takes the place of the old one, or the first place. The metaindex is encoded anew as
     * LevelDB does it, after all blocks to which it leads, and the footer gets the new places.
     *
     * @param metaindex the new metaindex; a block of the layout to which it does not lead is removed
     * @param filter the new filter; empty to have none
     */
    static TableImage withFilter(
            TableFile table, TableStructure structure, Layout layout, NewMetaindex metaindex, Optional<byte[]> filter)
            throws IOException {
        return new Relocation(table, structure, layout, metaindex, filter).image();
    }

    /** The number of bytes so far, which is the offset of the next piece. */
    long size() {
        return size;
    }

    void copy(long from, long length) {
        if (length > 0) {
            pieces.add(new Piece.Copy(from, length));
            size += length;
        }
    }

    /** A block as it is stored, with its trailer, at its new place. */
    BlockHandle copy(BlockHandle block) {
        BlockHandle place = new BlockHandle(size, block.size());
        copy(block.offset(), block.size() + BlockHandle.TRAILER_LENGTH);
        return place;
    }

    void bytes(byte[] bytes) {
        pieces.add(new Piece.Bytes(bytes));
        size += bytes.length;
    }

    /** A new block, stored raw. */
    BlockHandle block(byte[] contents) throws IOException {
        BlockChecksum checksum = table.footer().checksum();
        if (!checksum.isComputed()) {
            throw new CorruptTableException(
                    table.name(),
                    table.footerOffset(),
                    Reason.UNKNOWN_CHECKSUM,
                    "the blocks of the file are checksummed with " + checksum.label()
                            + ", which is not computed, so that no block can be added");
        }
        BlockHandle place = new BlockHandle(size, contents.length);
        bytes(StoredBlock.raw(contents, checksum));
        return place;
    }

    void writeTo(WritableByteChannel channel) throws IOException {
        byte[] buffer = new byte[(int) Math.min(COPY_LENGTH, size)];
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Copy copy) {
                for (long done = 0; done < copy.length(); ) {
                    int length = (int) Math.min(buffer.length, copy.length() - done);
                    structure.readBytes(table, copy.from() + done, buffer, 0, length);
                    writeAll(channel, ByteBuffer.wrap(buffer, 0, length));
                    done += length;
                }
            } else if (piece instanceof Piece.Bytes added) {
                writeAll(channel, ByteBuffer.wrap(added.bytes()));
            }
        }
    }

    private static void writeAll(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Lays out a table with another filter. For one table. */
    private static final class Relocation {
        private final TableFile table;
        private final Layout layout;
        private final NewMetaindex metaindex;
        private final Optional<byte[]> filter;
        private final int restartInterval;
        private final Set<BlockHandle> needed;
        private final TableImage out;
        private final Map<BlockHandle, BlockHandle> places = new HashMap<>();
        private Optional<BlockHandle> filterPlace = Optional.empty();

        Relocation(
                TableFile table,
                TableStructure structure,
                Layout layout,
                NewMetaindex metaindex,
                Optional<byte[]> filter) {
            this.table = table;
            this.layout = layout;
            this.metaindex = metaindex;
            this.filter = filter;
            this.restartInterval = structure.origin().rocksDb() ? 1 : KeyValueBlockBuilder.USUAL_RESTART_INTERVAL;
            this.needed = new HashSet<>(
                    List.of(table.footer().metaindex(), table.footer().index()));
            metaindex.kept().forEach(entry -> needed.add(entry.handle().orElseThrow()));
            this.out = new TableImage(table, structure);
        }

        TableImage image() throws IOException {
            Footer footer = table.footer();
            List<BlockHandle> blocks = inNewOrder(footer.metaindex());
            BlockHandle filterBefore = blocks.stream()
                    .filter(block -> !needed.contains(block))
                    .findFirst()
                    .orElse(blocks.get(0));
            Map<BlockHandle, Long> gaps = layout.gaps();
            out.copy(0, layout.dataEnd());
            for (BlockHandle block : blocks) {
                long gap = Objects.requireNonNull(gaps.get(block));
                out.copy(block.offset() - gap, gap);
                if (block.equals(filterBefore) && filter.isPresent()) {
                    filterPlace = Optional.of(out.block(filter.get()));
                }
                if (block.equals(footer.metaindex())) {
                    places.put(block, out.block(metaindex.contents(places, filterPlace, restartInterval)));
                } else if (needed.contains(block)) {
                    places.put(block, out.copy(block));
                }
            }
            out.copy(layout.end(), layout.footerOffset() - layout.end());
            Footer moved = new Footer(
                    placeOf(footer.metaindex()), placeOf(footer.index()), footer.checksum(), footer.formatVersion());
            out.bytes(moved.encode());
            return out;
        }

        private BlockHandle placeOf(BlockHandle block) {
            return Objects.requireNonNull(places.get(block), "its place");
        }

        /**
         * The order of the file, but the metaindex comes after the last block to which it leads, whose place it states.
         */
        private List<BlockHandle> inNewOrder(BlockHandle metaindexBlock) {
            List<BlockHandle> blocks = new ArrayList<>(layout.blocks());
            Set<BlockHandle> led = metaindex.kept().stream()
                    .map(entry -> entry.handle().orElseThrow())
                    .collect(Collectors.toSet());
            int last = IntStream.range(0, blocks.size())
                    .filter(i -> led.contains(blocks.get(i)))
                    .max()
                    .orElse(0);
            int at = blocks.indexOf(metaindexBlock);
            if (at < last) {
                blocks.remove(at);
                blocks.add(last, metaindexBlock);
            }
            return blocks;
        }
    }

    /**
     * Where the blocks of a table lie after its data. Every writer puts the data blocks first; a table in which another
     * block lies among them, or two blocks overlap, is refused, because the result would be undefined.
     *
     * @param dataEnd offset in the file after the last data block
     * @param blocks the blocks after it, in the order of the file, metaindex and index among them, each once
     * @param footerOffset offset in the file of the footer
     */
    record Layout(long dataEnd, List<BlockHandle> blocks, long footerOffset) {

        /**
         * The layout of a table.
         *
         * @param table the table
         * @param dataBlocks in the order of the file
         * @param entries the metaindex entries that lead to a block that is needed
         */
        static Layout of(TableFile table, List<DataBlock> dataBlocks, List<MetaindexEntry> entries) throws IOException {
            Footer footer = table.footer();
            long footerOffset = table.footerOffset();
            Set<BlockHandle> handles = new HashSet<>();
            for (MetaindexEntry entry : entries) {
                handles.add(table.handleOf(entry));
            }
            List<BlockHandle> blocks = new ArrayList<>(handles);
            blocks.add(footer.metaindex());
            blocks.add(footer.index());
            Layout layout = new Layout(
                    dataEnd(dataBlocks),
                    blocks.stream()
                            .sorted(Comparator.comparingLong(BlockHandle::offset))
                            .toList(),
                    footerOffset);
            layout.check(table);
            return layout;
        }

        /** The offset in the file after the last data block, 0 if there is none. */
        static long dataEnd(List<DataBlock> dataBlocks) {
            return dataBlocks.stream()
                    .mapToLong(block -> block.handle().end())
                    .max()
                    .orElse(0);
        }

        private void check(TableFile table) throws CorruptTableException {
            long end = dataEnd;
            for (BlockHandle block : blocks) {
                if (!block.liesInside(footerOffset)) {
                    throw corrupt(
                            table,
                            block.offset(),
                            Reason.OUTSIDE_FILE,
                            "a block of " + Long.toUnsignedString(block.size()) + " bytes with its trailer does not lie"
                                    + " before the footer at " + footerOffset);
                }
                if (block.offset() < end) {
                    throw corrupt(
                            table,
                            block.offset(),
                            Reason.BAD_ORDER,
                            "the block " + block + " starts before the one before it ends at " + end);
                }
                end = block.end();
            }
        }

        private static CorruptTableException corrupt(TableFile table, long offset, Reason reason, String detail) {
            return new CorruptTableException(table.name(), offset, reason, detail);
        }

        /** The number of bytes before each block that belong to no block; some writers pad there. */
        Map<BlockHandle, Long> gaps() {
            Map<BlockHandle, Long> gaps = new HashMap<>();
            long end = dataEnd;
            for (BlockHandle block : blocks) {
                gaps.put(block, block.offset() - end);
                end = block.end();
            }
            return gaps;
        }

        /** Offset in the file after the last block. */
        long end() {
            return blocks.get(blocks.size() - 1).end();
        }
    }
}
