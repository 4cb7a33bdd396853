// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.table.RocksDbFilter;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A table's filter, opened by {@link DatabaseFilters}, for an engine that carries on when the filter is missing or
 * damaged: then every key may match, a listener has received the reason, and the lookups are counted as such.
 *
 * <p><b>One lookup, two questions.</b> Ask {@code tableMayMatch} before the table's index is searched: it answers
 * "absent" only if one filter {@linkplain #coversTable covers} the whole table. Then ask {@code keyMayMatch} with the
 * block that the index gave; where one filter covers the table, that may be left out. A lookup is counted once: by the
 * first question if one filter covers the table, by the second otherwise. If the lookup then finds nothing in the
 * block, {@link #foundNothing} counts a false positive.
 *
 * <p>RocksDB's full and partitioned filters cover a table; keys outside the heap are copied for them, unless they come
 * as a {@link HashedKey} that is used again.
 *
 * <p>Keys are those that were added to the filter: user keys, without the 8-byte tag, in a database.
 *
 * <p>Safe for use by any number of threads; a lookup takes no lock and, with the policies of this library, allocates
 * nothing. A filter on the heap is closed to keep the counters right, and still answers other threads. One in a buffer,
 * from {@link DatabaseFilters#openBuf}, releases the buffer: close it only when no lookup is running, since that would
 * read released memory; afterwards every key may match.
 */
public final class EngineFilter implements Closeable {
    /** A filter block; at most one of this and the next is there. */
    private final @Nullable FilterBlockReader reader;

    /** RocksDB's full or partitioned filter, on the heap. */
    private final @Nullable RocksDbFilter rocksDb;

    private final boolean coversTable;

    /** Whether the filter lies in a buffer that is released when this is closed. */
    private final boolean released;

    private final FilterCounters counters;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EngineFilter(
            @Nullable FilterBlockReader reader,
            @Nullable RocksDbFilter rocksDb,
            boolean released,
            FilterCounters counters) {
        this.reader = reader;
        this.rocksDb = rocksDb;
        this.coversTable = rocksDb != null || reader != null && reader.hasTableFilter();
        this.released = released;
        this.counters = counters;
        if (isUsable()) {
            counters.countOpened(retainedBytes());
        }
    }

    /** A filter block, which may lie in a buffer that is released when the filter is closed. */
    static EngineFilter of(FilterBlockReader reader, boolean released, FilterCounters counters) {
        return new EngineFilter(reader, null, released, counters);
    }

    /** One of RocksDB's filters. */
    static EngineFilter of(RocksDbFilter filter, FilterCounters counters) {
        return new EngineFilter(null, filter, false, counters);
    }

    /** No filter: every key may match. */
    static EngineFilter none(FilterCounters counters) {
        return new EngineFilter(null, null, false, counters);
    }

    /** The filter to ask; none if there is none, or if its buffer was released. */
    private @Nullable FilterBlockReader asked() {
        return released && closed.get() ? null : reader;
    }

    /** {@return whether there is a filter that answers; if not, every key may match} */
    public boolean isUsable() {
        return reader != null || rocksDb != null;
    }

    /**
     * Whether {@code tableMayMatch} asks a filter of all keys of the table. Then it counts both answers, and {@code
     * keyMayMatch} need not be asked: it gives the same answer, and counts it only if it is "absent".
     *
     * @return {@code true} for filter blocks with one filter for the table, and for RocksDB's filters
     */
    public boolean coversTable() {
        return coversTable;
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
        if (rocksDb != null) {
            return tableAnswer(rocksDb.keyMayMatch(key, keyOffset, keyLength));
        }
        FilterBlockReader filter = asked();
        return filter == null || tableAnswer(filter.tableMayMatch(key, keyOffset, keyLength));
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatch(ByteBuffer key) {
        if (rocksDb != null) {
            return tableAnswer(rocksDb.keyMayMatch(key));
        }
        FilterBlockReader filter = asked();
        return filter == null || tableAnswer(filter.tableMayMatch(key));
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key the key, which is hashed once for the filters of many tables
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatch(HashedKey key) {
        if (rocksDb != null) {
            return tableAnswer(rocksDb.keyMayMatch(key));
        }
        FilterBlockReader filter = asked();
        return filter == null || tableAnswer(filter.tableMayMatch(key));
    }

    /** Counts the answer about a whole table; without one the question about the block is counted. */
    private boolean tableAnswer(boolean mayMatch) {
        return coversTable ? counters.record(mayMatch) : mayMatch;
    }

    /** Counts the answer about a block, unless the question about the table gave the same one and counted it. */
    private boolean blockAnswer(boolean mayMatch) {
        return coversTable && mayMatch || counters.record(mayMatch);
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
        if (rocksDb != null) {
            return blockAnswer(rocksDb.keyMayMatch(key, keyOffset, keyLength));
        }
        FilterBlockReader filter = asked();
        return filter == null
                ? withoutFilter()
                : blockAnswer(filter.keyMayMatch(blockOffset, key, keyOffset, keyLength));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, ByteBuffer key) {
        if (rocksDb != null) {
            return blockAnswer(rocksDb.keyMayMatch(key));
        }
        FilterBlockReader filter = asked();
        return filter == null ? withoutFilter() : blockAnswer(filter.keyMayMatch(blockOffset, key));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key, which is hashed once for the filters of many tables
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, HashedKey key) {
        if (rocksDb != null) {
            return blockAnswer(rocksDb.keyMayMatch(key));
        }
        FilterBlockReader filter = asked();
        return filter == null ? withoutFilter() : blockAnswer(filter.keyMayMatch(blockOffset, key));
    }

    private boolean withoutFilter() {
        counters.countWithoutFilter();
        return true;
    }

    /** Counts a lookup that found nothing after the filter had let it pass; does nothing without a usable filter. */
    public void foundNothing() {
        if (isUsable()) {
            counters.foundNothing();
        }
    }

    /** {@return the number of bytes of filters that this one retains; 0 without a usable filter} */
    public long retainedBytes() {
        if (rocksDb != null) {
            return rocksDb.retainedBytes();
        }
        return reader == null ? 0 : reader.retainedBytes();
    }

    /**
     * Counts the filter as no longer open, and releases its buffer if it has one; call it where the engine closes the
     * table. Closing again does nothing.
     */
    @Override
    public void close() {
        if (isUsable() && closed.compareAndSet(false, true)) {
            counters.countClosed(retainedBytes());
            if (released && reader != null) {
                reader.close();
            }
        }
    }
}
