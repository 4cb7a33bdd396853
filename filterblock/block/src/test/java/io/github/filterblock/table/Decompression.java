// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.compression.UndecodableBlockException;

/** How tests of other packages decompress blocks, and replace the way in which a table decompresses its own. */
public final class Decompression {
    /** One way of decompressing. */
    public interface Way {
        /** Decompresses a block of a type other than 0. */
        byte[] decompress(int type, byte[] stored, int offset, int length) throws CorruptTableException;
    }

    private Decompression() {}

    /** The library's way, with a limit of the contents. */
    public static Way limitedTo(int limit) {
        BlockDecompressor decompressor = new BlockDecompressor(limit);
        return (type, stored, offset, length) -> {
            try {
                return decompressor.decompress(type, stored, offset, length);
            } catch (UndecodableBlockException e) {
                throw new CorruptTableException(
                        "block", 0, StoredBlock.reason(e.reason()), String.valueOf(e.getMessage()));
            }
        };
    }

    /** The library's way, with the limit of data blocks. */
    public static Way usual() {
        return limitedTo(BlockDecompressor.DEFAULT_LIMIT);
    }
}
