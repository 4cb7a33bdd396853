// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBIterator;

/** A database behind the interface of iq80, which its descendants have kept. */
abstract class LevelDbStore implements Store {
    private final DB db;

    LevelDbStore(DB db) {
        this.db = db;
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
        DBIterator iterator = first();
        try {
            while (iterator.hasNext()) {
                Map.Entry<byte[], byte[]> entry = iterator.next();
                visitor.accept(entry.getKey(), entry.getValue());
            }
        } finally {
            close(iterator);
        }
    }

    /** An iterator at the first entry. */
    DBIterator first() {
        DBIterator iterator = db.iterator();
        iterator.seekToFirst();
        return iterator;
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
    public void close() {
        close(db);
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
