// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;

/**
 * Blocks of rows, each an entry with its key and value (TF-7). From format 3 on Pebble stores a flag in the top bit of
 * each restart (PB-3), which is cleared here.
 *
 * @param pebbleFormat of the footer; 0 for LevelDB and RocksDB
 */
record RowForm(int pebbleFormat) implements TableForm {
    private static final int FIRST_WITH_FLAGS = 3;

    @Override
    public TableForm with(RocksDbProperties properties) {
        return this;
    }

    @Override
    public KeyValueBlock metaindex(StoredBlock block) throws CorruptTableException {
        return entries(block);
    }

    @Override
    public KeyValueBlock properties(StoredBlock block) throws CorruptTableException {
        return entries(block);
    }

    @Override
    public KeyValueBlock index(StoredBlock block) throws CorruptTableException {
        return entries(block);
    }

    @Override
    public KeyValueBlock data(StoredBlock block) throws CorruptTableException {
        return entries(block);
    }

    @Override
    public KeyValueBlock rangeDeletions(StoredBlock block) throws CorruptTableException {
        return entries(block);
    }

    private KeyValueBlock entries(StoredBlock block) throws CorruptTableException {
        if (pebbleFormat < FIRST_WITH_FLAGS) {
            return block.entries();
        }
        byte[] contents = block.contents();
        clearFlags(contents);
        return block.entries(contents);
    }

    /** Clears the flags of the restarts, as far as the block has room for as many as it claims. */
    private static void clearFlags(byte[] contents) {
        int end = contents.length - Integer.BYTES;
        long count = end < 0 ? 0 : Integer.toUnsignedLong(LittleEndian.intAt(contents, end));
        if (count <= end / Integer.BYTES) {
            for (int at = end - (int) count * Integer.BYTES; at < end; at += Integer.BYTES) {
                LittleEndian.putInt(contents, at, LittleEndian.intAt(contents, at) & Integer.MAX_VALUE);
            }
        }
    }
}
