// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.KeyFormat;

/** All that determines the bytes of a table's filter, beside the keys and their places. Immutable. */
public sealed interface FilterRecipe permits BlockRecipe, FullRecipe {

    /** {@return which part of a stored key is in the filter} */
    KeyFormat keyFormat();
}
