// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** Arithmetic that filters of every kind need; not exported. */
@NullMarked
package io.github.filterblock.arithmetic;

import org.jspecify.annotations.NullMarked;
