// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.ByteArrayOutputStream;

/** A table file that a test writes block by block, in any order; plainly, as {@link TestBlocks}. */
public final class TableBytes {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** Starts an empty file. */
    public TableBytes() {}

    /** Returns the offset at which the next block will stand. */
    public long offset() {
        return file.size();
    }

    /** Appends a block as it is to be stored, and its trailer. */
    public BlockHandle block(byte[] stored, int type) {
        BlockHandle handle = new BlockHandle(offset(), stored.length);
        file.writeBytes(TestBlocks.withTrailer(stored, type));
        return handle;
    }

    /** Appends zeros that belong to no block. */
    public void gap(int length) {
        file.writeBytes(new byte[length]);
    }

    /** Appends the footer and returns the file. */
    public byte[] finish(BlockHandle metaindex, BlockHandle index) {
        file.writeBytes(TestBlocks.footer(TestBlocks.handle(metaindex), TestBlocks.handle(index)));
        return file.toByteArray();
    }
}
