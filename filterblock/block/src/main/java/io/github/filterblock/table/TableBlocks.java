// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the blocks of a table: a source, its footer, and with which checks and limits a block is taken. Immutable;
 * views with other limits share the source.
 */
final class TableBlocks {
    /** Contents of a compressed index or filter may have this and the size of the file. */
    static final long MAX_BESIDE_DATA = 16 << 20;

    /** Contents of a compressed metaindex, and of compressed properties, which take some hundred bytes. */
    private static final long MAX_NAMES = 4 << 20;

    private final TableSource source;
    private final Footer footer;
    private final byte[] footerBytes;

    /** Where a read ends that brings the metaindex too, unless it is in memory already. */
    private final long aheadOf;

    private final BlockDecompressor decompressor;
    private final boolean checksums;

    /** Takes a number of bytes whenever a block is decompressed. */
    private final @Nullable LongConsumer made;

    /** Hold one block after another; null if each has arrays of its own. */
    private final @Nullable BlockBuffers buffers;

    private TableBlocks(
            TableSource source,
            Footer footer,
            byte[] footerBytes,
            long aheadOf,
            BlockDecompressor decompressor,
            boolean checksums,
            @Nullable LongConsumer made,
            @Nullable BlockBuffers buffers) {
        this.source = source;
        this.footer = footer;
        this.footerBytes = footerBytes;
        this.aheadOf = aheadOf;
        this.decompressor = decompressor;
        this.checksums = checksums;
        this.made = made;
        this.buffers = buffers;
    }

    /** Reads the footer and, if it does not lead to the index, the metaindex, which does. */
    static TableBlocks open(TableSource source) throws IOException {
        byte[] stored = Footer.readStored(source);
        Footer footer = Footer.decode(stored, source.name(), source.size());
        SurrealKvFooter.refuse(source, footer);
        BlockDecompressor decompressor = new BlockDecompressor(BlockDecompressor.DEFAULT_LIMIT);
        BlockHandle metaindex = footer.metaindex();
        if (!footer.hasContext()) {
            return new TableBlocks(source, footer, stored, metaindex.end(), decompressor, true, null, null);
        }
        TableSource held = ReadAheadSource.holding(metaindex, source);
        TableBlocks blocks = new TableBlocks(held, footer, stored, metaindex.offset(), decompressor, true, null, null);
        try {
            Footer complete = footer.withIndexOf(blocks.metaindex());
            return new TableBlocks(held, complete, stored, metaindex.offset(), decompressor, true, null, null);
        } catch (CorruptTableException e) {
            return blocks; // as far as the metaindex is sound
        }
    }

    private TableBlocks with(TableSource other) {
        return new TableBlocks(other, footer, footerBytes, aheadOf, decompressor, checksums, made, buffers);
    }

    /** The same blocks, whose checksums are not checked. */
    TableBlocks ignoringChecksums() {
        return new TableBlocks(source, footer, footerBytes, aheadOf, decompressor, false, made, buffers);
    }

    /** The same blocks, whose contents are counted, also by those who count them already. */
    TableBlocks counting(LongConsumer contents) {
        LongConsumer both = made == null ? contents : made.andThen(contents);
        return new TableBlocks(source, footer, footerBytes, aheadOf, decompressor, checksums, both, buffers);
    }

    /** The same blocks for one pass in their order, by one thread; as {@link ReadAheadSource#sequential}. */
    TableBlocks sequentially(LongUnaryOperator nextRead) throws IOException {
        return with(ReadAheadSource.sequential(source, nextRead));
    }

    /** The same blocks, of which each overwrites the one before. */
    TableBlocks oneAtATime() {
        return new TableBlocks(source, footer, footerBytes, aheadOf, decompressor, checksums, made, new BlockBuffers());
    }

    /** Frees what holds one block after another, for blocks that are read {@linkplain #oneAtATime so}. */
    void freeBuffers() {
        if (buffers != null) {
            buffers.close();
        }
    }

    /** The same blocks; metaindex and the stretch before it, where the filter usually lies, are read at once. */
    TableBlocks readingAhead() throws IOException {
        return with(ReadAheadSource.endingAt(aheadOf, source));
    }

    /** The same blocks, which have at most this many bytes when they are decompressed. */
    private TableBlocks limitedTo(long contents) {
        int limit = (int) Math.min(contents, Integer.MAX_VALUE);
        return new TableBlocks(
                source, footer, footerBytes, aheadOf, decompressor.limitedTo(limit), checksums, made, buffers);
    }

    /** The same blocks with the limit of those beside the data: index and filters. */
    TableBlocks besideData() throws IOException {
        return limitedTo(MAX_BESIDE_DATA + size());
    }

    String name() {
        return source.name();
    }

    long size() throws IOException {
        return source.size();
    }

    Footer footer() {
        return footer;
    }

    /** The footer as it is stored, 48 to 61 bytes; not to be changed. */
    byte[] footerBytes() {
        return footerBytes;
    }

    long footerOffset() throws IOException {
        return size() - footerBytes.length;
    }

    /** Reads bytes of the file as they are, whatever they belong to. */
    void readBytes(long position, byte[] dst, int offset, int length) throws IOException {
        source.read(position, dst, offset, length);
    }

    /** Reads a block as it is stored, as {@link TableFile#read(BlockHandle)} does. */
    StoredBlock read(BlockHandle handle) throws IOException {
        StoredBlock block = StoredBlock.read(source, handle, footer, decompressor, made, buffers);
        return checksums ? block.checked() : block;
    }

    /** Reads the block of the metaindex. */
    StoredBlock readMetaindex() throws IOException {
        return limitedTo(MAX_NAMES).read(footer.metaindex());
    }

    /** Reads the block of RocksDB's properties, whose checksum ingestion may have made wrong. */
    StoredBlock readProperties(MetaindexEntry entry) throws IOException {
        StoredBlock block = ignoringChecksums().limitedTo(MAX_NAMES).read(handleOf(entry));
        return checksums ? RocksDbProperties.checked(block) : block;
    }

    /** The entries of the metaindex in the order of the file. */
    List<MetaindexEntry> metaindex() throws IOException {
        return metaindex(TableForm.of(footer).metaindex(readMetaindex()));
    }

    /** The same of a block that was read. */
    List<MetaindexEntry> metaindex(KeyValueBlock block) throws CorruptTableException {
        return MetaindexEntry.readAll(block, name(), footer.metaindex().offset());
    }

    /** The place of the block to which a metaindex entry leads. */
    BlockHandle handleOf(MetaindexEntry entry) throws CorruptTableException {
        Optional<BlockHandle> handle = entry.handle();
        if (handle.isEmpty()) {
            throw new CorruptTableException(
                    name(),
                    footer.metaindex().offset(),
                    Reason.BAD_HANDLE,
                    "the handle of " + entry.printableKey() + " in the metaindex does not end");
        }
        return handle.get();
    }

    /** Where an index lies that begins at an offset. */
    IndexEntries.Place place(BlockHandle index) throws IOException {
        return new IndexEntries.Place(name(), index.offset(), size());
    }
}
