// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

/**
 * A new filter block with its description.
 *
 * @param filter the description
 * @param block the contents of the block; not to be changed
 */
record NewFilter(FilterInfo filter, byte[] block) {}
