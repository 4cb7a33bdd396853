// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The metaindex of a table and the properties that it leads to, each read once. Which filter a table has, and what may
 * be in it, follows from these. Immutable; what is damaged is empty, with the reason beside it.
 */
final class Metaindex {
    private final Footer footer;
    private final List<MetaindexEntry> entries;
    private final Optional<CorruptTableException> damage;
    private final Optional<RocksDbProperties> properties;
    private final Optional<CorruptTableException> propertiesDamage;

    private Metaindex(
            Footer footer,
            List<MetaindexEntry> entries,
            @Nullable CorruptTableException damage,
            @Nullable RocksDbProperties properties,
            @Nullable CorruptTableException propertiesDamage) {
        this.footer = footer;
        this.entries = entries;
        this.damage = Optional.ofNullable(damage);
        this.properties = Optional.ofNullable(properties);
        this.propertiesDamage = Optional.ofNullable(propertiesDamage);
    }

    /** Reads both; damage does not throw here. Without a lambda: an engine reads it with its first table. */
    static Metaindex read(TableBlocks table, KeptBlocks kept) throws IOException {
        Footer footer = table.footer();
        TableForm form = TableForm.of(footer);
        List<MetaindexEntry> entries;
        try {
            StoredBlock block = kept.keep(table.readMetaindex());
            entries = table.metaindex(kept.keep(block, form.metaindex(block)));
        } catch (CorruptTableException e) {
            return new Metaindex(footer, List.of(), e, null, null);
        }
        Optional<MetaindexEntry> entry = RocksDbProperties.entryIn(entries);
        if (entry.isEmpty()) {
            return new Metaindex(footer, entries, null, null, null);
        }
        try {
            StoredBlock block = kept.keep(table.readProperties(entry.get()));
            RocksDbProperties properties = RocksDbProperties.read(kept.keep(block, form.properties(block)));
            return new Metaindex(footer, entries, null, properties, null);
        } catch (CorruptTableException e) {
            return new Metaindex(footer, entries, null, null, e);
        }
    }

    Footer footer() {
        return footer;
    }

    /** The entries in the order of the file. */
    List<MetaindexEntry> entries() {
        return entries;
    }

    /** Why the metaindex could not be read. */
    Optional<CorruptTableException> damage() {
        return damage;
    }

    /** What RocksDB says of the table; empty if it says nothing, or nothing that can be read. */
    Optional<RocksDbProperties> properties() {
        return properties;
    }

    /** Why the properties could not be read. */
    Optional<CorruptTableException> propertiesDamage() {
        return propertiesDamage;
    }

    /** The entry that leads to the properties. */
    Optional<MetaindexEntry> propertiesEntry() {
        return RocksDbProperties.entryIn(entries);
    }

    /** The filter entry that a reader with these policies uses: the first whose name is among theirs (TF-9). */
    Optional<MetaindexEntry> filterEntry(List<? extends FilterMatcher> known) {
        for (MetaindexEntry entry : entries) {
            if (matcherOf(entry, known).isPresent()) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /** The first of some policies that has the name of an entry. */
    static Optional<FilterMatcher> matcherOf(MetaindexEntry entry, List<? extends FilterMatcher> known) {
        for (FilterMatcher matcher : known) {
            if (entry.policyName().equals(Optional.of(matcher.name()))) {
                return Optional.of(matcher);
            }
        }
        return Optional.empty();
    }

    /** The entry of the filter that is probed by user key alone, as {@link TableStructure#keyFilterEntry} has it. */
    Optional<MetaindexEntry> keyFilterEntry() {
        MetaindexEntry fuse = null;
        MetaindexEntry partitioned = null;
        for (MetaindexEntry entry : entries) {
            if (entry.leadsToRocksDbFilter(FilterForm.FULL)) {
                return Optional.of(entry);
            }
            if (fuse == null && footer.mayBePebbles() && entry.leadsToBinaryFuse()) {
                fuse = entry;
            }
            if (partitioned == null
                    && footer.pebbleFormat() == 0
                    && entry.leadsToRocksDbFilter(FilterForm.PARTITIONED)) {
                partitioned = entry;
            }
        }
        return Optional.ofNullable(fuse != null ? fuse : partitioned);
    }

    /** What was added to a filter that is probed by user key. */
    FilterContents contents(FilterForm form, boolean mayBePebbles) {
        return FilterContents.of(properties, footer.formatVersion(), form, mayBePebbles);
    }

    /** What is known of the program that wrote the table. */
    TableOrigin origin() {
        return damage.isPresent()
                ? TableOrigin.UNKNOWN
                : TableOrigin.of(footer, entries, properties, propertiesDamage.isPresent());
    }

    /** The form of the table's blocks. */
    TableForm form() {
        TableForm form = TableForm.of(footer);
        return properties.isPresent() ? form.with(properties.get()) : form;
    }
}
