// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** Pebble's columnar blocks (PB-6): columns of bits, numbers and bytes, which a block has side by side. */
@NullMarked
package io.github.filterblock.columns;

import org.jspecify.annotations.NullMarked;
