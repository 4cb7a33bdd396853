// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter block: one filter for each window of data-block offsets, an offset array, and the base-lg byte.
 *
 * <p>{@link io.github.filterblock.FilterBlockBuilder} writes a block while a table is written,
 * {@link io.github.filterblock.FilterBlockReader} answers lookups from one, and
 * {@link io.github.filterblock.FilterBlockVerifier} says what is wrong with one. The filters themselves come from
 * {@code io.github.filterblock.bloom}; finding a block in a file is done by
 * {@code io.github.filterblock.table}.
 *
 * <p><b>Buffers.</b> Every {@code ByteBuf} argument is borrowed: it is not released, and its indexes are not moved,
 * except that {@code finish(dst)} advances the writer index of {@code dst} over what it wrote. Only a reader opened
 * with {@code retaining} keeps a reference, until it is closed.
 *
 * <p>Rules cited as FB-<i>n</i> are those of FORMAT.md.
 */
@NullMarked
package io.github.filterblock;

import org.jspecify.annotations.NullMarked;
