// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What leads to the data and the filters of a table: footer, metaindex, RocksDB's properties and index, each read once
 * from the file. A part that is damaged is empty here, with the reason beside it; the sound parts can still be used.
 *
 * <p>Immutable; it no longer needs the table. It keeps the blocks as they are stored, so code that copies the file need
 * not read them again.
 */
public final class TableStructure {
    private final Footer footer;
    private final OptionalInt unknownChecksum;
    private TableForm form;
    private final NavigableMap<Long, byte[]> stored = new TreeMap<>();
    private final Map<BlockHandle, KeyValueBlock> blocks = new HashMap<>();
    private List<MetaindexEntry> metaindex = List.of();
    private TableOrigin origin = TableOrigin.UNKNOWN;
    private Optional<RocksDbProperties> properties = Optional.empty();
    private IndexEntries index = IndexEntries.NONE;
    private final List<BlockHandle> indexParts = new ArrayList<>();
    private Optional<CorruptTableException> metaindexDamage = Optional.empty();
    private Optional<CorruptTableException> propertiesDamage = Optional.empty();
    private Optional<CorruptTableException> indexDamage = Optional.empty();

    private TableStructure(TableFile table) throws IOException {
        this.footer = table.footer();
        this.unknownChecksum = footer.checksum() == BlockChecksum.UNKNOWN
                ? OptionalInt.of(table.footerBytes()[0] & 0xff)
                : OptionalInt.empty();
        this.form = TableForm.of(footer);
        stored.put(table.footerOffset(), table.footerBytes());
    }

    static TableStructure read(TableFile table) throws IOException {
        TableStructure structure = withoutIndex(table);
        structure.readIndex(table);
        return structure;
    }

    static TableStructure withoutIndex(TableFile table) throws IOException {
        TableStructure structure = new TableStructure(table);
        structure.readMetaindex(table);
        return structure;
    }

    private void readMetaindex(TableFile table) throws IOException {
        try {
            metaindex = MetaindexEntry.readAll(
                    kept(table.limitedTo(TableFile.MOST_NAMES).read(footer.metaindex()), form::metaindex),
                    table.name(),
                    footer.metaindex().offset());
        } catch (CorruptTableException e) {
            metaindexDamage = Optional.of(e);
            return;
        }
        try {
            properties = readProperties(table);
            form = properties.map(form::with).orElse(form);
        } catch (CorruptTableException e) {
            propertiesDamage = Optional.of(e);
        }
        origin = TableOrigin.of(footer, metaindex, properties, propertiesDamage.isPresent());
    }

    private Optional<RocksDbProperties> readProperties(TableFile table) throws IOException {
        Optional<MetaindexEntry> entry = propertiesEntry();
        return entry.isEmpty()
                ? Optional.empty()
                : Optional.of(RocksDbProperties.read(
                        kept(table.readProperties(table.handleOf(entry.get())), form::properties)));
    }

    /** Reads the index, unless it is RocksDB's and the properties that say how to read it are not known. */
    private void readIndex(TableFile table) throws IOException {
        boolean rocksDb = footer.hasProperties();
        if (rocksDb && (metaindexDamage.isPresent() || propertiesDamage.isPresent())) {
            return;
        }
        try {
            if (footer.hasContext() && footer.index().equals(Footer.NO_INDEX)) {
                throw table.indexPlace().corrupt(Reason.BAD_HANDLE, "the metaindex does not lead to an index");
            }
            if (footer.deniesIndex(
                    properties.filter(RocksDbProperties::hasPartitionedIndex).isPresent())) {
                throw table.indexPlace()
                        .corrupt(Reason.BAD_ORDER, "footer and properties do not agree on the levels of the index");
            }
            refuseDataElsewhere(table);
            TableFile limited = table.limitedTo(TableFile.MOST_BESIDE_DATA + table.size());
            KeyValueBlock block = kept(limited.read(footer.index()), form::index);
            // Under LevelDB's footer an index has LevelDB's form, but RocksDB may have partitioned it all the same.
            Optional<RocksDbProperties> told =
                    rocksDb ? properties : properties.filter(RocksDbProperties::hasPartitionedIndex);
            IndexEntries entries =
                    IndexReader.readAll(block, told, handle -> indexPart(limited, handle), table.indexPlace());
            checkForm(limited, block, entries, told);
            index = entries;
        } catch (CorruptTableException e) {
            indexDamage = Optional.of(e);
        }
    }

    /** YugabyteDB keeps data blocks in a file of their own; in this one, other blocks lie where the index leads. */
    private void refuseDataElsewhere(TableFile table) throws IOException {
        OptionalLong size = dataSize();
        if (size.isPresent() && Long.compareUnsigned(size.getAsLong(), table.size()) > 0) {
            throw table.indexPlace()
                    .corrupt(
                            Reason.DATA_ELSEWHERE,
                            "the properties give " + Long.toUnsignedString(size.getAsLong())
                                    + " bytes of data, more than the file of " + table.size()
                                    + " bytes: the data blocks lie in another file");
        }
    }

    /** Read in another form than its own, an index could leave out keys. */
    private void checkForm(TableFile table, KeyValueBlock block, IndexEntries entries, Optional<RocksDbProperties> told)
            throws IOException {
        boolean filtered =
                metaindex.stream().anyMatch(entry -> entry.filterForm().isPresent());
        boolean isNew = told.filter(each -> each.hasPartitionedIndex() || each.hasFirstKeys())
                .isPresent();
        if (isNew && !IndexReader.leadsToData(table, this, block, entries, told.get(), filtered)) {
            throw table.indexPlace()
                    .corrupt(
                            Reason.BAD_ORDER,
                            told.get().hasPartitionedIndex()
                                    ? "RocksDB's properties call the index partitioned, but it does not lead"
                                            + " to data at 0"
                                    : "RocksDB's properties say that the index holds first keys, but it does not hold"
                                            + " that of data at 0");
        }
    }

    private KeyValueBlock indexPart(TableFile table, BlockHandle handle) throws IOException {
        indexParts.add(handle);
        return kept(table.read(handle), form::index);
    }

    /** Sees a block of one kind as keys and values. */
    private interface Reading {
        KeyValueBlock entries(StoredBlock block) throws CorruptTableException;
    }

    private KeyValueBlock kept(StoredBlock block, Reading reading) throws CorruptTableException {
        stored.put(block.handle().offset(), block.storedBytes());
        KeyValueBlock entries = reading.entries(block);
        blocks.put(block.handle(), entries);
        return entries;
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
        return Optional.ofNullable(blocks.get(handle));
    }

    /** Where the first part that was read begins at this offset or after it; 2^63 - 1 if there is none. */
    long nextRead(long offset) {
        Long next = stored.ceilingKey(offset);
        return next == null ? Long.MAX_VALUE : next;
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
        return footer;
    }

    /** {@return the metaindex entries in the order of the file; empty if the metaindex is damaged} */
    public List<MetaindexEntry> metaindex() {
        return metaindex;
    }

    /**
     * The filter entry that a reader with these policies uses: the first whose name is among theirs (TF-9).
     *
     * @param known the policies that the reader has
     * @return the entry; empty if there is none
     */
    public Optional<MetaindexEntry> filterEntry(List<? extends FilterMatcher> known) {
        return FilterOpener.entry(metaindex, known);
    }

    /**
     * The entry of the filter that RocksDB or Pebble asks by user key: the full one, or else the partitioned one
     * (RF-4). Pebble has no partitioned filters, but may have a binary fuse filter (PB-5).
     *
     * @return the entry; empty if there is none of RocksDB's or Pebble's own policies
     */
    public Optional<MetaindexEntry> rocksDbFilterEntry() {
        Stream<Predicate<MetaindexEntry>> kinds = Stream.of(
                entry -> entry.leadsToRocksDbFilter(FilterForm.FULL),
                entry -> mayBePebbles() && entry.leadsToBinaryFuse(),
                entry -> footer.pebbleFormat() == 0 && entry.leadsToRocksDbFilter(FilterForm.PARTITIONED));
        return kinds.flatMap(kind -> metaindex.stream().filter(kind)).findFirst();
    }

    /** Whether Pebble may have written the table: with a footer of its own, LevelDB's, or RocksDB's oldest. */
    boolean mayBePebbles() {
        return footer.formatVersion() < RocksDbFilterReader.FIRST_OF_ROCKSDB_ALONE;
    }

    /**
     * {@return the metaindex entry that leads to RocksDB's properties, by its present name or the one that it had until
     * 2013; empty if there is none}
     */
    public Optional<MetaindexEntry> propertiesEntry() {
        return RocksDbProperties.entryIn(metaindex);
    }

    /** {@return whether RocksDB wrote the table before it had full filters: its properties have their old name} */
    public boolean precedesFullFilters() {
        return propertiesEntry()
                .filter(RocksDbProperties::arePrecedingFullFilters)
                .isPresent();
    }

    /** What RocksDB says of the table; empty if it says nothing, or nothing that can be read. */
    Optional<RocksDbProperties> properties() {
        return properties;
    }

    /**
     * {@return the name of the table's comparator, each character standing for one byte; empty if no properties of
     * RocksDB give it}
     */
    public Optional<String> comparator() {
        return properties
                .filter(RocksDbProperties::belongToRocksDb)
                .map(RocksDbProperties::comparator)
                .filter(name -> !name.isEmpty());
    }

    /**
     * {@return how many bytes RocksDB's properties give the data blocks, trailers and padding included, unsigned; empty
     * if they do not say it}
     */
    public OptionalLong dataSize() {
        return properties.map(RocksDbProperties::dataSize).orElse(OptionalLong.empty());
    }

    /**
     * {@return how many entries RocksDB's properties give the data blocks, as a count from 0 on; a negative number if
     * the properties contradict themselves; empty if they do not say it}
     */
    public OptionalLong entryCount() {
        return properties.map(RocksDbProperties::pointEntries).orElse(OptionalLong.empty());
    }

    /**
     * {@return what a full filter is asked for in this table, as the properties say; with an obstacle if they do not
     * say enough, and with a split if Pebble may have written the table (PB-1)}
     */
    public FilterContents fullFilterContents() {
        return FilterContents.of(properties, footer.formatVersion(), FilterForm.FULL, mayBePebbles());
    }

    /** {@return what the metaindex reveals about the program that wrote the table} */
    public TableOrigin origin() {
        return origin;
    }

    /** {@return an entry for each data block in the order of the file; empty if the index could not be read} */
    public List<IndexEntry> index() {
        return index;
    }

    /**
     * The offset of a data block, found without a copy of its index entry, whose key may have megabytes.
     *
     * @param entry number of the entry in {@link #index()}
     * @return offset in the file
     * @throws IndexOutOfBoundsException if there is no such entry
     */
    public long indexOffset(int entry) {
        return index.offset(entry);
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
        return index.compareKey(entry, dropped, key);
    }

    /** {@return where the parts of a partitioned index lie, in the order of the file; empty for other indexes} */
    public List<BlockHandle> indexParts() {
        return Collections.unmodifiableList(indexParts);
    }

    /** Why the metaindex could not be read, if so. */
    Optional<CorruptTableException> metaindexDamage() {
        return metaindexDamage;
    }

    /**
     * {@return why the properties that the metaindex leads to could not be read; empty if they were read or do not
     * exist}
     */
    public Optional<CorruptTableException> propertiesDamage() {
        return propertiesDamage;
    }

    /**
     * {@return why the index could not be read; empty if it was read, or not read because RocksDB's properties, which
     * give its form, are damaged}
     */
    public Optional<CorruptTableException> indexDamage() {
        return indexDamage;
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
                .map(e -> metaindexDamage.isPresent() ? e.with("no filter was looked for") : e)
                .map(e -> leadsToNoData() ? e.with("no data was looked at") : e);
    }

    /** Whether the index was not read; that of RocksDB needs what else leads to it. */
    private boolean leadsToNoData() {
        return indexDamage.isPresent() || footer.hasProperties() && !damage().isEmpty();
    }

    /**
     * Why the data cannot be found.
     *
     * @return the reasons: metaindex, properties, index, in this order. Damage of the properties is among them only in
     *     a table with RocksDB's or Pebble's footer; elsewhere an entry of their name may be another program's
     */
    public List<CorruptTableException> damage() {
        return Stream.of(metaindexDamage, propertiesDamage.filter(e -> footer.hasProperties()), indexDamage)
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
        Objects.checkFromIndexSize(offset, length, dst.length);
        int done = 0;
        while (done < length) {
            long at = position + done;
            Map.Entry<Long, byte[]> held = stored.floorEntry(at);
            long inHeld = held == null ? 0 : at - held.getKey();
            if (held != null && inHeld < held.getValue().length) {
                int count = (int) Math.min(length - done, held.getValue().length - inHeld);
                System.arraycopy(held.getValue(), (int) inHeld, dst, offset + done, count);
                done += count;
            } else {
                Long next = stored.higherKey(at);
                int count = next == null ? length - done : (int) Math.min(length - done, next - at);
                table.readBytes(at, dst, offset + done, count);
                done += count;
            }
        }
    }
}
