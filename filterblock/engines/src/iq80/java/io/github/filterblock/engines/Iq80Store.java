// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.impl.DbConstants;
import org.iq80.leveldb.impl.DbImpl;
import org.iq80.leveldb.table.Table;
import org.iq80.leveldb.util.Slices;

/** A database of iq80. */
final class Iq80Store extends Store {
    /** Longer than all keys here, and after them in order. */
    private static final byte[] BEHIND_ALL = new byte[64];

    static {
        Arrays.fill(BEHIND_ALL, (byte) 0xff);
    }

    private static final int RETRIES = 20;

    private final DbImpl db;

    Iq80Store(DbImpl db) {
        super(db);
        this.db = db;
    }

    @Override
    Optional<byte[]> get(byte[] key) {
        return retrying(() -> super.get(key));
    }

    /**
     * Asks again after iq80's own race: its lookups hold no version, so that a compaction may delete a table before a
     * lookup opens it. This happens without filters too.
     */
    private static <T> T retrying(Supplier<T> question) {
        for (int i = 0; ; i++) {
            try {
                return question.get();
            } catch (RuntimeException e) {
                boolean race = String.valueOf(e.getMessage()).startsWith("Could not open table");
                if (!race || i == RETRIES) {
                    throw e;
                }
                Thread.yield();
            }
        }
    }

    @Override
    DBIterator first() {
        return retrying(super::first);
    }

    @Override
    void compact() {
        db.flushMemTable();
        for (int level = 0; level < DbConstants.NUM_LEVELS - 1; level++) {
            db.compactRange(level, Slices.EMPTY_SLICE, Slices.wrappedBuffer(BEHIND_ALL));
        }
    }

    @Override
    long blocksRead() {
        return Table.BLOCKS_READ.sum();
    }
}
