// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockReader;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The questions of {@link EngineFilter} for keys that are in Netty's buffers.
 *
 * <p>They have a class of their own because a compiler looks at all methods of a name: in {@link EngineFilter} they
 * would keep code with keys in arrays from compiling without Netty. Thread-safe: there is no state.
 */
public final class NettyKeys {
    private NettyKeys() {}

    /**
     * Whether the key may be in the table, for a table with one filter for all its keys.
     *
     * @param filter the table's filter
     * @param key its readable bytes are the key; borrowed, indexes stay
     * @return {@code false} only if the key is certainly not in the table; {@code true} from filters of single windows
     */
    public static boolean tableMayMatch(EngineFilter filter, ByteBuf key) {
        @Nullable FilterBlockReader reader = filter.reader();
        return filter.tableAnswer(reader == null || reader.tableMayMatch(key));
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param filter the filter of the block's table
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its readable bytes are the key; borrowed, indexes stay
     * @return {@code false} only if the key is certainly not in that block
     */
    public static boolean keyMayMatch(EngineFilter filter, long blockOffset, ByteBuf key) {
        @Nullable FilterBlockReader reader = filter.reader();
        return reader == null ? filter.withoutFilter() : filter.blockAnswer(reader.keyMayMatch(blockOffset, key));
    }
}
