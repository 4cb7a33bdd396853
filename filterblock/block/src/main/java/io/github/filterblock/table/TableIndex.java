// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The index of a table, read once: an entry for each data block, and the parts of a partitioned one. Immutable. */
final class TableIndex {
    private final IndexEntries entries;
    private final List<BlockHandle> parts;
    private final Optional<CorruptTableException> damage;

    private TableIndex(IndexEntries entries, List<BlockHandle> parts, Optional<CorruptTableException> damage) {
        this.entries = entries;
        this.parts = List.copyOf(parts);
        this.damage = damage;
    }

    /**
     * Reads the index, unless it is RocksDB's and the properties that say how to read it are not known. Damage does not
     * throw here.
     */
    static TableIndex read(TableBlocks table, Metaindex metaindex, KeptBlocks kept) throws IOException {
        boolean lost =
                metaindex.damage().isPresent() || metaindex.propertiesDamage().isPresent();
        if (table.footer().hasProperties() && lost) {
            return new TableIndex(IndexEntries.NONE, List.of(), Optional.empty());
        }
        Reading reading = new Reading(table, metaindex, kept);
        try {
            return new TableIndex(reading.entries(), reading.parts, Optional.empty());
        } catch (CorruptTableException e) {
            return new TableIndex(IndexEntries.NONE, reading.parts, Optional.of(e));
        }
    }

    IndexEntries entries() {
        return entries;
    }

    /** Where the parts of a partitioned index lie. */
    List<BlockHandle> parts() {
        return parts;
    }

    /** Why it could not be read. */
    Optional<CorruptTableException> damage() {
        return damage;
    }

    /** An index while it is read. */
    private static final class Reading {
        private final TableBlocks table;
        private final Footer footer;
        private final Metaindex metaindex;
        private final Optional<RocksDbProperties> properties;
        private final TableForm form;
        private final KeptBlocks kept;
        private final IndexEntries.Place place;
        private final List<BlockHandle> parts = new ArrayList<>();

        Reading(TableBlocks table, Metaindex metaindex, KeptBlocks kept) throws IOException {
            this.table = table.besideData();
            this.footer = table.footer();
            this.metaindex = metaindex;
            this.properties = metaindex.properties();
            this.form = metaindex.form();
            this.kept = kept;
            this.place = table.place(footer.index());
        }

        IndexEntries entries() throws IOException {
            if (footer.hasContext() && footer.index().equals(Footer.NO_INDEX)) {
                throw place.corrupt(Reason.BAD_HANDLE, "the metaindex does not lead to an index");
            }
            if (footer.deniesIndex(
                    properties.filter(RocksDbProperties::hasPartitionedIndex).isPresent())) {
                throw place.corrupt(Reason.BAD_ORDER, "footer and properties do not agree on the levels of the index");
            }
            refuseDataElsewhere();
            KeyValueBlock block = read(footer.index());
            // Under LevelDB's footer an index has LevelDB's form, but RocksDB may have partitioned it all the same.
            Optional<RocksDbProperties> indexProperties =
                    footer.hasProperties() ? properties : properties.filter(RocksDbProperties::hasPartitionedIndex);
            IndexEntries entries = IndexReader.readAll(block, indexProperties, this::part, place);
            checkForm(block, entries, indexProperties);
            return entries;
        }

        /** YugabyteDB keeps data blocks in a file of their own; in this one, other blocks lie where the index leads. */
        private void refuseDataElsewhere() throws CorruptTableException {
            OptionalLong size = properties.map(RocksDbProperties::dataSize).orElse(OptionalLong.empty());
            if (size.isPresent() && Long.compareUnsigned(size.getAsLong(), place.fileSize()) > 0) {
                throw place.corrupt(
                        Reason.DATA_ELSEWHERE,
                        "the properties give " + Long.toUnsignedString(size.getAsLong())
                                + " bytes of data, more than the file of " + place.fileSize()
                                + " bytes: the data blocks lie in another file");
            }
        }

        private KeyValueBlock read(BlockHandle handle) throws IOException {
            StoredBlock block = kept.keep(table.read(handle));
            return kept.keep(block, form.index(block));
        }

        private KeyValueBlock part(BlockHandle handle) throws IOException {
            parts.add(handle);
            return read(handle);
        }

        /** Read in another form than its own, an index could leave out keys. */
        private void checkForm(KeyValueBlock block, IndexEntries entries, Optional<RocksDbProperties> indexProperties)
                throws IOException {
            boolean filtered = metaindex.entries().stream()
                    .anyMatch(entry -> entry.filterForm().isPresent());
            boolean isNew = indexProperties
                    .filter(each -> each.hasPartitionedIndex() || each.hasFirstKeys())
                    .isPresent();
            if (isNew && !IndexReader.leadsToData(table, form, block, entries, indexProperties.get(), filtered)) {
                throw place.corrupt(
                        Reason.BAD_ORDER,
                        indexProperties.get().hasPartitionedIndex()
                                ? "RocksDB's properties call the index partitioned, but it does not lead"
                                        + " to data at 0"
                                : "RocksDB's properties say that the index holds first keys, but it does not hold"
                                        + " that of data at 0");
            }
        }
    }
}
