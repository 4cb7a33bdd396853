// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.coding.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds the contents of a block of keys and values, byte for byte as LevelDB does (google/leveldb 78a352f {@code
 * table/block_builder.cc}, TF-7): at every restart, which comes at a fixed interval, a key is stored whole, and
 * elsewhere without the bytes that it shares with the one before. A block without entries has one restart. Not
 * thread-safe.
 */
final class KeyValueBlockBuilder {
    /**
     * The number of entries from one restart to the next that LevelDB has in data blocks and in the metaindex by
     * default.
     */
    static final int USUAL_RESTART_INTERVAL = 16;

    private final int restartInterval;
    private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
    private final List<Integer> restarts = new ArrayList<>(List.of(0));
    private byte[] previous = {};
    private int sinceRestart;

    /**
     * An empty block.
     *
     * @param restartInterval how many entries there are from one restart to the next, 1 or more
     */
    KeyValueBlockBuilder(int restartInterval) {
        if (restartInterval < 1) {
            throw new IllegalArgumentException("a restart interval is 1 or more, not " + restartInterval);
        }
        this.restartInterval = restartInterval;
    }

    /**
     * Adds an entry. Keys should ascend in the order in which readers search the block; this is not checked.
     *
     * @param key the key; borrowed for the length of the call
     * @param value the value; borrowed for the length of the call
     */
    void add(byte[] key, byte[] value) {
        int shared = 0;
        if (sinceRestart == restartInterval) {
            restarts.add(entries.size());
            sinceRestart = 0;
        } else {
            int mismatch = Arrays.mismatch(previous, key);
            shared = mismatch < 0 ? key.length : mismatch;
        }
        varint(shared);
        varint(key.length - shared);
        varint(value.length);
        entries.write(key, shared, key.length - shared);
        entries.write(value, 0, value.length);
        previous = key.clone();
        sinceRestart++;
    }

    private void varint(int value) {
        byte[] bytes = new byte[Varint.shortestLength(value)];
        Varint.write(value, bytes, 0);
        entries.writeBytes(bytes);
    }

    /** The contents of the block with the entries so far, a new array. */
    byte[] contents() {
        ByteBuffer block = ByteBuffer.allocate(entries.size() + Integer.BYTES * (restarts.size() + 1))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(entries.toByteArray());
        restarts.forEach(block::putInt);
        return block.putInt(restarts.size()).array();
    }
}
