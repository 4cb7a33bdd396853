// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** Arithmetic and hashes that filters of every kind need; exported to the library alone. */
@NullMarked
package io.github.filterblock.arithmetic;

import org.jspecify.annotations.NullMarked;
