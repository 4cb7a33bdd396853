// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Where the bytes of a table lie: in a file, in a buffer, or in a store of your own. {@link
 * io.github.filterblock.source.TableSource} is all that a reader needs.
 */
@NullMarked
package io.github.filterblock.source;

import org.jspecify.annotations.NullMarked;
