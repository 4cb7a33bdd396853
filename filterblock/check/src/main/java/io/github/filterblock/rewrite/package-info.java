// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Writes tables again with another filter block. {@link io.github.filterblock.rewrite.TableRebuild} copies the data
 * blocks of a table byte for byte to the same offsets and puts the filter of a {@link
 * io.github.filterblock.rewrite.FilterPlan} after them. {@link io.github.filterblock.rewrite.DatabaseRetrofit} does
 * this for all tables of a database, and writes its MANIFEST with their new sizes (rules DB-<i>n</i> of DATABASE.md).
 *
 * <p>No input is ever changed. An output appears complete or not at all: it is written to a temporary file in the same
 * folder, forced to the disk, and moved to its name.
 */
@NullMarked
package io.github.filterblock.rewrite;

import org.jspecify.annotations.NullMarked;
