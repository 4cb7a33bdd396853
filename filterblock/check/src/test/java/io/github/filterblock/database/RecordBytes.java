// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.Varint;
import io.github.filterblock.table.TestBlocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Records of a log written field by field, wrong ones too: version edits, and batches of writes. */
public final class RecordBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public RecordBytes() {}

    /** An edit with all that a database must have. */
    public static RecordBytes complete() {
        return new RecordBytes()
                .field(1)
                .prefixed("leveldb.BytewiseComparator".getBytes(StandardCharsets.US_ASCII))
                .field(2, 7)
                .field(3, 100)
                .field(4, 1000);
    }

    /** A batch that counts so many operations. */
    public static RecordBytes batch(int count) {
        RecordBytes batch = new RecordBytes();
        batch.bytes.writeBytes(new byte[] {7, 0, 0, 0, 0, 0, 0, 0});
        batch.bytes.writeBytes(TestBlocks.u32(count));
        return batch;
    }

    public RecordBytes put(byte[] key, byte[] value) {
        return raw(1).prefixed(key).prefixed(value);
    }

    public RecordBytes delete(byte[] key) {
        return raw(0).prefixed(key);
    }

    public RecordBytes field(int tag, long... numbers) {
        number(tag);
        for (long number : numbers) {
            number(number);
        }
        return this;
    }

    public RecordBytes number(long number) {
        byte[] varint = new byte[10];
        bytes.write(varint, 0, Varint.write(number, varint, 0));
        return this;
    }

    public RecordBytes prefixed(byte[] text) {
        number(text.length);
        bytes.writeBytes(text);
        return this;
    }

    public RecordBytes raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    public RecordBytes deleted(long level, long number) {
        return field(6, level, number);
    }

    public RecordBytes added(long level, long number, long size) {
        return added(level, number, size, new byte[9], new byte[10]);
    }

    RecordBytes added(long level, long number, long size, byte[] smallest, byte[] largest) {
        return field(7, level, number, size).prefixed(smallest).prefixed(largest);
    }

    public byte[] toByteArray() {
        return bytes.toByteArray();
    }

    /** A log of these records: a MANIFEST, if they are edits. */
    public static byte[] log(RecordBytes... records) {
        Log.Writer log = new Log.Writer();
        for (RecordBytes record : records) {
            log.add(record.toByteArray());
        }
        return log.toByteArray();
    }

    static Manifest decoded(RecordBytes... edits) throws IOException {
        return Manifest.of(Path.of("MANIFEST-000005"), log(edits), DatabaseKind.LEVELDB);
    }
}
