// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

/**
 * A block's place in a table file, as an oracle gives it (TF-2).
 *
 * <p>Immutable.
 *
 * @param offset of the block's first byte in the file; unsigned
 * @param size length of the stored block in bytes, without its 5-byte trailer; unsigned
 */
public record Handle(long offset, long size) {

    /** Whether the block's bytes lie inside a file of this length. */
    boolean isWithin(long fileLength) {
        return Long.compareUnsigned(offset, fileLength) <= 0 && Long.compareUnsigned(size, fileLength - offset) <= 0;
    }
}
