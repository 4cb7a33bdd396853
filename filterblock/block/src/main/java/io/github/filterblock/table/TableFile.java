// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.source.TableSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A LevelDB table file: finds and reads its blocks, above all its filter.
 *
 * <p>Opening reads the footer. Everything else is read on request and not kept, so keep what you need. Checksums are
 * checked, unless {@link #ignoringChecksums()} says otherwise; the name of the file does not matter, so {@code .ldb}
 * and {@code .sst} are alike.
 *
 * <p>Immutable; safe for use by any number of threads until it is closed.
 */
public final class TableFile implements Closeable {
    private final TableSource source;
    private final TableBlocks blocks;

    /** Over blocks that are read from the source, which is closed with the table. */
    private TableFile(TableSource source, TableBlocks blocks) {
        this.source = source;
        this.blocks = blocks;
    }

    /**
     * Opens a file.
     *
     * @param path the file; opened for reading only
     * @return the table; closing it closes the file
     * @throws CorruptTableException if the file has no footer of a LevelDB table
     * @throws IOException if it cannot be read
     */
    public static TableFile open(Path path) throws IOException {
        return open(TableSource.of(path));
    }

    /**
     * Opens a table from any source: a channel, a buffer of the JDK or of Netty, or one of your own.
     *
     * @param source where the bytes come from; closed with the table, and also if opening fails
     * @return the table; close it
     * @throws CorruptTableException if the source has no footer of a LevelDB table
     * @throws IOException if it cannot be read
     */
    public static TableFile open(TableSource source) throws IOException {
        try {
            return new TableFile(source, TableBlocks.open(source));
        } catch (IOException | RuntimeException | Error e) {
            try {
                source.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    /**
     * {@return the same table, read without checking checksums, to salvage data at the risk of wrong answers: a view of
     * the same source; closing either closes both}
     */
    public TableFile ignoringChecksums() {
        return new TableFile(source, blocks.ignoringChecksums());
    }

    /**
     * The same table for one pass over its data blocks in their order, by one thread: small blocks are read many at a
     * time, and each block that is read overwrites the one before, with its entries.
     *
     * @param structure as {@link #structure()} of this table gave it
     * @param made as {@link #countingContents} takes it
     * @return a view on the same source; closing it frees its memory, and leaves the source open
     * @throws IOException if the size of the file cannot be determined
     */
    public TableFile sequentially(TableStructure structure, LongConsumer made) throws IOException {
        TableBlocks sequential = blocks.sequentially(structure::nextRead).oneAtATime();
        return new TableFile(source.borrowed(), sequential.counting(Objects.requireNonNull(made, "made")));
    }

    /**
     * The same table, which reports how much is decompressed, for callers that limit the sum over many blocks.
     *
     * @param made takes a number of bytes whenever a block is decompressed: the length of its contents or, for a block
     *     that cannot be decompressed, of the part that was made
     * @return a view on the same source; closing either closes both
     */
    public TableFile countingContents(LongConsumer made) {
        return new TableFile(source, blocks.counting(Objects.requireNonNull(made, "made")));
    }

    /** {@return the table's name, as the source gives it} */
    public String name() {
        return blocks.name();
    }

    /**
     * The number of bytes of the file.
     *
     * @return 48 or more
     * @throws IOException if it cannot be determined
     */
    public long size() throws IOException {
        return blocks.size();
    }

    /** {@return the footer, which says where metaindex and index lie} */
    public Footer footer() {
        return blocks.footer();
    }

    /**
     * The offset in the file of the footer, which ends with the file.
     *
     * @return 0 or more
     * @throws IOException if the size of the file cannot be determined
     */
    public long footerOffset() throws IOException {
        return blocks.footerOffset();
    }

    TableBlocks blocks() {
        return blocks;
    }

    /**
     * Reads a block as it is stored.
     *
     * @param handle where it lies
     * @return the block
     * @throws CorruptTableException if it extends past the end of the file, is too large, or has a wrong checksum and
     *     checksums are checked
     * @throws IOException if it cannot be read
     */
    public StoredBlock read(BlockHandle handle) throws IOException {
        return blocks.read(handle);
    }

    /**
     * Reads the block that a metaindex entry leads to, as it is stored.
     *
     * @param entry an entry of this table's metaindex
     * @return the block; its contents have at most 16 MiB plus the size of the file
     * @throws CorruptTableException if the entry holds no handle, and as {@link #read(BlockHandle)} does
     * @throws IOException if it cannot be read
     */
    public StoredBlock read(MetaindexEntry entry) throws IOException {
        return blocks.besideData().read(blocks.handleOf(entry));
    }

    /**
     * Reads a block of keys and values in rows (TF-7). {@link TableStructure#dataEntries} reads data blocks of every
     * form.
     *
     * @param handle where it lies
     * @return the block
     * @throws CorruptTableException if it cannot be read as one
     * @throws IOException if it cannot be read
     */
    public KeyValueBlock readEntries(BlockHandle handle) throws IOException {
        return read(handle).entries();
    }

    /**
     * Reads metaindex, RocksDB's properties and index, each once.
     *
     * @return what was found; damage is part of it
     * @throws IOException if the file cannot be read; damage does not throw here
     */
    public TableStructure structure() throws IOException {
        return TableStructure.read(blocks);
    }

    /**
     * Reads the metaindex.
     *
     * @return its entries in the order of the file, including entries whose value holds no handle
     * @throws CorruptTableException if it cannot be read
     * @throws IOException if it cannot be read
     */
    public List<MetaindexEntry> metaindex() throws IOException {
        return blocks.metaindex();
    }

    /**
     * Reads the index, and the metaindex and RocksDB's properties, which may say that the index is partitioned.
     *
     * @return an entry for each data block in the order of the file
     * @throws CorruptTableException if it cannot be read, or if a value in it holds no handle; for a table with
     *     RocksDB's footer also if the metaindex or the properties cannot be read
     * @throws IOException if it cannot be read
     */
    public List<IndexEntry> index() throws IOException {
        TableStructure structure = structure();
        Optional<CorruptTableException> damage = structure.indexDamage();
        if (!footer().hasProperties() && damage.isPresent()) {
            throw damage.get();
        }
        return footer().hasProperties() ? structure.orThrow().index() : structure.index();
    }

    /**
     * Opens the table's filter, whichever it has, safely for every writer of its name (RF-4, TF-9): the full or
     * partitioned filter of RocksDB or Pebble, or else the first block-based filter with a built-in name. Where several
     * writers hashed differently, a key is absent only if all of them deny it, and no key is absent if it is not known
     * what was added. Use it for files whose writer is not known; an engine {@linkplain #openFilter(TrustedPolicies)
     * trusts} its own policies, since a filter under LevelDB's name may be Basho's if base lg is not 11, and reading it
     * safely for both doubles false positives and takes longer.
     *
     * @return a filter that outlives the table; empty if the metaindex names none that is known
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<TableFilter> openFilter() throws IOException {
        return FilterOpener.open(blocks, TrustedPolicies.NONE);
    }

    /**
     * Opens the filter of an engine's table: the engine's policies read the filters that they write, and any other is
     * read as safely as by {@link #openFilter()}.
     *
     * @param own the policies with which the engine writes its tables, which are trusted
     * @return a filter that outlives the table; empty if the metaindex names none that is known
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<TableFilter> openFilter(TrustedPolicies own) throws IOException {
        return FilterOpener.open(blocks, Objects.requireNonNull(own, "own"));
    }

    /**
     * Reads the full or partitioned filter of RocksDB or Pebble to examine it; damage is part of the result, and lets
     * every key match.
     *
     * @param structure as {@link #structure()} of this table gave it
     * @return the filter; empty if the metaindex names none of RocksDB's or Pebble's own policies
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public Optional<RocksDbFilter> keyFilter(TableStructure structure) throws IOException {
        return structure.keyFilter(blocks);
    }

    /**
     * The place of the block to which a metaindex entry leads.
     *
     * @param entry an entry of this table's metaindex
     * @return its handle
     * @throws CorruptTableException if its value holds no handle
     */
    public BlockHandle handleOf(MetaindexEntry entry) throws CorruptTableException {
        return blocks.handleOf(entry);
    }

    /** Closes the source. */
    @Override
    public void close() throws IOException {
        blocks.freeBuffers();
        source.close();
    }

    /** {@return its name, for logs} */
    @Override
    public String toString() {
        return name();
    }
}
