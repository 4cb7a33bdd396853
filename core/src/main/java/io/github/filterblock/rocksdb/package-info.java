// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * RocksDB's filters of a whole table or of a partition of it: legacy Bloom, fast local Bloom, and Ribbon.
 *
 * <p>{@link io.github.filterblock.rocksdb.FullFilter} opens the bytes of any of them and answers about keys. Unlike a
 * filter block, it has no windows of file offsets. Rules cited as RF-<i>n</i> are those of FORMAT-ROCKSDB.md.
 */
@NullMarked
package io.github.filterblock.rocksdb;

import org.jspecify.annotations.NullMarked;
