// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.HashedKey;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * LevelDB's filter of a table: a filter for each window of data blocks, probed by the offset of the block that may hold
 * a key. One with a single window that holds all data covers the table.
 */
public final class BlockBasedFilter implements TableFilter {
    private final FilterBlockReader reader;
    private final boolean coversTable;
    private final Optional<String> obstacle;
    private final Optional<CorruptTableException> propertiesDamage;

    BlockBasedFilter(
            FilterBlockReader reader, Optional<String> obstacle, Optional<CorruptTableException> propertiesDamage) {
        this.reader = Objects.requireNonNull(reader, "reader");
        this.coversTable = reader.hasTableFilter();
        this.obstacle = obstacle;
        this.propertiesDamage = propertiesDamage;
    }

    /**
     * The filter of a block that was read.
     *
     * @param reader of the block; covers the table if it {@linkplain FilterBlockReader#hasTableFilter has a filter} for
     *     it. If it retains memory, its owner closes it when nobody uses the filter any more
     * @return the filter
     */
    public static BlockBasedFilter of(FilterBlockReader reader) {
        return new BlockBasedFilter(reader, Optional.empty(), Optional.empty());
    }

    /** {@return the block that is probed} */
    public FilterBlockReader reader() {
        return reader;
    }

    @Override
    public FilterForm form() {
        return FilterForm.BLOCK_BASED;
    }

    @Override
    public Optional<String> obstacle() {
        return obstacle;
    }

    @Override
    public Optional<CorruptTableException> propertiesDamage() {
        return propertiesDamage;
    }

    @Override
    public boolean coversTable() {
        return coversTable;
    }

    @Override
    public long retainedBytes() {
        return reader.retainedBytes();
    }

    @Override
    public boolean tableMayMatch(byte[] key, int offset, int length) {
        return reader.tableMayMatch(key, offset, length);
    }

    @Override
    public boolean tableMayMatch(ByteBuffer key) {
        return reader.tableMayMatch(key);
    }

    @Override
    public boolean tableMayMatch(HashedKey key) {
        return reader.tableMayMatch(key);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key, int offset, int length) {
        return reader.keyMayMatch(blockOffset, key, offset, length);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, ByteBuffer key) {
        return reader.keyMayMatch(blockOffset, key);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, HashedKey key) {
        return reader.keyMayMatch(blockOffset, key);
    }

    /** {@return what the block is, for logs} */
    @Override
    public String toString() {
        return reader + (mayDeny() ? "" : ", denies no key: " + obstacle.get());
    }
}
