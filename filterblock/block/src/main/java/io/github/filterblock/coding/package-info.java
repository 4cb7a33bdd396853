// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What all files of LevelDB share: how numbers and checksums are stored in them ({@code util/coding.h} and {@code
 * util/crc32c.h} of google/leveldb), and which of them may be opened. Exported only to the other modules of this
 * project.
 */
@NullMarked
package io.github.filterblock.coding;

import org.jspecify.annotations.NullMarked;
