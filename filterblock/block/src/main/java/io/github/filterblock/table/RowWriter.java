// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.util.Arrays;

/**
 * Writes the rows of a columnar block as the entries of a block of rows (TF-7), of which each shares with the one
 * before as much as it can, so it takes little more than its columns. There is no restart but the first. For one
 * thread.
 */
final class RowWriter {
    /** Three lengths of an entry. */
    private static final int MAX_LENGTHS = 3 * 5;

    private static final int FIRST_ROOM = 1 << 12;

    /** Restart 0 and the number of restarts. */
    private static final byte[] RESTARTS = {0, 0, 0, 0, 1, 0, 0, 0};

    private final StoredBlock block;
    private final long mostKeyBytes;
    private byte[] rows = new byte[FIRST_ROOM];
    private int length;
    private byte[] key = {};
    private byte[] before = {};
    private int beforeLength;
    private byte[] value = {};
    private long keyBytes;

    /**
     * Begins to write.
     *
     * @param block the block as it is stored, for messages
     * @param contentsLength number of bytes of its contents
     */
    RowWriter(StoredBlock block, int contentsLength) {
        this.block = block;
        this.mostKeyBytes = block.mostKeyBytes(contentsLength);
    }

    /** An array that takes the next key from index 0 on; {@link #add} gives its length. */
    byte[] keyOfAtMost(long most) throws CorruptTableException {
        if (most > KeyValueBlock.MAX_KEY_LENGTH) {
            throw block.corrupt(Reason.TOO_LARGE, "a key of the block has " + most + " bytes");
        }
        key = KeyValueBlock.grown(key, (int) most);
        return key;
    }

    /** An array that takes the next value from index 0 on. */
    byte[] valueOf(int valueLength) {
        value = KeyValueBlock.grown(value, valueLength);
        return value;
    }

    /** Adds the entry whose key and value are in the two arrays. */
    void add(int keyLength, int valueLength) throws CorruptTableException {
        keyBytes += keyLength;
        if (keyBytes > mostKeyBytes) {
            throw block.corrupt(Reason.TOO_LARGE, "the keys of the block expand to far more than its bytes");
        }
        int mismatch = Arrays.mismatch(before, 0, beforeLength, key, 0, keyLength);
        int shared = mismatch < 0 ? keyLength : mismatch;
        int unshared = keyLength - shared;
        reserve((long) MAX_LENGTHS + unshared + valueLength);
        length = Varint.write(shared, rows, length);
        length = Varint.write(unshared, rows, length);
        length = Varint.write(valueLength, rows, length);
        System.arraycopy(key, shared, rows, length, unshared);
        System.arraycopy(value, 0, rows, length + unshared, valueLength);
        length += unshared + valueLength;
        byte[] last = before;
        before = key;
        beforeLength = keyLength;
        key = last;
    }

    /** Honest rows take little more than their columns, so rows that take more than a block may are not written. */
    private void reserve(long more) throws CorruptTableException {
        long needed = length + more + RESTARTS.length;
        if (needed > BlockDecompressor.DEFAULT_LIMIT) {
            throw block.corrupt(
                    Reason.TOO_LARGE,
                    "the rows of the block take more than the " + BlockDecompressor.DEFAULT_LIMIT
                            + " bytes that a block may have");
        }
        if (needed > rows.length) {
            rows = Arrays.copyOf(rows, (int) Math.max(needed, Math.min(2L * rows.length, Integer.MAX_VALUE - 16)));
        }
    }

    /** The block of rows. */
    KeyValueBlock finish() throws CorruptTableException {
        byte[] contents = Arrays.copyOf(rows, length + RESTARTS.length);
        System.arraycopy(RESTARTS, 0, contents, length, RESTARTS.length);
        return block.entriesOf(contents, mostKeyBytes);
    }
}
