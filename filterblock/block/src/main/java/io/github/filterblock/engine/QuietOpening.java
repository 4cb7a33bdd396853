// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens filters of tables in such a way that damage throws nothing.
 *
 * @param own the engine's own policy, if it has one
 * @param counters count damaged filters, and all lookups
 * @param listener is called for each damaged filter
 */
record QuietOpening(@Nullable FilterMatcher own, FilterCounters counters, FilterListener listener) {
    QuietOpening {
        Objects.requireNonNull(counters, "counters");
        Objects.requireNonNull(listener, "listener");
    }

    /** Opens a filter from the footer of its table on. */
    EngineFilter open(TableSource source) throws IOException {
        TableFile table;
        try {
            table = TableFile.open(source);
        } catch (CorruptTableException e) {
            return unusable(e);
        }
        return open(table);
    }

    EngineFilter open(TableFile table) throws IOException {
        try {
            Optional<FilterBlockReader> reader = own == null ? table.openFilter() : table.openFilter(own);
            return new EngineFilter(reader.orElse(null), counters);
        } catch (CorruptTableException e) {
            return unusable(e);
        }
    }

    private EngineFilter unusable(CorruptTableException reason) {
        counters.unusableFilter();
        listener.filterUnusable(reason);
        return new EngineFilter(null, counters);
    }
}
