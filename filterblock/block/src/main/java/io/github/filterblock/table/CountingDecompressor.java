// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.function.LongConsumer;

/**
 * A decompressor whose user learns how much it makes: a sum over many blocks can be limited, which the limit of each
 * cannot. What is made of a block that cannot be decompressed counts as well.
 *
 * @param decompressor decompresses the blocks
 * @param made takes the number of bytes of each block's contents, or of as much of them as was made
 */
record CountingDecompressor(BlockDecompressor decompressor, LongConsumer made) implements BlockDecompressor {
    @Override
    public byte[] decompress(int type, byte[] stored, int offset, int length) throws UndecodableBlockException {
        try {
            byte[] contents = decompressor.decompress(type, stored, offset, length);
            made.accept(contents.length);
            return contents;
        } catch (UndecodableBlockException e) {
            made.accept(e.made());
            throw e;
        }
    }

    @Override
    public BlockDecompressor limitedTo(int limit) {
        return new CountingDecompressor(decompressor.limitedTo(limit), made);
    }
}
