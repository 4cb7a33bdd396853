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

/** An open database behind the interface of iq80, which its descendants have kept; asked by one thread. */
abstract class Store implements AutoCloseable {
    private final DB db;

    Store(DB db) {
        this.db = db;
    }

    /** Compacts all levels. */
    abstract void compact();

    /** Returns how many data blocks have been read since the process began. */
    abstract long blocksRead();

    Optional<byte[]> get(byte[] key) {
        return Optional.ofNullable(db.get(key));
    }

    void put(byte[] key, byte[] value) {
        db.put(key, value);
    }

    void delete(byte[] key) {
        db.delete(key);
    }

    /** Reads everything, in the engine's order. */
    void scan(BiConsumer<byte[], byte[]> visitor) {
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

    /** Suspends compactions until {@link #resume}. */
    void suspend() {
        try {
            db.suspendCompactions();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void resume() {
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
