// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.table.CorruptTableException;

/** Called when an engine has to carry on without a table's filter, by the thread that opens the table. */
@FunctionalInterface
public interface FilterListener {
    /** Does nothing. */
    FilterListener SILENT = new FilterListener() { // no lambda: a process whose first it is would pay milliseconds
                @Override
                public void filterUnusable(CorruptTableException reason) {
                    // nobody wants to know
                }
            };

    /**
     * A filter is there but cannot be used; every key of its table may match from now on.
     *
     * @param reason names file, offset and reason
     */
    void filterUnusable(CorruptTableException reason);
}
