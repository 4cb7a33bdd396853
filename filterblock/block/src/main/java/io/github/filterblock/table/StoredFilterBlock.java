// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockBuilder;
import java.nio.ByteBuffer;

/**
 * A filter block as a table writer stores it, and the metaindex entry that leads to it: all that an LSM tree needs to
 * put a filter into a table without knowledge of the format.
 *
 * <p>The block is stored raw, after the last data block, with its type byte and checksum (TF-4, TF-10); the metaindex
 * gets {@link #metaindexKey()} with {@link #metaindexValue()}, at its place in the order of bytes. A table
 * without the entry has no filter; a table without any entry still has a metaindex block.
 *
 * <p>Immutable.
 */
public final class StoredFilterBlock {
    private final byte[] bytes;
    private final BlockHandle handle;
    private final byte[] metaindexKey;

    private StoredFilterBlock(byte[] bytes, BlockHandle handle, byte[] metaindexKey) {
        this.bytes = bytes;
        this.handle = handle;
        this.metaindexKey = metaindexKey;
    }

    /**
     * Finishes a filter block and returns it in its stored form.
     *
     * @param builder has taken all keys; is finished by this and may be reset
     * @param fileOffset offset in the file at which the block will be written, 0 or more
     * @return the block, where it will lie, and its metaindex entry
     * @throws IllegalStateException as {@link FilterBlockBuilder#finish()} does
     */
    public static StoredFilterBlock of(FilterBlockBuilder builder, long fileOffset) {
        if (fileOffset < 0) {
            throw new IllegalArgumentException("file offset " + fileOffset + " is negative");
        }
        byte[] metaindexKey = MetaindexEntry.keyOf(builder.policy().name());
        byte[] bytes = StoredBlock.raw(builder.finish(), BlockChecksum.CRC32C);
        BlockHandle handle = new BlockHandle(fileOffset, bytes.length - BlockHandle.TRAILER_LENGTH);
        return new StoredFilterBlock(bytes, handle, metaindexKey);
    }

    /**
     * {@return the block and its 5-byte trailer, to be written at the offset that was given: read-only, a new view of
     * the same bytes at each call}
     */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** {@return where the block lies in the file} */
    public BlockHandle handle() {
        return handle;
    }

    /** {@return the key of the metaindex entry, a new array} */
    public byte[] metaindexKey() {
        return metaindexKey.clone();
    }

    /** {@return the value of the metaindex entry, a new array: the encoded handle} */
    public byte[] metaindexValue() {
        return handle.encode();
    }
}
