// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.table.CorruptTableException;

/** Called when an engine has to carry on without a table's filter, by the thread that opens the table. */
@FunctionalInterface
public interface FilterListener {
    /** Does nothing. */
    FilterListener SILENT = new FilterListener() { // no lambda: the first one of a process costs milliseconds
                @Override
                public void filterUnusable(CorruptTableException reason) {
                    // no listener was given
                }
            };

    /**
     * A filter exists but cannot be used; every key of its table may match from now on.
     *
     * @param reason names file, offset and reason
     */
    void filterUnusable(CorruptTableException reason);
}
