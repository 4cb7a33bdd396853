// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The table file around the filter block: footer, metaindex, index, data blocks, checksums and compression.
 *
 * <p>{@link io.github.filterblock.table.TableFile} opens a file and finds its filter;
 * {@link io.github.filterblock.table.StoredFilterBlock} gives a table writer the bytes to store, and {@link
 * io.github.filterblock.table.BlockHandle} says where they lie. To read tables of other programs, start with {@code
 * TableFile} and the package {@code io.github.filterblock.analysis}.
 *
 * <p>Opening reports damage: a damaged part is a {@link io.github.filterblock.table.CorruptTableException} that names
 * file, offset and reason. No length from a file is used before it has been compared with the bytes that are there.
 *
 * <p>Rules cited as TF-<i>n</i> are those of FORMAT.md.
 */
@NullMarked
package io.github.filterblock.table;

import org.jspecify.annotations.NullMarked;
