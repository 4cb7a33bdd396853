// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomHash;
import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A table's filter, opened by {@link DatabaseFilters}, for an engine that carries on when the filter is missing or
 * damaged: then every key may match, a listener has received the reason, and the lookups are counted as such.
 *
 * <p><b>One lookup, two questions.</b> Ask {@code tableMayMatch} before the table's index is searched: it answers
 * "absent" only if one filter covers the whole table. Then ask {@code keyMayMatch} with the block that the index gave.
 * A lookup is counted once: by the first question if its answer is "absent", by the second otherwise. If the lookup
 * then finds nothing in the block, {@link #foundNothing} counts a false positive.
 *
 * <p>Keys are those that were added to the filter: user keys, without the 8-byte tag, in a database.
 *
 * <p>Safe for use by any number of threads; a lookup takes no lock and, with the policies of this library, allocates
 * nothing. A filter on the heap is closed to keep the counters right, and still answers other threads. One in a buffer,
 * from {@link DatabaseFilters#openBuf}, releases the buffer: close it only when no lookup is running, since that would
 * read released memory; afterwards every key may match.
 */
public final class EngineFilter implements Closeable {
    private final @Nullable FilterBlockReader reader;

    /** Whether the filter lies in a buffer that is released when this is closed. */
    private final boolean released;

    private final FilterCounters counters;
    private final AtomicBoolean closed = new AtomicBoolean();

    EngineFilter(@Nullable FilterBlockReader reader, boolean released, FilterCounters counters) {
        this.reader = reader;
        this.released = released;
        this.counters = counters;
        if (reader != null) {
            counters.countOpened(reader.retainedBytes());
        }
    }

    /** The filter to ask; none if there is none, or if its buffer was released. */
    private @Nullable FilterBlockReader asked() {
        return released && closed.get() ? null : reader;
    }

    /** {@return whether there is a filter that answers; if not, every key may match} */
    public boolean isUsable() {
        return reader != null;
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key the key; borrowed
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatch(byte[] key) {
        return tableMayMatch(key, 0, key.length);
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public boolean tableMayMatch(byte[] key, int keyOffset, int keyLength) {
        FilterBlockReader filter = asked();
        return tableAnswer(filter == null || filter.tableMayMatch(key, keyOffset, keyLength));
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatch(ByteBuffer key) {
        FilterBlockReader filter = asked();
        return tableAnswer(filter == null || filter.tableMayMatch(key));
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key its readable bytes are the key; borrowed, indexes stay
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatchBuf(ByteBuf key) {
        return tableMayMatchBuf(key, key.readerIndex(), key.readableBytes());
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key holds the key; borrowed, indexes stay
     * @param index absolute index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public boolean tableMayMatchBuf(ByteBuf key, int index, int keyLength) {
        FilterBlockReader filter = asked();
        return tableAnswer(filter == null || filter.tableMayMatchBuf(key, index, keyLength));
    }

    /**
     * Whether a key with this hash may be in the table, for a table with one filter for all its keys.
     *
     * @param token from {@link BloomHash#token} of a hash that this filter {@linkplain #takes takes}
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     * @throws IllegalArgumentException if the token is of another hash
     */
    public boolean tableHashMayMatch(long token) {
        FilterBlockReader filter = asked();
        return tableAnswer(filter == null || filter.tableHashMayMatch(token));
    }

    /** Counts only "absent": "may match" is followed by the question about the block. */
    private boolean tableAnswer(boolean mayMatch) {
        return mayMatch || counters.answered(false);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key; borrowed
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, byte[] key) {
        return keyMayMatch(blockOffset, key, 0, key.length);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        FilterBlockReader filter = asked();
        return filter == null
                ? withoutFilter()
                : counters.answered(filter.keyMayMatch(blockOffset, key, keyOffset, keyLength));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, ByteBuffer key) {
        FilterBlockReader filter = asked();
        return filter == null ? withoutFilter() : counters.answered(filter.keyMayMatch(blockOffset, key));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its readable bytes are the key; borrowed, indexes stay
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatchBuf(long blockOffset, ByteBuf key) {
        return keyMayMatchBuf(blockOffset, key, key.readerIndex(), key.readableBytes());
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed, indexes stay
     * @param index absolute index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public boolean keyMayMatchBuf(long blockOffset, ByteBuf key, int index, int keyLength) {
        FilterBlockReader filter = asked();
        return filter == null
                ? withoutFilter()
                : counters.answered(filter.keyMayMatchBuf(blockOffset, key, index, keyLength));
    }

    /**
     * Whether a key with this hash may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param token from {@link BloomHash#token} of a hash that this filter {@linkplain #takes takes}
     * @return {@code false} only if the key is certainly not in that block
     * @throws IllegalArgumentException if the token is of another hash
     */
    public boolean hashMayMatch(long blockOffset, long token) {
        FilterBlockReader filter = asked();
        return filter == null ? withoutFilter() : counters.answered(filter.hashMayMatch(blockOffset, token));
    }

    private boolean withoutFilter() {
        counters.countWithoutFilter();
        return true;
    }

    /**
     * Whether this filter takes tokens of a hash.
     *
     * @param hash the hash of a token
     * @return {@code false} if the filter is made with another hash, or if its hash is not certain; {@code true}
     *     without a usable filter
     */
    public boolean takes(BloomHash hash) {
        return reader == null || reader.takes(hash);
    }

    /** Counts a lookup that found nothing after the filter had let it pass; without a usable filter, nothing. */
    public void foundNothing() {
        if (reader != null) {
            counters.foundNothing();
        }
    }

    /** {@return the number of bytes of the block that the filter retains; 0 without a usable filter} */
    public long retainedBytes() {
        return reader == null ? 0 : reader.retainedBytes();
    }

    /**
     * Counts the filter as no longer open, and releases its buffer if it has one; call it where the engine closes the
     * table. Closing again does nothing.
     */
    @Override
    public void close() {
        if (reader != null && closed.compareAndSet(false, true)) {
            counters.countClosed(reader.retainedBytes());
            if (released) {
                reader.close();
            }
        }
    }
}
