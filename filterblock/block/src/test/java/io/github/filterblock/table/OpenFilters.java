// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockReader;
import java.io.IOException;
import java.util.Optional;

/** The filter of a table, opened as a user opens it, where a test knows its form. */
public final class OpenFilters {
    private OpenFilters() {}

    /** The filter, if it is probed by key. */
    public static Optional<RocksDbFilter> byKey(TableFile table) throws IOException {
        return table.openFilter().filter(RocksDbFilter.class::isInstance).map(RocksDbFilter.class::cast);
    }

    /** The block of the filter, if it is block-based. */
    public static Optional<FilterBlockReader> block(TableFile table) throws IOException {
        return table.openFilter()
                .filter(BlockBasedFilter.class::isInstance)
                .map(filter -> ((BlockBasedFilter) filter).reader());
    }
}
