// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How numbers and checksums are stored in all files of LevelDB: {@code util/coding.h} and {@code util/crc32c.h} of
 * google/leveldb. Not exported: these classes are for the other packages of this module.
 */
@NullMarked
package io.github.filterblock.coding;

import org.jspecify.annotations.NullMarked;
