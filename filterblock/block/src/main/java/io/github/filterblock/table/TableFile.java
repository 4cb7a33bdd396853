// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

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
    /** Contents of a compressed index or filter may have this and the size of the file. */
    static final long MOST_BESIDE_DATA = 16 << 20;

    /** Contents of a compressed metaindex, and of compressed properties, which take some hundred bytes. */
    static final long MOST_NAMES = 4 << 20;

    private final TableSource source;
    private final Footer footer;
    private final byte[] footerBytes;
    private final BlockDecompressor decompressor;
    private final boolean checksums;

    /** Takes a number of bytes whenever a block is decompressed. */
    private final @Nullable LongConsumer made;

    private TableFile(
            TableSource source,
            Footer footer,
            byte[] footerBytes,
            BlockDecompressor decompressor,
            boolean checksums,
            @Nullable LongConsumer made) {
        this.source = source;
        this.footer = footer;
        this.footerBytes = footerBytes;
        this.decompressor = decompressor;
        this.checksums = checksums;
        this.made = made;
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
            byte[] stored = Footer.readStored(source);
            Footer footer = Footer.decode(stored, source.name(), source.size());
            SurrealKvFooter.refuse(source, footer);
            TableFile table = new TableFile(
                    source, footer, stored, new BlockDecompressor(BlockDecompressor.DEFAULT_LIMIT), true, null);
            return footer.hasContext() ? table.withIndexOfMetaindex() : table;
        } catch (IOException | RuntimeException | Error e) {
            try {
                source.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    /** The same table with the place of its index, as far as the metaindex is sound. */
    private TableFile withIndexOfMetaindex() throws IOException {
        try {
            Footer complete = footer.withIndexOf(metaindex());
            return new TableFile(source, complete, footerBytes, decompressor, checksums, made);
        } catch (CorruptTableException e) {
            return this;
        }
    }

    /**
     * {@return the same table, read without checking checksums, to salvage data at the risk of wrong answers: a view of
     * the same source; closing either closes both}
     */
    public TableFile ignoringChecksums() {
        return new TableFile(source, footer, footerBytes, decompressor, false, made);
    }

    /**
     * The same table for one pass over its data blocks in their order, by one thread: small blocks are read many at a
     * time.
     *
     * @param structure as {@link #structure()} of this table gave it
     * @param made as {@link #countingContents} takes it
     * @return a view on the same source; closing it closes nothing
     * @throws IOException if the size of the file cannot be determined
     */
    public TableFile sequentially(TableStructure structure, LongConsumer made) throws IOException {
        TableSource sequential = ReadAheadSource.sequential(source, structure::nextRead);
        return new TableFile(sequential, footer, footerBytes, decompressor, checksums, made);
    }

    /**
     * The same table, which reports how much is decompressed, for callers that limit the sum over many blocks.
     *
     * @param made takes a number of bytes whenever a block is decompressed: the length of its contents or, for a block
     *     that cannot be decompressed, of the part that was made
     * @return a view on the same source; closing either closes both
     */
    public TableFile countingContents(LongConsumer made) {
        return new TableFile(
                source, footer, footerBytes, decompressor, checksums, Objects.requireNonNull(made, "made"));
    }

    /** {@return the table's name, as the source gives it} */
    public String name() {
        return source.name();
    }

    /**
     * The number of bytes of the file.
     *
     * @return 48 or more
     * @throws IOException if it cannot be determined
     */
    public long size() throws IOException {
        return source.size();
    }

    /** {@return the footer, which says where metaindex and index lie} */
    public Footer footer() {
        return footer;
    }

    /** The footer as it is stored: 48 bytes, or 53 for RocksDB's; not to be changed. */
    byte[] footerBytes() {
        return footerBytes;
    }

    /**
     * The offset in the file of the footer, which ends with the file.
     *
     * @return 0 or more
     * @throws IOException if the size of the file cannot be determined
     */
    public long footerOffset() throws IOException {
        return size() - footerBytes.length;
    }

    /** Reads bytes of the file as they are, whatever they belong to. */
    void readBytes(long position, byte[] dst, int offset, int length) throws IOException {
        source.read(position, dst, offset, length);
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
        StoredBlock block = StoredBlock.read(source, handle, footer, decompressor, made);
        return checksums ? block.checked() : block;
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
        return limitedTo(MOST_BESIDE_DATA + size()).read(handleOf(entry));
    }

    /** The same table, whose blocks have at most this many bytes when they are decompressed. */
    TableFile limitedTo(long contents) {
        int limit = (int) Math.min(contents, Integer.MAX_VALUE);
        return new TableFile(source, footer, footerBytes, decompressor.limitedTo(limit), checksums, made);
    }

    /** Reads the block of RocksDB's properties, whose checksum ingestion may have made wrong. */
    StoredBlock readProperties(BlockHandle handle) throws IOException {
        StoredBlock block = ignoringChecksums().limitedTo(MOST_NAMES).read(handle);
        return checksums ? RocksDbProperties.checked(block) : block;
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
        return TableStructure.read(this);
    }

    /**
     * Reads the metaindex.
     *
     * @return its entries in the order of the file, including entries whose value holds no handle
     * @throws CorruptTableException if it cannot be read
     * @throws IOException if it cannot be read
     */
    public List<MetaindexEntry> metaindex() throws IOException {
        return MetaindexEntry.readAll(
                TableForm.of(footer).metaindex(limitedTo(MOST_NAMES).read(footer.metaindex())),
                name(),
                footer.metaindex().offset());
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
        if (!footer.hasProperties() && damage.isPresent()) {
            throw damage.get();
        }
        return footer.hasProperties() ? structure.orThrow().index() : structure.index();
    }

    IndexEntries.Place indexPlace() throws IOException {
        return new IndexEntries.Place(name(), footer.index().offset(), size());
    }

    /**
     * The filter entry that a reader with these policies uses: the first whose name is among theirs (TF-9).
     *
     * @param known the policies that the reader has
     * @return the entry; empty if there is none
     * @throws CorruptTableException if the metaindex cannot be read
     * @throws IOException if it cannot be read
     */
    public Optional<MetaindexEntry> filterEntry(List<? extends FilterMatcher> known) throws IOException {
        return FilterOpener.entry(metaindex(), known);
    }

    /**
     * Opens the table's filter with the built-in policies, safely for every writer of its name: where several hashed
     * differently, a key is absent only if all of them deny it, and no key is absent if the filter holds only prefixes.
     * Use it for files whose writer is not known. An engine opens its own tables by {@link #openFilter(FilterMatcher)}:
     * if base lg is not 11, a filter under LevelDB's name may be Basho's; reading it safely for both doubles false
     * positives and takes longer.
     *
     * <p>Ask with the keys that were added to the filter: user keys, without a tag, if the table comes from a database.
     *
     * @return a reader that outlives the table; empty if no filter has a built-in name
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<FilterBlockReader> openFilter() throws IOException {
        return FilterOpener.SAFE.open(readingAhead());
    }

    /**
     * Opens the filter of an engine's table: the engine's policy reads a filter of its name, and a filter of any other
     * built-in name is read as safely as by {@link #openFilter()}. Of several filters, the first whose name is known in
     * either way is used.
     *
     * @param own the policy with which the engine writes its tables
     * @return a reader that outlives the table; empty if no filter has a name that is known
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<FilterBlockReader> openFilter(FilterMatcher own) throws IOException {
        return FilterOpener.of(own).open(readingAhead());
    }

    /**
     * Opens the table's filter with the caller's policies and no others.
     *
     * @param known the policies; the first metaindex entry whose name is among theirs is used. A policy is trusted: if
     *     the table's writer hashed differently under its name, keys that are there are denied. Matchers of {@link
     *     FilterDialect#safeMatchers()} are not trusted: filters of their names are read as safely as by {@link
     *     #openFilter()}
     * @return a reader that outlives the table; empty if no filter has such a name
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<FilterBlockReader> openFilter(List<? extends FilterMatcher> known) throws IOException {
        return new FilterOpener(known).open(readingAhead());
    }

    /**
     * Opens the filter that RocksDB asks by user key, a full or a partitioned one (FORMAT-ROCKSDB.md), safely: it
     * denies no key if properties, comparator or prefix extractor are not understood.
     *
     * @return a filter that outlives the table; empty if the metaindex names none of RocksDB's own policies
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<RocksDbFilter> openRocksDbFilter() throws IOException {
        return openRocksDbFilter(readingAhead());
    }

    private static Optional<RocksDbFilter> openRocksDbFilter(TableFile ahead) throws IOException {
        TableStructure structure = TableStructure.withoutIndex(ahead);
        if (structure.metaindexDamage().isPresent()) {
            throw structure.metaindexDamage().get();
        }
        Optional<RocksDbFilter> filter = RocksDbFilterReader.read(ahead, structure);
        Optional<CorruptTableException> damage = filter.flatMap(RocksDbFilter::damage);
        if (damage.isPresent()) {
            throw damage.get();
        }
        return filter;
    }

    /**
     * Opens the filter of an engine's table: without RocksDB's properties its full filter is taken for one that the
     * engine wrote, over whole user keys. Where the table has properties, they decide, as in {@link
     * #openRocksDbFilter()}.
     *
     * @param own a policy with which the engine writes full filters, of any kind and number of bits: all have one name.
     *     It is trusted: if another program wrote the filter of other keys, keys that are there are denied
     * @return a filter that outlives the table; empty if the metaindex names none of RocksDB's own policies
     * @throws CorruptTableException if metaindex or filter cannot be read; an engine may carry on without the filter
     * @throws IOException if it cannot be read
     */
    public Optional<RocksDbFilter> openRocksDbFilter(FullFilterPolicy own) throws IOException {
        Objects.requireNonNull(own, "own");
        TableFile ahead = readingAhead();
        List<MetaindexEntry> metaindex = ahead.metaindex();
        for (MetaindexEntry entry : metaindex) {
            if (entry.leadsToRocksDbFilter(FilterForm.FULL)
                    && RocksDbProperties.entryIn(metaindex).isEmpty()) {
                return Optional.of(RocksDbFilterReader.own(ahead, entry));
            }
        }
        return openRocksDbFilter(ahead);
    }

    /** What the metaindex reveals; properties that cannot be read are part of the result. */
    TableOrigin origin(List<MetaindexEntry> metaindex) throws IOException {
        Optional<MetaindexEntry> properties = RocksDbProperties.entryIn(metaindex);
        try {
            return TableOrigin.of(
                    footer,
                    metaindex,
                    properties.isEmpty()
                            ? Optional.empty()
                            : Optional.of(RocksDbProperties.read(
                                    TableForm.of(footer).properties(readProperties(handleOf(properties.get()))))),
                    false);
        } catch (CorruptTableException e) {
            return TableOrigin.of(footer, metaindex, Optional.empty(), true);
        }
    }

    /**
     * The same table, of which the metaindex and the stretch before it, where the filter usually lies, are read at
     * once.
     */
    private TableFile readingAhead() throws IOException {
        TableSource ahead = ReadAheadSource.endingAt(footer.metaindex().end(), source);
        return new TableFile(ahead, footer, footerBytes, decompressor, checksums, made);
    }

    /**
     * The place of the block to which a metaindex entry leads.
     *
     * @param entry an entry of this table's metaindex
     * @return its handle
     * @throws CorruptTableException if its value holds no handle
     */
    public BlockHandle handleOf(MetaindexEntry entry) throws CorruptTableException {
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

    /** Closes the source. */
    @Override
    public void close() throws IOException {
        source.close();
    }

    /** {@return its name, for logs} */
    @Override
    public String toString() {
        return name();
    }
}
