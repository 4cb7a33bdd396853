// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the filter of a table and decides how it is read: by one of the caller's policies as it is, or as far as that
 * is safe for every writer. For one thread, and one table.
 */
final class FilterOpener {
    private final TableBlocks table;
    private final TrustedPolicies own;
    private final KeptBlocks kept = new KeptBlocks();
    private final Metaindex metaindex;

    private FilterOpener(TableBlocks table, TrustedPolicies own) throws IOException {
        this.table = table;
        this.own = own;
        this.metaindex = Metaindex.read(table, kept);
    }

    /** As {@link TableFile#openFilter(TrustedPolicies)}. */
    static Optional<TableFilter> open(TableBlocks table, TrustedPolicies own) throws IOException {
        FilterOpener opener = new FilterOpener(table.readingAhead(), own);
        if (opener.metaindex.damage().isPresent()) {
            throw opener.metaindex.damage().get();
        }
        return opener.open();
    }

    private Optional<TableFilter> open() throws IOException {
        FilterMatcher blockBased = own.blockBased();
        if (blockBased != null && !own.fullFirst()) {
            Optional<TableFilter> filter = blockBased(List.of(blockBased));
            if (filter.isPresent()) {
                return filter;
            }
        }
        Optional<MetaindexEntry> entry = metaindex.keyFilterEntry();
        return entry.isPresent() ? Optional.of(byKey(entry.get())) : blockBased(known(blockBased));
    }

    private TableFilter byKey(MetaindexEntry entry) throws IOException {
        boolean isOwn = own.full()
                && entry.leadsToRocksDbFilter(FilterForm.FULL)
                && metaindex.propertiesEntry().isEmpty();
        if (isOwn) {
            return RocksDbFilterReader.own(table, entry);
        }
        RocksDbFilter filter = RocksDbFilterReader.read(table, metaindex, entry, kept);
        Optional<CorruptTableException> damage = filter.damage();
        if (damage.isPresent()) {
            throw damage.get();
        }
        return filter;
    }

    /** The reader's own policy, which is trusted, and every other built-in name, read safely. */
    private static List<FilterMatcher> known(@Nullable FilterMatcher own) {
        List<FilterMatcher> known = new ArrayList<>();
        if (own != null) {
            known.add(own);
        }
        for (FilterMatcher builtin : FilterDialect.safeMatchers()) {
            if (own == null || !builtin.name().equals(own.name())) {
                known.add(builtin);
            }
        }
        return known;
    }

    private Optional<TableFilter> blockBased(List<FilterMatcher> known) throws IOException {
        Optional<MetaindexEntry> entry = metaindex.filterEntry(known);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        FilterMatcher named = Metaindex.matcherOf(entry.get(), known).orElseThrow();
        byte[] block = table.besideData().read(table.handleOf(entry.get())).contents();
        if (!FilterDialect.isSafeMatcher(named)) {
            return Optional.of(BlockBasedFilter.of(reader(block, named)));
        }
        TableOrigin origin = metaindex.origin();
        FilterMatcher safe =
                safe(named, origin, FilterBlockLayout.of(ByteBuffer.wrap(block)).baseLg());
        return Optional.of(new BlockBasedFilter(reader(block, safe), origin.obstacle(), metaindex.propertiesDamage()));
    }

    private FilterBlockReader reader(byte[] block, FilterMatcher matcher) throws IOException {
        return FilterBlockReader.wrap(block, 0, block.length, matcher).forDataUpTo(table.size());
    }

    private static FilterMatcher safe(FilterMatcher named, TableOrigin origin, int baseLg) {
        List<FilterDialect> dialects = new ArrayList<>(origin.dialects(named.name(), baseLg));
        if (origin.rocksDb()) {
            dialects.addAll(origin.unconfirmed(named.name(), dialects));
        }
        return origin.matcher(named.name(), dialects);
    }
}
