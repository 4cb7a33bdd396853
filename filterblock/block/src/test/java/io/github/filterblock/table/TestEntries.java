// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Writes a data, index or metaindex block, entry by entry (TF-7). Entries need not be in order. */
public final class TestEntries {
    private final int restartInterval;
    private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
    private final ByteArrayOutputStream restarts = new ByteArrayOutputStream();
    private byte[] lastKey = {};
    private int count;

    /** Starts a block with a restart at every {@code restartInterval}-th entry. */
    public TestEntries(int restartInterval) {
        this.restartInterval = restartInterval;
    }

    /** Adds an entry that shares as much with the one before as it can. */
    public TestEntries add(byte[] key, byte[] value) {
        boolean restart = count % restartInterval == 0;
        if (restart) {
            restarts.writeBytes(TestBlocks.u32(entries.size()));
        }
        int mismatch = restart ? 0 : Arrays.mismatch(lastKey, key);
        int shared = mismatch < 0 ? key.length : mismatch;
        return entry(shared, Arrays.copyOfRange(key, shared, key.length), value, key);
    }

    /** Adds an entry that claims to share this many bytes with the one before, true or not. */
    public TestEntries entry(int shared, byte[] tail, byte[] value, byte[] key) {
        entries.writeBytes(TestBlocks.entry(shared, tail, value));
        lastKey = key;
        count++;
        return this;
    }

    /** Returns the block; one without entries has one restart, as most writers make it. */
    public byte[] block() {
        byte[] offsets = count == 0 ? TestBlocks.u32(0) : restarts.toByteArray();
        return TestBlocks.join(entries.toByteArray(), offsets, TestBlocks.u32(offsets.length / 4));
    }
}
