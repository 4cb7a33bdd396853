// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.impl.DbImpl;

/** A database of pcmind's. */
final class PcmindStore implements Store {
    private final DbImpl db;
    private final CountingEnv env;

    PcmindStore(DbImpl db, CountingEnv env) {
        this.db = db;
        this.env = env;
    }

    @Override
    public Optional<byte[]> get(byte[] key) {
        return Optional.ofNullable(db.get(key));
    }

    @Override
    public void put(byte[] key, byte[] value) {
        db.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        db.delete(key);
    }

    @Override
    public void scan(BiConsumer<byte[], byte[]> visitor) {
        try (DBIterator iterator = db.iterator()) {
            iterator.seekToFirst();
            while (iterator.hasNext()) {
                Map.Entry<byte[], byte[]> entry = iterator.next();
                visitor.accept(entry.getKey(), entry.getValue());
            }
        }
    }

    @Override
    public void compact() {
        db.compactRange(null, null);
    }

    @Override
    public void suspend() {
        try {
            db.suspendCompactions();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void resume() {
        db.resumeCompactions();
    }

    @Override
    public long blocksRead() {
        return env.reads();
    }

    @Override
    public void close() {
        db.close();
    }
}
