// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The compressions of blocks (TF-6). Nothing is allocated before a length in front of compressed bytes has been compared
 * with these and with the caller's limit.
 */
@NullMarked
package io.github.filterblock.compression;

import org.jspecify.annotations.NullMarked;
