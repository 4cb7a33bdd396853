// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.StoredFilterBlock;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the filter of one table while the engine writes the table.
 *
 * <p>The engine adds every key that it stores, passes its position after each data block, and {@linkplain #finish
 * finishes} after the last one, before the metaindex. Keys added since the last block, for instance of a block that was
 * not written, join the filter of the next one.
 *
 * <p>Two keys that the database's comparator calls equal must be equal in their bytes: the filter denies a key of other
 * bytes.
 *
 * <p>None of the caller's memory is kept, and there is nothing to release. Not thread-safe; one for each table.
 */
public final class FilterWriter {
    /** For databases without a policy. */
    static final FilterWriter WRITING_NOTHING = new FilterWriter(null, new FilterCounters());

    private final @Nullable FilterBlockBuilder builder;
    private final FilterCounters counters;

    FilterWriter(@Nullable FilterBlockBuilder builder, FilterCounters counters) {
        this.builder = builder;
        this.counters = counters;
    }

    /**
     * Adds a key as a program asks for it.
     *
     * @param userKey holds the key; borrowed for the length of the call
     * @param offset index of the key's first byte
     * @param length number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public void addUserKey(byte[] userKey, int offset, int length) {
        if (builder != null) {
            builder.addKey(userKey, offset, length);
        }
    }

    /**
     * Adds a key as a program asks for it.
     *
     * @param userKey its remaining bytes are the key; borrowed for the length of the call, position and limit stay
     */
    public void addUserKey(ByteBuffer userKey) {
        if (builder != null) {
            builder.addKey(userKey);
        }
    }

    /**
     * Adds a key as a program asks for it.
     *
     * @param userKey holds the key; borrowed for the length of the call, indexes stay
     * @param index absolute index of the key's first byte
     * @param length number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public void addUserKeyBuf(ByteBuf userKey, int index, int length) {
        if (builder != null) {
            builder.addKeyBuf(userKey, index, length);
        }
    }

    /**
     * Adds a key as the table stores it, with the 8 bytes of sequence number and kind after the user key; they do not
     * become part of the filter.
     *
     * @param internalKey holds the key; borrowed for the length of the call
     * @param offset index of the key's first byte
     * @param length number of bytes, 8 or more
     * @throws IllegalArgumentException if the key is shorter than its tag
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public void addInternalKey(byte[] internalKey, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, internalKey.length);
        addUserKey(internalKey, offset, userKeyLength(length));
    }

    /**
     * Adds a key as the table stores it, with the 8 bytes of sequence number and kind after the user key; they do not
     * become part of the filter.
     *
     * @param internalKey its remaining bytes are the key, 8 or more; borrowed for the length of the call, position and
     *     limit stay
     * @throws IllegalArgumentException if the key is shorter than its tag
     */
    public void addInternalKey(ByteBuffer internalKey) {
        addUserKey(internalKey.slice(internalKey.position(), userKeyLength(internalKey.remaining())));
    }

    /**
     * Adds a key as the table stores it, with the 8 bytes of sequence number and kind after the user key; they do not
     * become part of the filter.
     *
     * @param internalKey holds the key; borrowed for the length of the call, indexes stay
     * @param index absolute index of the key's first byte
     * @param length number of bytes, 8 or more
     * @throws IllegalArgumentException if the key is shorter than its tag
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public void addInternalKeyBuf(ByteBuf internalKey, int index, int length) {
        Objects.checkFromIndexSize(index, length, internalKey.capacity());
        addUserKeyBuf(internalKey, index, userKeyLength(length));
    }

    private static int userKeyLength(int internalKeyLength) {
        if (internalKeyLength < FilterMatcher.TAG_LENGTH) {
            throw new IllegalArgumentException("an internal key has at least " + FilterMatcher.TAG_LENGTH
                    + " bytes, this one has " + internalKeyLength);
        }
        return internalKeyLength - FilterMatcher.TAG_LENGTH;
    }

    /**
     * Reports that a data block has been written with all keys added since the one before.
     *
     * @param end offset in the file after the block's 5-byte trailer, where the next block will start
     * @throws IllegalArgumentException if the offset is before that of an earlier block, or if the filter block would
     *     pass 2 GiB
     */
    public void blockWritten(long end) {
        if (builder != null) {
            builder.startBlock(end);
        }
    }

    /**
     * The number of bytes that {@link #finish} will add to the file if no other key comes: an engine that limits the
     * size of its files adds it to the bytes already written.
     *
     * @return exact, with the block's trailer; 0 without a policy
     */
    public long sizeInBytes() {
        return builder == null ? 0 : builder.sizeInBytes() + BlockHandle.TRAILER_LENGTH;
    }

    /**
     * Finishes the filter. Write its bytes into the file at once, and its entry into the metaindex, at its place in the
     * order of bytes.
     *
     * @param fileOffset offset in the file at which the bytes will be written, 0 or more
     * @return the stored filter; empty without a policy
     * @throws IllegalStateException if the filter was finished before, or if it would exceed 2 GiB
     */
    public Optional<StoredFilterBlock> finish(long fileOffset) {
        if (builder == null) {
            return Optional.empty();
        }
        StoredFilterBlock filter = StoredFilterBlock.of(builder, fileOffset);
        counters.countWritten();
        return Optional.of(filter);
    }
}
