// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.util.Arrays;

/**
 * An index block whose values are differences, as RocksDB writes it from format version 4 on
 * ({@code table/format.cc}, {@code IndexValue::EncodeTo}).
 *
 * <pre>
 *   entry: | shared length | unshared length | unshared key bytes | value |
 *   value: at a restart      offset and size of the block as varints
 *          elsewhere         the size's difference to the block before, as a zigzag varint; the block starts where
 *                            that one ends
 * </pre>
 *
 * Values have no length in front; an entry at a restart is one that shares nothing. For one thread.
 */
final class RocksDbIndex implements IndexReader.Entries {
    private final IndexEntries.Place place;
    private final byte[] contents;
    private final int limit;
    private final boolean firstKeys;
    private byte[] key = {};
    private int keyLength;
    private int sharedLength;
    private int unsharedIndex;
    private long offset;
    private long size;
    private int at;

    /**
     * The entries of a block.
     *
     * @param firstKeys whether each value ends with the first key of its block, and the key's length
     */
    RocksDbIndex(KeyValueBlock block, boolean firstKeys, IndexEntries.Place place) {
        this.place = place;
        this.firstKeys = firstKeys;
        this.contents = block.contents();
        this.limit = block.entriesLimit();
    }

    /**
     * Whether the first entry of an index with first keys, whose values are a handle and then the key with its length,
     * leads to the data block at 0 and has its first key.
     *
     * @param delta whether values have no length in front
     */
    static boolean holdsFirstKey(TableBlocks table, KeyValueBlock index, boolean delta) throws IOException {
        RocksDbIndex entry =
                new RocksDbIndex(index, true, table.place(table.footer().index()));
        boolean shares = entry.varint(0) != 0;
        long length = entry.varint(0);
        if (!delta) {
            entry.varint(0);
        }
        entry.skip(length);
        BlockHandle handle = new BlockHandle(entry.varint(0), entry.varint(0));
        length = entry.varint(0);
        int first = entry.at;
        entry.skip(length);
        if (shares || handle.offset() != 0) {
            return false;
        }
        KeyValueBlock.Cursor data = table.read(handle).entries().cursor();
        return data.next() && Arrays.equals(data.key(), 0, data.keyLength(), entry.contents, first, entry.at);
    }

    private void skip(long length) throws CorruptTableException {
        if (length > limit - at) {
            throw corrupt(0);
        }
        at += (int) length;
    }

    @Override
    public boolean next() throws CorruptTableException {
        if (at >= limit) {
            return false;
        }
        int entry = at;
        long shared = varint(entry);
        long unshared = varint(entry);
        if (shared > keyLength || unshared > limit - at || shared + unshared > KeyValueBlock.MAX_KEY_LENGTH) {
            throw corrupt(entry);
        }
        takeKey((int) shared, (int) unshared);
        if (shared == 0) {
            offset = varint(entry);
            size = varint(entry);
        } else {
            long zigzag = varint(entry);
            offset += size + BlockHandle.TRAILER_LENGTH;
            size += zigzag >>> 1 ^ -(zigzag & 1);
        }
        if (firstKeys) {
            skip(varint(entry));
        }
        return true;
    }

    private void takeKey(int shared, int unshared) {
        sharedLength = shared;
        unsharedIndex = at;
        keyLength = shared + unshared;
        key = KeyValueBlock.grown(key, keyLength);
        System.arraycopy(contents, at, key, shared, unshared);
        at += unshared;
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public int sharedLength() {
        return sharedLength;
    }

    @Override
    public int unsharedIndex() {
        return unsharedIndex;
    }

    @Override
    public BlockHandle handle() {
        return new BlockHandle(offset, size);
    }

    private long varint(int entry) throws CorruptTableException {
        int length = Varint.length(contents, at, limit);
        if (length < 0) {
            throw corrupt(entry);
        }
        long value = Varint.value(contents, at, length);
        at += length;
        if (value < 0) {
            throw corrupt(entry);
        }
        return value;
    }

    private CorruptTableException corrupt(int entry) {
        return place.corrupt(
                Reason.BAD_ENTRIES,
                "the entry at byte " + entry + " of the index has lengths that do not fit the block");
    }
}
