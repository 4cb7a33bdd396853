// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter block: one filter for each window of data-block offsets, an offset array, and the base-lg byte.
 *
 * <p>{@link io.github.filterblock.FilterBlockBuilder} writes a block while a table is written,
 * {@link io.github.filterblock.FilterBlockReader} answers lookups from one, and
 * {@link io.github.filterblock.FilterBlockVerifier} lists what is wrong with one. The filters themselves come from
 * {@code io.github.filterblock.bloom}; {@code io.github.filterblock.table} finds a block in a file.
 *
 * <p>An LSM engine starts with the package {@link io.github.filterblock.engine}, of which it needs three types. This
 * package is for code that writes or reads filter blocks itself.
 *
 * <p><b>Buffers.</b> Every {@code ByteBuf} argument is borrowed: it is not released, and its indexes are not moved,
 * except that {@code finishBuf(dst)} advances the writer index of {@code dst} over what it wrote. Only the methods
 * called {@code retaining}, here and in {@code source.TableSource}, keep a reference, until what they return is closed.
 *
 * <p>Rules cited as FB-<i>n</i> are those of FORMAT.md.
 */
@NullMarked
package io.github.filterblock;

import org.jspecify.annotations.NullMarked;
