// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** Placeholder. */
@NullMarked
package io.github.filterblock.tool;

import org.jspecify.annotations.NullMarked;
