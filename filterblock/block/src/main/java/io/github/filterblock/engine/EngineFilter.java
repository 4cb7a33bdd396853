// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.table.BlockBasedFilter;
import io.github.filterblock.table.TableFilter;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A table's filter, opened by {@link DatabaseFilters}, for an engine that carries on when the filter is missing or
 * damaged: then every key may match, a listener has received the reason, and the lookups are counted as such.
 *
 * <p><b>One lookup, two questions.</b> Ask {@code tableMayMatch} before the table's index is searched: it answers
 * "absent" only if one filter {@linkplain #coversTable covers} the whole table. Then call {@code keyMayMatch} with the
 * block that the index gave; where one filter covers the table, that may be left out. A lookup is counted once: by the
 * first question if one filter covers the table, by the second otherwise. If the lookup then finds nothing in the
 * block, {@link #foundNothing} counts a false positive.
 *
 * <p>RocksDB's full and partitioned filters cover a table; keys outside the heap are copied for them, unless they come
 * as a {@link HashedKey} that is used again.
 *
 * <p>{@link FilterBatch} asks many questions at once.
 *
 * <p>Keys are those that were added to the filter: user keys, without the 8-byte tag, in a database.
 *
 * <p>Safe for use by any number of threads; a lookup takes no lock and, with the policies of this library, allocates
 * nothing. A filter on the heap is closed to keep the counters right, and still answers other threads. One in a buffer,
 * from {@link DatabaseFilters#openBuf}, releases the buffer: close it only when no lookup is running, since that would
 * read released memory; afterwards every key may match.
 */
public final class EngineFilter implements Closeable {
    private final @Nullable TableFilter filter;

    private final boolean coversTable;

    /** The filter's block, if it lies in a buffer that is released when this is closed. */
    private final @Nullable FilterBlockReader released;

    private final FilterCounters counters;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EngineFilter(@Nullable TableFilter filter, @Nullable FilterBlockReader released, FilterCounters counters) {
        this.filter = filter;
        this.coversTable = filter != null && filter.coversTable();
        this.released = released;
        this.counters = counters;
        if (filter != null) {
            counters.countOpened(filter.retainedBytes());
        }
    }

    /** A filter on the heap. */
    static EngineFilter of(TableFilter filter, FilterCounters counters) {
        return new EngineFilter(filter, null, counters);
    }

    /** A filter block in a buffer that is released when the filter is closed. */
    static EngineFilter releasing(FilterBlockReader block, FilterCounters counters) {
        return new EngineFilter(BlockBasedFilter.of(block), block, counters);
    }

    /** No filter: every key may match. */
    static EngineFilter none(FilterCounters counters) {
        return new EngineFilter(null, null, counters);
    }

    /** The filter to probe; none if there is none, or if its buffer was released. */
    @Nullable
    TableFilter probed() {
        return released != null && closed.get() ? null : filter;
    }

    /** {@return whether there is a filter that answers; if not, every key may match} */
    public boolean isUsable() {
        return filter != null;
    }

    /**
     * Whether {@code tableMayMatch} probes a filter of all keys of the table. Then it counts both answers, and {@code
     * keyMayMatch} need not be called: it gives the same answer, and counts it only if it is "absent".
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
        TableFilter probed = probed();
        return probed == null || tableAnswer(probed.tableMayMatch(key, keyOffset, keyLength));
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatch(ByteBuffer key) {
        TableFilter probed = probed();
        return probed == null || tableAnswer(probed.tableMayMatch(key));
    }

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param key the key, which is hashed once for the filters of many tables
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public boolean tableMayMatch(HashedKey key) {
        TableFilter probed = probed();
        return probed == null || tableAnswer(probed.tableMayMatch(key));
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
        TableFilter probed = probed();
        return probed == null
                ? withoutFilter()
                : blockAnswer(probed.keyMayMatch(blockOffset, key, keyOffset, keyLength));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, ByteBuffer key) {
        TableFilter probed = probed();
        return probed == null ? withoutFilter() : blockAnswer(probed.keyMayMatch(blockOffset, key));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key, which is hashed once for the filters of many tables
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, HashedKey key) {
        TableFilter probed = probed();
        return probed == null ? withoutFilter() : blockAnswer(probed.keyMayMatch(blockOffset, key));
    }

    /** Where lookups are counted. */
    FilterCounters counters() {
        return counters;
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
        return filter == null ? 0 : filter.retainedBytes();
    }

    /**
     * Counts the filter as no longer open, and releases its buffer if it has one; call it where the engine closes the
     * table. Closing again does nothing.
     */
    @Override
    public void close() {
        if (isUsable() && closed.compareAndSet(false, true)) {
            counters.countClosed(retainedBytes());
            if (released != null) {
                released.close();
            }
        }
    }
}
