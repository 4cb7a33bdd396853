// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.rewrite.FilterChange.NewBlock;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A new table file as a list of parts: stretches of the old file, blocks of it at other places, and new blocks. Parts
 * are placed first and encoded when they are written, since checksums of RocksDB depend on the place from format
 * version 6 on (RF-3). Made by one thread; not changed afterwards.
 */
final class RewrittenTable {
    private static final int COPY_LENGTH = 1 << 18;
    private static final int CHECKSUM_LENGTH = 4;

    /** Bytes of the new file. */
    private sealed interface Part {
        long length();

        /** Bytes of the old file that do not depend on their place. */
        record Range(long from, long length) implements Part {}

        /** A block of the old file with its trailer. */
        record Moved(BlockHandle block) implements Part {
            @Override
            public long length() {
                return block.size() + BlockHandle.TRAILER_LENGTH;
            }
        }

        /** A new block, stored raw, with its trailer; the bytes of which its checksum is made are as many. */
        record Added(byte[] contents, byte[] summed) implements Part {
            @Override
            public long length() {
                return (long) contents.length + BlockHandle.TRAILER_LENGTH;
            }
        }

        /** The footer. */
        record End(byte[] bytes) implements Part {
            @Override
            public long length() {
                return bytes.length;
            }
        }
    }

    private final TableFile table;
    private final TableStructure structure;
    private final List<Part> parts = new ArrayList<>();
    private long size;

    private RewrittenTable(TableFile table, TableStructure structure) {
        this.table = table;
        this.structure = structure;
    }

    /** The old file as it is. */
    static RewrittenTable copyOf(TableFile table, TableStructure structure) throws IOException {
        RewrittenTable copy = new RewrittenTable(table, structure);
        copy.keep(0, table.size());
        return copy;
    }

    /**
     * The table with another filter. Everything after the data keeps its order, bytes between the blocks included. The
     * new filter takes the place of the old one, or the first place. The metaindex is encoded anew as LevelDB does it,
     * after all blocks to which it leads, and the footer gets the new places.
     *
     * @param layout where the blocks lie; one that the change neither keeps nor replaces is removed
     * @param change what becomes of the blocks
     */
    static RewrittenTable of(TableFile table, TableStructure structure, TableLayout layout, FilterChange change)
            throws IOException {
        RewrittenTable rewritten = new RewrittenTable(table, structure);
        rewritten.place(layout, change);
        return rewritten;
    }

    /** The number of bytes so far, which is the offset of the next part. */
    long size() {
        return size;
    }

    private void place(TableLayout layout, FilterChange change) throws IOException {
        Footer footer = table.footer();
        Set<BlockHandle> needed = needed(change);
        Map<BlockHandle, BlockHandle> places = new HashMap<>();
        Optional<BlockHandle> filterPlace = Optional.empty();
        int fixed = fixedBlocks(layout);
        keep(0, layout.gapBefore(fixed));
        for (BlockHandle block : layout.blocks().subList(0, fixed)) {
            if (block.equals(footer.metaindex()) || change.replaced().containsKey(block)) {
                throw new UnwritableFilterException(
                        table.name(),
                        Parameter.NONE,
                        "a block that changes lies before the last part of the index, and those do not move");
            }
            places.put(block, block);
        }
        List<Integer> order = newOrder(layout, change, fixed);
        int filterAt = placeOfFilter(layout, order, needed);
        for (int i : order) {
            BlockHandle block = layout.blocks().get(i);
            keep(layout.gapBefore(i), block.offset() - layout.gapBefore(i));
            if (i == filterAt && change.added().isPresent()) {
                filterPlace = Optional.of(add(change.added().get().block()));
            }
            if (block.equals(footer.metaindex())) {
                places.put(block, add(change.metaindex(places, filterPlace, restartInterval())));
            } else if (change.replaced().containsKey(block)) {
                NewBlock replacement = Objects.requireNonNull(change.replaced().get(block));
                places.put(block, add(replacement.contents(), replacement.summed()));
            } else if (needed.contains(block)) {
                places.put(block, move(block));
            }
        }
        int last = layout.blocks().size();
        keep(layout.gapBefore(last), layout.footerOffset() - layout.gapBefore(last));
        append(new Part.End(new Footer(
                        placeOf(footer.metaindex(), places),
                        placeOf(footer.index(), places),
                        footer.checksum(),
                        footer.formatVersion(),
                        footer.baseContext())
                .encode(size)));
    }

    /**
     * How many blocks keep their places: all up to the last part of an index in parts, whose top holds their places. A
     * filter among them that is replaced stays in the file, although nothing leads to it any more.
     */
    private int fixedBlocks(TableLayout layout) {
        return structure.indexParts().stream()
                .mapToInt(part -> layout.blocks().indexOf(part) + 1)
                .max()
                .orElse(0);
    }

    private Set<BlockHandle> needed(FilterChange change) {
        Set<BlockHandle> needed = new HashSet<>(change.replaced().keySet());
        needed.add(table.footer().metaindex());
        needed.add(table.footer().index());
        change.kept().forEach(entry -> needed.add(entry.handle().orElseThrow()));
        return needed;
    }

    private int restartInterval() {
        return structure.origin().rocksDb() ? 1 : KeyValueBlockBuilder.USUAL_RESTART_INTERVAL;
    }

    private static BlockHandle placeOf(BlockHandle block, Map<BlockHandle, BlockHandle> places) {
        return Objects.requireNonNull(places.get(block), "its place");
    }

    /** Before which block the new filter lies: the first that is removed, or else the first of all. */
    private static int placeOfFilter(TableLayout layout, List<Integer> order, Set<BlockHandle> needed) {
        return order.stream()
                .filter(i -> !needed.contains(layout.blocks().get(i)))
                .findFirst()
                .orElse(order.get(0));
    }

    /**
     * Numbers of the blocks in the order of the file, but the metaindex comes after the last block to which it leads,
     * whose place it states.
     */
    private List<Integer> newOrder(TableLayout layout, FilterChange change, int fixed) {
        Set<BlockHandle> kept = new HashSet<>();
        change.kept().forEach(entry -> kept.add(entry.handle().orElseThrow()));
        List<Integer> order = new ArrayList<>();
        int last = 0;
        for (int i = fixed; i < layout.blocks().size(); i++) {
            order.add(i);
            last = kept.contains(layout.blocks().get(i)) ? i : last;
        }
        int metaindex = layout.blocks().indexOf(table.footer().metaindex());
        if (metaindex < last) {
            order.add(last - fixed, order.remove(metaindex - fixed));
        }
        return order;
    }

    private void keep(long from, long length) {
        if (length > 0) {
            append(new Part.Range(from, length));
        }
    }

    private BlockHandle move(BlockHandle block) {
        BlockHandle place = new BlockHandle(size, block.size());
        append(new Part.Moved(block));
        return place;
    }

    private BlockHandle add(byte[] contents) throws IOException {
        return add(contents, contents);
    }

    private BlockHandle add(byte[] contents, byte[] summed) throws IOException {
        BlockChecksum checksum = table.footer().checksum();
        if (!checksum.isComputed()) {
            throw new UnwritableFilterException(
                    table.name(),
                    Parameter.NONE,
                    "the blocks of the file are checksummed with " + checksum.label()
                            + ", which is not computed, so no block can be added");
        }
        BlockHandle place = new BlockHandle(size, contents.length);
        append(new Part.Added(contents, summed));
        return place;
    }

    private void append(Part part) {
        parts.add(part);
        size += part.length();
    }

    /**
     * Writes the new file.
     *
     * @param channel takes all bytes, {@link #size()} of them; stays open
     */
    void writeTo(WritableByteChannel channel) throws IOException {
        long at = 0;
        for (Part part : parts) {
            if (part instanceof Part.Range range) {
                copy(range.from(), range.length(), channel);
            } else if (part instanceof Part.Moved moved) {
                writeMoved(moved.block(), at, channel);
            } else if (part instanceof Part.Added added) {
                Footer footer = table.footer();
                byte[] stored = StoredBlock.raw(added.summed(), footer.checksum(), footer.context(at));
                System.arraycopy(added.contents(), 0, stored, 0, added.contents().length);
                writeAll(stored, channel);
            } else if (part instanceof Part.End end) {
                writeAll(end.bytes(), channel);
            }
            at += part.length();
        }
    }

    /** A checksum is a sum of the bytes plus the context of their place. */
    private void writeMoved(BlockHandle block, long at, WritableByteChannel channel) throws IOException {
        long summed = block.end() - CHECKSUM_LENGTH - block.offset();
        copy(block.offset(), summed, channel);
        ByteBuffer stored = ByteBuffer.allocate(CHECKSUM_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        structure.readBytes(table, block.offset() + summed, stored.array(), 0, CHECKSUM_LENGTH);
        Footer footer = table.footer();
        stored.putInt(0, stored.getInt(0) - footer.context(block.offset()) + footer.context(at));
        writeAll(stored.array(), channel);
    }

    private void copy(long from, long length, WritableByteChannel channel) throws IOException {
        byte[] buffer = new byte[(int) Math.min(COPY_LENGTH, length)];
        for (long done = 0; done < length; ) {
            int count = (int) Math.min(buffer.length, length - done);
            structure.readBytes(table, from + done, buffer, 0, count);
            writeAll(ByteBuffer.wrap(buffer, 0, count), channel);
            done += count;
        }
    }

    private static void writeAll(byte[] bytes, WritableByteChannel channel) throws IOException {
        writeAll(ByteBuffer.wrap(bytes), channel);
    }

    private static void writeAll(ByteBuffer bytes, WritableByteChannel channel) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
