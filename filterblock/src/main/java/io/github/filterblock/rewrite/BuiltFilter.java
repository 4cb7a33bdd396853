// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

/**
 * A new filter block with what is to be said of it.
 *
 * @param filter in words
 * @param block the contents of the block; not to be changed
 */
record BuiltFilter(WrittenFilter filter, byte[] block) {}
