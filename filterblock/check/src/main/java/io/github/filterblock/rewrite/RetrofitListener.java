// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.nio.file.Path;

/** Follows the progress of a retrofit. It is called by one thread at a time, but not always by the same one. */
@FunctionalInterface
public interface RetrofitListener {

    /**
     * A table is written.
     *
     * @param table the table of the database
     * @param done how many have been written, 1 or more
     * @param tables how many there are
     */
    void written(Path table, int done, int tables);
}
