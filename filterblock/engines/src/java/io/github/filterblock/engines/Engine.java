// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An engine with filters in it. */
interface Engine {
    /** The number of different policies. */
    int POLICIES = 3;

    /** Returns its name and version. */
    String name();

    /** Returns the layouts that it can have; {@link Layout#NONE} first. */
    List<Layout> layouts();

    /**
     * Opens a database, or makes one.
     *
     * @param directory of the database
     * @param layout of the filters
     * @param policy 0 for the usual one, others up to {@link #POLICIES} for one with fewer bits and one with another
     *     name
     */
    Store open(Path directory, Layout layout, int policy) throws IOException;
}
