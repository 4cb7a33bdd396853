// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
final class RocksDbIndex {
    private final String file;
    private final long indexOffset;
    private final byte[] contents;
    private final int limit;
    private final List<IndexEntry> entries = new ArrayList<>();
    private int at;

    private RocksDbIndex(KeyValueBlock block, String file, long indexOffset) {
        this.file = file;
        this.indexOffset = indexOffset;
        this.contents = block.contents();
        this.limit = block.entriesLimit();
    }

    static List<IndexEntry> readAll(KeyValueBlock block, String file, long indexOffset) throws CorruptTableException {
        return new RocksDbIndex(block, file, indexOffset).read();
    }

    private List<IndexEntry> read() throws CorruptTableException {
        byte[] key = {};
        long keyBytesLeft = (long) IndexEntry.ROCKSDB_SHARING * (contents.length + 1024);
        BlockHandle handle = new BlockHandle(0, 0);
        while (at < limit) {
            int entry = at;
            long shared = varint(entry);
            long unshared = varint(entry);
            keyBytesLeft -= shared + unshared;
            if (shared > key.length || unshared > limit - at || keyBytesLeft < 0) {
                throw corrupt(entry);
            }
            key = Arrays.copyOf(key, (int) (shared + unshared));
            System.arraycopy(contents, at, key, (int) shared, (int) unshared);
            at += (int) unshared;
            handle = shared == 0 ? new BlockHandle(varint(entry), varint(entry)) : after(handle, varint(entry));
            entries.add(new IndexEntry(key, handle));
        }
        return List.copyOf(entries);
    }

    private static BlockHandle after(BlockHandle previous, long zigzag) {
        long difference = zigzag >>> 1 ^ -(zigzag & 1);
        return new BlockHandle(previous.end(), previous.size() + difference);
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
        return new CorruptTableException(
                file,
                indexOffset,
                Reason.BAD_ENTRIES,
                "the entry at byte " + entry + " of the index has lengths that do not fit the block");
    }
}
