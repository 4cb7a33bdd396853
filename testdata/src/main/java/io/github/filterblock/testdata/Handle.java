// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import java.util.Optional;

/**
 * A block's place in a table file, as an oracle gives it (TF-2).
 *
 * <p>Immutable.
 *
 * @param offset of the block's first byte in the file; unsigned
 * @param size length of the stored block in bytes, without its 5-byte trailer; unsigned
 */
public record Handle(long offset, long size) {

    static Optional<Handle> from(Members members, String name) {
        List<Long> parts = members.list(name, Members::asLong);
        return parts.size() == 2 ? Optional.of(new Handle(parts.get(0), parts.get(1))) : Optional.empty();
    }

    /** Whether the block's bytes lie inside a file of this length. */
    boolean isWithin(long fileLength) {
        return Long.compareUnsigned(offset, fileLength) <= 0 && Long.compareUnsigned(size, fileLength - offset) <= 0;
    }
}
