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
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the filter of a table and decides which matcher reads it: one of the caller's policies as it is, or a matcher
 * of {@link FilterDialect#safeMatchers()} as far as it is safe for the writer of the table. Immutable.
 *
 * @param known the matchers of the reader
 */
record FilterOpener(List<? extends FilterMatcher> known) {
    /** Every built-in name, read safely. */
    static final FilterOpener SAFE = new FilterOpener(FilterDialect.safeMatchers());

    /** A metaindex entry of a filter, and the reader's matcher of that name. */
    private record Found(MetaindexEntry entry, FilterMatcher matcher) {}

    /** The reader's own policy, which is trusted, and every other built-in name, read safely. */
    static FilterOpener of(FilterMatcher own) {
        Objects.requireNonNull(own, "own");
        List<FilterMatcher> known = new ArrayList<>(List.of(own));
        for (FilterMatcher builtin : FilterDialect.safeMatchers()) {
            if (!builtin.name().equals(own.name())) {
                known.add(builtin);
            }
        }
        return new FilterOpener(known);
    }

    Optional<FilterBlockReader> open(TableFile table) throws IOException {
        List<MetaindexEntry> metaindex = table.metaindex();
        Optional<Found> filter = first(metaindex, known);
        if (filter.isEmpty()) {
            return Optional.empty();
        }
        byte[] block = table.read(filter.get().entry()).contents();
        FilterMatcher matcher = matcher(filter.get().matcher(), table, metaindex, ByteBuffer.wrap(block));
        return Optional.of(
                FilterBlockReader.wrapping(block, 0, block.length, matcher).forDataUpTo(table.size()));
    }

    /** The filter entry that a reader with these matchers uses: the first whose name is among theirs (TF-9). */
    static Optional<MetaindexEntry> entry(List<MetaindexEntry> metaindex, List<? extends FilterMatcher> known) {
        return first(metaindex, known).map(Found::entry);
    }

    private static Optional<Found> first(List<MetaindexEntry> metaindex, List<? extends FilterMatcher> known) {
        for (MetaindexEntry entry : metaindex) {
            for (FilterMatcher matcher : known) {
                if (entry.policyName().equals(Optional.of(matcher.name()))) {
                    return Optional.of(new Found(entry, matcher));
                }
            }
        }
        return Optional.empty();
    }

    private FilterMatcher matcher(
            FilterMatcher found, TableFile table, List<MetaindexEntry> metaindex, ByteBuffer block) throws IOException {
        if (!FilterDialect.isSafeMatcher(found)) {
            return found;
        }
        TableOrigin origin = table.origin(metaindex);
        List<FilterDialect> dialects = new ArrayList<>(
                origin.dialects(found.name(), FilterBlockLayout.of(block).baseLg()));
        if (origin.rocksDb()) {
            dialects.addAll(origin.unconfirmed(found.name(), dialects));
        }
        return origin.matcher(found.name(), dialects);
    }
}
