// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.HashedKey;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The filter of a table, in whichever form the table has it, as {@link TableFile#openFilter()} opens it.
 *
 * <p>A {@linkplain BlockBasedFilter block-based} filter, LevelDB's, is probed by the offset of the data block that may
 * hold a key; RocksDB's and Pebble's {@linkplain RocksDbFilter full and partitioned} filters by the key alone, and they
 * give any offset the same answer. A filter that {@linkplain #coversTable covers} its table answers {@code
 * tableMayMatch}, before the table's index is searched.
 *
 * <p>Keys are those that were added to the filter: user keys, without tag and timestamp, in a database.
 *
 * <p>It outlives its table, lies on the heap, and is not closed. Immutable; safe for use by any number of threads. A
 * lookup takes no lock and, with the policies of this library, allocates nothing; only RocksDB's filters copy a key of
 * a buffer outside the heap, unless it comes as a {@link HashedKey}.
 */
public sealed interface TableFilter permits BlockBasedFilter, RocksDbFilter {

    /** {@return block-based, full or partitioned} */
    FilterForm form();

    /**
     * Whether the filter may deny a key: not if it is not known what was added to it.
     *
     * @return {@code false} if every key may match
     */
    default boolean mayDeny() {
        return obstacle().isEmpty();
    }

    /** {@return why no key may be denied, as a clause without a period; empty if keys may be denied} */
    Optional<String> obstacle();

    /**
     * {@return why the table's properties cannot be read, if that is why no key may be denied; empty if they were read,
     * do not exist, or are not needed}
     */
    Optional<CorruptTableException> propertiesDamage();

    /** {@return whether {@code tableMayMatch} can deny a key: then the offset of a block does not matter} */
    boolean coversTable();

    /** {@return the number of bytes of filters that are kept in memory, beside a few small objects} */
    long retainedBytes();

    /**
     * Whether a key may be in the table.
     *
     * @param key the key; borrowed
     * @return {@code false} only if the key is certainly absent; always {@code true} if the filter does not
     *     {@linkplain #coversTable cover} the table
     */
    default boolean tableMayMatch(byte[] key) {
        return tableMayMatch(key, 0, key.length);
    }

    /**
     * Whether a key may be in the table.
     *
     * @param key holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return as {@link #tableMayMatch(byte[])}
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    boolean tableMayMatch(byte[] key, int offset, int length);

    /**
     * Whether a key may be in the table.
     *
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return as {@link #tableMayMatch(byte[])}
     */
    boolean tableMayMatch(ByteBuffer key);

    /**
     * Whether a key may be in the table.
     *
     * @param key the key, which is hashed once for the filters of many tables
     * @return as {@link #tableMayMatch(byte[])}
     */
    boolean tableMayMatch(HashedKey key);

    /**
     * Whether a key may be in the data block at an offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key; borrowed
     * @return {@code false} only if the key is certainly not in that block
     */
    default boolean keyMayMatch(long blockOffset, byte[] key) {
        return keyMayMatch(blockOffset, key, 0, key.length);
    }

    /**
     * Whether a key may be in the data block at an offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    boolean keyMayMatch(long blockOffset, byte[] key, int offset, int length);

    /**
     * Whether a key may be in the data block at an offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key its remaining bytes are the key; borrowed, position and limit stay
     * @return {@code false} only if the key is certainly not in that block
     */
    boolean keyMayMatch(long blockOffset, ByteBuffer key);

    /**
     * Whether a key may be in the data block at an offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key, which is hashed once for the filters of many tables
     * @return {@code false} only if the key is certainly not in that block
     */
    boolean keyMayMatch(long blockOffset, HashedKey key);
}
