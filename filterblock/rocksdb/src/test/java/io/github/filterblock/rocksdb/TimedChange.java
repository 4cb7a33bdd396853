// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A change of a key with a timestamp. RocksJava has no methods for these, but takes batches as they are stored ({@code
 * db/write_batch.cc}): the timestamp is the end of the key.
 */
final class TimedChange {
    private static final int DELETE = 4;
    private static final int PUT = 5;

    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private final int family;
    private final byte[] timestamp;

    /**
     * A change that is to be made.
     *
     * @param family the number of a column family whose comparator knows timestamps
     * @param time the timestamp, higher than all before
     */
    TimedChange(int family, long time) {
        this.family = family;
        this.timestamp = timestamp(time);
        ByteBuffer header = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        batch.writeBytes(header.putInt(8, 1).array());
    }

    /** A timestamp as it is stored. */
    static byte[] timestamp(long time) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(time)
                .array();
    }

    TimedChange put(byte[] key, byte[] value) {
        key(PUT, key);
        length(value.length);
        batch.writeBytes(value);
        return this;
    }

    TimedChange delete(byte[] key) {
        key(DELETE, key);
        return this;
    }

    private void key(int kind, byte[] key) {
        batch.write(kind);
        length(family);
        length(key.length + timestamp.length);
        batch.writeBytes(key);
        batch.writeBytes(timestamp);
    }

    /** A number of at most 14 bits. */
    private void length(int number) {
        if (number >= 0x80) {
            batch.write(number & 0x7f | 0x80);
        }
        batch.write(number >= 0x80 ? number >> 7 : number);
    }

    void write(RocksDB db) throws RocksDBException {
        try (WriteBatch changes = new WriteBatch(batch.toByteArray());
                WriteOptions options = new WriteOptions()) {
            db.write(options, changes);
        }
    }
}
