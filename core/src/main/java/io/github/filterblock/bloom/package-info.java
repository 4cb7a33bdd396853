// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter itself: from key bytes to bits, and from bits to an answer.
 *
 * <p>A filter is a short run of bytes that remembers a set of keys. For any key it answers <em>may match</em> or
 * <em>absent</em>; it never answers absent for a key that was added. LevelDB and its many relatives store one filter
 * for each window of a table file; this package has the filters, {@code io.github.filterblock} the block around them.
 *
 * <p>Reading and writing are two halves. {@link io.github.filterblock.bloom.FilterMatcher} reads: it needs no
 * parameters, because a filter carries its own. {@link io.github.filterblock.bloom.FilterPolicy} also writes, through
 * a {@link io.github.filterblock.bloom.FilterGenerator} that hashes each key as it is added and keeps four bytes of
 * it. Both are open: a policy of your own is one class that implements it.
 *
 * <p>The name of a policy in a file does not identify the hash that made the bits:
 * {@link io.github.filterblock.bloom.FilterDialect} distinguishes the writers, and maps a name to the matcher that is
 * safe for all of them.
 *
 * <p>Rules cited as FB-<i>n</i> are those of FORMAT.md.
 */
@NullMarked
package io.github.filterblock.bloom;

import org.jspecify.annotations.NullMarked;
