// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What leads to the data and the filters of a table: footer, metaindex, RocksDB's properties and index, each read once
 * from the file. A part that is damaged is empty here, with the reason beside it; the sound parts can still be used.
 *
 * <p>Immutable; it no longer needs the table. It keeps the blocks as they are stored, so code that copies the file need
 * not read them again.
 */
public final class TableStructure {
    private final OptionalInt unknownChecksum;
    private final Metaindex metaindex;
    private final TableForm form;
    private final TableOrigin origin;
    private final TableIndex index;
    private final KeptBlocks kept;

    private TableStructure(TableBlocks table, Metaindex metaindex, TableIndex index, KeptBlocks kept) {
        this.unknownChecksum = table.footer().checksum() == BlockChecksum.UNKNOWN
                ? OptionalInt.of(table.footerBytes()[0] & 0xff)
                : OptionalInt.empty();
        this.metaindex = metaindex;
        this.form = metaindex.form();
        this.origin = metaindex.origin();
        this.index = index;
        this.kept = kept;
    }

    static TableStructure read(TableBlocks table) throws IOException {
        KeptBlocks kept = new KeptBlocks();
        kept.keepFooter(table);
        Metaindex metaindex = Metaindex.read(table, kept);
        return new TableStructure(table, metaindex, TableIndex.read(table, metaindex, kept), kept);
    }

    /** As {@link TableFile#keyFilter}. */
    Optional<RocksDbFilter> keyFilter(TableBlocks table) throws IOException {
        Optional<MetaindexEntry> entry = metaindex.keyFilterEntry();
        return entry.isEmpty()
                ? Optional.empty()
                : Optional.of(RocksDbFilterReader.read(table, metaindex, entry.get(), kept));
    }

    /**
     * The keys of a data block in the form that this table's data blocks have: rows, or the columns of Pebble's newer
     * tables, whose values are left out. The checksum is not checked.
     *
     * @param block as {@link TableFile#read(BlockHandle)} gave it
     * @return the block as keys, with their tags, and values
     * @throws CorruptTableException if the block cannot be decompressed, or does not have that form
     */
    public KeyValueBlock dataEntries(StoredBlock block) throws CorruptTableException {
        return form.data(block);
    }

    /**
     * The deletions of ranges that a table has in a block {@code rocksdb.range_del} or {@code rocksdb.range_del2}, in
     * rows or in columns. The checksum is not checked.
     *
     * @param block as {@link TableFile#read(MetaindexEntry)} gave it
     * @return the first user key of each range with its tag, and as the value the user key before which the range ends;
     *     ranges may overlap, but of columns only the newest deletion of each range is shown
     * @throws CorruptTableException if the block cannot be decompressed, or does not have that form
     */
    public KeyValueBlock rangeDeletions(StoredBlock block) throws CorruptTableException {
        return form.rangeDeletions(block);
    }

    /**
     * Where Pebble divided a key: in columns of its default schema the first part is kept apart, and it is what the
     * filter has (PB-7).
     *
     * @param cursor at an entry of a block that {@link #dataEntries} gave
     * @return the number of bytes of the first part of the user key, 0 to its length; -1 if the table does not show it
     */
    public int firstPart(KeyValueBlock.Cursor cursor) {
        return form instanceof ColumnForm columns && columns.showsParts() ? (int) cursor.valueAsNumber() : -1;
    }

    /**
     * A block that was read for this structure: metaindex, properties or index.
     *
     * @param handle where it lies
     * @return the block; empty if none was read there, or if it is damaged as a block of keys and values
     */
    public Optional<KeyValueBlock> block(BlockHandle handle) {
        return kept.block(handle);
    }

    /** Where the first part that was read begins at this offset or after it; 2^63 - 1 if there is none. */
    long nextRead(long offset) {
        return kept.next(offset);
    }

    /**
     * {@return the number of the footer's kind of checksum, 5 to 255, if it is {@linkplain BlockChecksum#UNKNOWN
     * unknown}; else empty}
     */
    public OptionalInt unknownChecksum() {
        return unknownChecksum;
    }

    /** {@return the footer} */
    public Footer footer() {
        return metaindex.footer();
    }

    /** {@return the metaindex entries in the order of the file; empty if the metaindex is damaged} */
    public List<MetaindexEntry> metaindex() {
        return metaindex.entries();
    }

    /**
     * The filter entry that a reader with these policies uses: the first whose name is among theirs (TF-9).
     *
     * @param known the policies that the reader has
     * @return the entry; empty if there is none
     */
    public Optional<MetaindexEntry> filterEntry(List<? extends FilterMatcher> known) {
        return metaindex.filterEntry(known);
    }

    /**
     * The entry of the filter that RocksDB or Pebble probes by user key: the full one, or else the partitioned one
     * (RF-4). Pebble has no partitioned filters, but may have a binary fuse filter (PB-5).
     *
     * @return the entry; empty if there is none of RocksDB's or Pebble's own policies
     */
    public Optional<MetaindexEntry> keyFilterEntry() {
        return metaindex.keyFilterEntry();
    }

    /**
     * {@return the metaindex entry that leads to RocksDB's properties, by its present name or the one that it had until
     * 2013; empty if there is none}
     */
    public Optional<MetaindexEntry> propertiesEntry() {
        return metaindex.propertiesEntry();
    }

    /** {@return whether RocksDB wrote the table before it had full filters: its properties have their old name} */
    public boolean precedesFullFilters() {
        return propertiesEntry()
                .filter(RocksDbProperties::arePrecedingFullFilters)
                .isPresent();
    }

    /**
     * {@return the name of the table's comparator, each character standing for one byte; empty if no properties of
     * RocksDB give it}
     */
    public Optional<String> comparator() {
        return metaindex
                .properties()
                .filter(RocksDbProperties::belongToRocksDb)
                .map(RocksDbProperties::comparator)
                .filter(name -> !name.isEmpty());
    }

    /**
     * {@return how many bytes RocksDB's properties give the data blocks, trailers and padding included, unsigned; empty
     * if they do not say it}
     */
    public OptionalLong dataSize() {
        return metaindex.properties().map(RocksDbProperties::dataSize).orElse(OptionalLong.empty());
    }

    /** {@return how much RocksDB's properties say that the table has} */
    public StatedCounts statedCounts() {
        return metaindex.properties().map(RocksDbProperties::counts).orElse(StatedCounts.NONE);
    }

    /**
     * {@return what a full filter is asked for in this table, as the properties say; with an obstacle if they do not
     * say enough, and with a split if Pebble may have written the table (PB-1)}
     */
    public FilterContents fullFilterContents() {
        return metaindex.contents(FilterForm.FULL, metaindex.footer().mayBePebbles());
    }

    /** {@return what the metaindex reveals about the program that wrote the table} */
    public TableOrigin origin() {
        return origin;
    }

    /** {@return an entry for each data block in the order of the file; empty if the index could not be read} */
    public List<IndexEntry> index() {
        return index.entries();
    }

    /**
     * The offset of a data block, found without a copy of its index entry, whose key may have megabytes.
     *
     * @param entry number of the entry in {@link #index()}
     * @return offset in the file
     * @throws IndexOutOfBoundsException if there is no such entry
     */
    public long indexOffset(int entry) {
        return index.entries().offset(entry);
    }

    /**
     * Compares the key of an index entry in byte order, without copying it.
     *
     * @param entry number of the entry in {@link #index()}
     * @param dropped how many bytes at the end of the entry's key are ignored, at most all
     * @param key compared with the rest; borrowed
     * @return a negative number if the entry's key is below, 0 if it is equal, a positive one if it is above
     * @throws IndexOutOfBoundsException if there is no such entry
     */
    public int compareIndexKey(int entry, int dropped, byte[] key) {
        return index.entries().compareKey(entry, dropped, key);
    }

    /** {@return where the parts of a partitioned index lie, in the order of the file; empty for other indexes} */
    public List<BlockHandle> indexParts() {
        return index.parts();
    }

    /**
     * {@return why the properties that the metaindex leads to could not be read; empty if they were read or do not
     * exist}
     */
    public Optional<CorruptTableException> propertiesDamage() {
        return metaindex.propertiesDamage();
    }

    /**
     * {@return why the index could not be read; empty if it was read, or not read because RocksDB's properties, which
     * give its form, are damaged}
     */
    public Optional<CorruptTableException> indexDamage() {
        return index.damage();
    }

    /**
     * The first part on the way to the data and the filters that could not be decoded.
     *
     * @return the reason for the first part of {@link #damage}, if it could not be decoded; its detail ends by naming
     *     what was therefore not looked at
     */
    public Optional<CorruptTableException> undecoded() {
        return damage().stream()
                .findFirst()
                .filter(e -> e.reason().isUndecoded())
                .map(e -> metaindex.damage().isPresent() ? e.with("no filter was looked for") : e)
                .map(e -> leadsToNoData() ? e.with("no data was looked at") : e);
    }

    /** Whether the index was not read; that of RocksDB needs what else leads to it. */
    private boolean leadsToNoData() {
        return index.damage().isPresent() || footer().hasProperties() && !damage().isEmpty();
    }

    /**
     * Why the data cannot be found.
     *
     * @return the reasons: metaindex, properties, index, in this order. Damage of the properties is among them only in
     *     a table with RocksDB's or Pebble's footer; elsewhere an entry of their name may be another program's
     */
    public List<CorruptTableException> damage() {
        return Stream.of(
                        metaindex.damage(),
                        metaindex.propertiesDamage().filter(e -> footer().hasProperties()),
                        index.damage())
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * This structure, for callers that need all of it.
     *
     * @return this
     * @throws CorruptTableException the first of {@link #damage()}
     */
    public TableStructure orThrow() throws CorruptTableException {
        List<CorruptTableException> damage = damage();
        if (!damage.isEmpty()) {
            throw damage.get(0);
        }
        return this;
    }

    /**
     * Reads bytes of the file as they are, from memory if they belong to the footer or to a block that was read for
     * this structure.
     *
     * @param table the table of this structure
     * @param position offset in the file of the first byte, 0 or more
     * @param dst receives the bytes
     * @param offset index in {@code dst} of the first byte
     * @param length number of bytes, 0 or more
     * @throws java.io.EOFException if the file ends before that
     * @throws IOException if it cannot be read
     */
    public void readBytes(TableFile table, long position, byte[] dst, int offset, int length) throws IOException {
        kept.readBytes(table.blocks(), position, dst, offset, length);
    }
}
