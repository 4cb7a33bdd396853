// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Filters inside a database engine: what an LSM tree needs to write and probe the filters of its tables.
 *
 * <p>{@link io.github.filterblock.engine.DatabaseFilters} is the option of an open database. It makes a {@link
 * io.github.filterblock.engine.FilterWriter} for each new table and an {@link
 * io.github.filterblock.engine.EngineFilter} for each table that is read. A {@link
 * io.github.filterblock.engine.FilterBatch} asks many questions at once.
 *
 * <p>Nothing here throws because of what is in a file: a filter that is damaged or missing lets every key pass, a
 * listener is called, and {@link
 * io.github.filterblock.engine.FilterCounters} count it.
 */
@NullMarked
package io.github.filterblock.engine;

import org.jspecify.annotations.NullMarked;
