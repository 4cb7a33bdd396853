// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The compressions of blocks (TF-6). A length in front of compressed bytes is compared with these and with the caller's
 * limit before anything is allocated.
 */
@NullMarked
package io.github.filterblock.compression;

import org.jspecify.annotations.NullMarked;
