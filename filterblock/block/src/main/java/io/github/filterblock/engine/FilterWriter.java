// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
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
 * not written, join the filter of the next one. A full filter of RocksDB's needs only the keys, in the order of the
 * table.
 *
 * <p>Two keys that the database's comparator calls equal must be equal in their bytes: the filter denies a key of other
 * bytes.
 *
 * <p>None of the caller's memory is kept, and there is nothing to release. Not thread-safe; one for each table.
 */
public final class FilterWriter {
    /** For databases without a policy. */
    static final FilterWriter WRITING_NOTHING = new FilterWriter(null, null, new FilterCounters());

    /** Makes a filter block; at most one of this and the next is there. */
    private final @Nullable FilterBlockBuilder builder;

    /** Makes a full filter. */
    private final @Nullable FullFilterBuilder full;

    private final FilterCounters counters;

    /** Takes in keys for a full filter that are in no accessible array. */
    private byte[] copyOfKey = {};

    /** Whether the full filter was made; a filter block's builder knows it itself. */
    private boolean finished;

    FilterWriter(FilterBlockBuilder builder, FilterCounters counters) {
        this(builder, null, counters);
    }

    FilterWriter(FullFilterBuilder full, FilterCounters counters) {
        this(null, full, counters);
    }

    private FilterWriter(
            @Nullable FilterBlockBuilder builder, @Nullable FullFilterBuilder full, FilterCounters counters) {
        this.builder = builder;
        this.full = full;
        this.counters = counters;
    }

    /**
     * Adds a key in the form in which programs ask for it, without a tag.
     *
     * @param userKey holds the key; borrowed for the length of the call
     * @param offset index of the key's first byte
     * @param length number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public void addUserKey(byte[] userKey, int offset, int length) {
        if (builder != null) {
            builder.addKey(userKey, offset, length);
        } else if (full != null) {
            checkUnfinished();
            full.addKey(userKey, offset, length);
        }
    }

    /**
     * Adds a key in the form in which programs ask for it, without a tag.
     *
     * @param userKey its remaining bytes are the key; borrowed for the length of the call, position and limit stay
     */
    public void addUserKey(ByteBuffer userKey) {
        if (builder != null) {
            builder.addKey(userKey);
        } else if (full != null) {
            checkUnfinished();
            full.addKey(userKey);
        }
    }

    /**
     * Adds a key in the form in which programs ask for it, without a tag.
     *
     * @param userKey holds the key; borrowed for the length of the call, indexes stay
     * @param index absolute index of the key's first byte
     * @param length number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public void addUserKeyBuf(ByteBuf userKey, int index, int length) {
        if (builder != null) {
            builder.addKeyBuf(userKey, index, length);
        } else if (full != null) {
            checkUnfinished();
            addBuf(full, userKey, index, length);
        }
    }

    private void addBuf(FullFilterBuilder to, ByteBuf userKey, int index, int length) {
        Objects.checkFromIndexSize(index, length, userKey.capacity());
        if (userKey.hasArray()) {
            to.addKey(userKey.array(), userKey.arrayOffset() + index, length);
            return;
        }
        if (copyOfKey.length < length) {
            copyOfKey = new byte[Math.max(length, 2 * copyOfKey.length)];
        }
        userKey.getBytes(index, copyOfKey, 0, length);
        to.addKey(copyOfKey, 0, length);
    }

    private void checkUnfinished() {
        if (finished) {
            throw new IllegalStateException("the filter is finished");
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
     * The number of bytes that {@link #finish(long)} will add to the file if no other key comes: an engine that limits
     * the size of its files adds it to the bytes already written.
     *
     * @return exact, with the block's trailer; 0 without a policy. If none of 256 seeds solves a Ribbon filter, the
     *     fast local Bloom filter in its place is larger
     */
    public long sizeInBytes() {
        if (full != null) {
            return StoredFilterBlock.sizeOf(full);
        }
        return builder == null ? 0 : builder.sizeInBytes() + BlockHandle.TRAILER_LENGTH;
    }

    /**
     * Finishes the filter. Write its bytes into the file at once, and its entry into the metaindex, at its place in the
     * order of bytes.
     *
     * @param fileOffset offset in the file at which the bytes will be written, 0 or more
     * @return the stored filter for a table with LevelDB's footer; empty without a policy, and for a full filter
     *     without keys
     * @throws IllegalStateException if the filter was finished before, or if it would exceed 2 GiB
     */
    public Optional<StoredFilterBlock> finish(long fileOffset) {
        if (full != null) {
            checkUnfinished();
            return written(StoredFilterBlock.of(full, fileOffset));
        }
        return builder == null ? Optional.empty() : written(Optional.of(StoredFilterBlock.of(builder, fileOffset)));
    }

    /**
     * Finishes a full filter for a table with RocksDB's footer.
     *
     * @param fileOffset offset in the file at which the bytes will be written, 0 or more
     * @param footer gives format version, kind of checksum and its context; its handles are not looked at
     * @return the stored filter; empty without a policy, and without keys
     * @throws IllegalStateException if this writes filter blocks, which such a table does not have, if the filter was
     *     finished before, or if it would exceed 2 GiB
     * @throws IllegalArgumentException if the offset is negative, or if this library does not compute checksums of this
     *     kind
     */
    public Optional<StoredFilterBlock> finish(long fileOffset, Footer footer) {
        if (builder != null) {
            throw new IllegalStateException("the policy makes no full filters");
        }
        if (full == null) {
            return Optional.empty();
        }
        checkUnfinished();
        return written(StoredFilterBlock.of(full, fileOffset, footer));
    }

    private Optional<StoredFilterBlock> written(Optional<StoredFilterBlock> filter) {
        finished = true;
        if (filter.isPresent()) {
            counters.countWritten();
        }
        return filter;
    }
}
