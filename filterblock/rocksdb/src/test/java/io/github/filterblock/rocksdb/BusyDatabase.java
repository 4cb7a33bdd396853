// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A database of a RocksJava that always has the same keys, while a thread writes them again and compacts. */
final class BusyDatabase implements AutoCloseable {
    static final int KEYS = 2_000;
    private static final int KEYS_OF_A_PART = 200;

    private final Path path;
    private final Options options;
    private final RocksDB db;
    private final Thread writer = new Thread(this::write, "writer");
    private volatile boolean closed;
    private volatile RocksDBException failure;

    BusyDatabase(Path path) throws RocksDBException {
        this.path = path;
        this.options = new Options()
                .setCreateIfMissing(true)
                .setLevel0FileNumCompactionTrigger(2)
                .setTargetFileSizeBase(4_000)
                .setMaxBytesForLevelBase(30_000)
                .setMaxManifestFileSize(20_000);
        this.db = RocksDB.open(options, path.toString());
        for (int i = 0; i < KEYS; i++) {
            db.put(key(i), new byte[20]);
        }
        flush();
        writer.start();
    }

    Path path() {
        return path;
    }

    static byte[] key(int number) {
        return String.format(Locale.ROOT, "key%06d", number).getBytes(UTF_8);
    }

    private void flush() throws RocksDBException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            db.flush(flush);
        }
    }

    private void write() {
        Random random = new Random(1);
        try {
            while (!closed) {
                int from = random.nextInt(KEYS - KEYS_OF_A_PART);
                for (int i = from; i < from + KEYS_OF_A_PART; i++) {
                    db.put(key(i), new byte[random.nextInt(40)]);
                }
                flush();
            }
        } catch (RocksDBException e) {
            failure = e;
        }
    }

    @Override
    public void close() throws RocksDBException {
        closed = true;
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        db.close();
        options.close();
        if (failure != null) {
            throw failure;
        }
    }
}
